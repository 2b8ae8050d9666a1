import { limits } from "@domains/contract/limits.ts";
import { identityOf } from "@domains/contract/records/record.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keepFields } from "../src/edit.ts";
import { replan } from "../src/merge.ts";
import { applyEdits, findingOf, planZone } from "../src/plan.ts";
import { serviceZones } from "./zone-file/records.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };
const a = (hostname: string, value = "192.0.2.1"): AnyRecord => ({ type: "A", hostname, value, ttl: 3600 });
const mx: AnyRecord = { type: "MX", hostname: "@", value: "mx.example.net", priority: 10, ttl: 3600 };
const hosts = (count: number): AnyRecord[] => Array.from({ length: count }, (_, index) => a(`h${index}`));

describe("planZone", () => {
	it("contains the exact set to send and its difference", () => {
		const target = [a("@"), a("www")];
		expect(planZone([a("@")], target, zone)).toEqual({
			base: [a("@")],
			target,
			diff: { removed: [], changed: [], added: [a("www")], kept: 1 },
			risks: [],
		});
	});

	it("reports `nothing` if nothing changes", () => {
		expect(planZone([a("@"), mx], [mx, a("@")], zone)).toEqual({ problem: "nothing" });
	});

	it("cannot delete the last record", () => {
		expect(planZone([a("@")], [], zone)).toEqual({ problem: "empty" });
	});

	it("cannot add records above the limit of the specification, but can change a larger zone", () => {
		const [most, more] = [hosts(limits.records.max), hosts(limits.records.max + 3)];
		expect(planZone(most, [...most, a("www")], zone)).toEqual({ problem: "full" });
		expect(planZone(most.slice(1), [...most.slice(1), a("www")], zone)).toMatchObject({ diff: { added: [{}] } });
		expect(planZone(more, [...more, a("www")], zone)).toEqual({ problem: "full" });
		expect(planZone(more, more.slice(1), zone)).toMatchObject({ diff: { removed: [{}] } });
	});

	it("names each invalid record and the reason", () => {
		const alias: AnyRecord = { type: "CNAME", hostname: "www", value: "example.net", ttl: 60 };
		expect(planZone([a("www")], [a("www"), alias], zone)).toEqual({
			problem: "invalid",
			refusals: [{ record: alias, problem: "alias_beside" }],
		});
		expect(planZone([a("@")], [a("@"), a("www", "300.1.1.1")], zone)).toMatchObject({
			refusals: [{ problem: "address_ipv4" }],
		});
	});

	it("allows a TTL that the zone already uses, and checks the zone nevertheless", () => {
		const automatic = { ...a("@"), ttl: 1 };
		const www = { ...a("www"), ttl: 1 };
		const alias: AnyRecord = { type: "CNAME", hostname: "www", value: "example.net", ttl: 1 };
		expect(planZone([automatic], [automatic, www], zone)).toMatchObject({ diff: { added: [www] } });
		expect(planZone([a("@")], [a("@"), www], zone)).toMatchObject({ refusals: [{ problem: "ttl" }] });
		expect(planZone([automatic], [automatic, www, alias], zone)).toMatchObject({
			refusals: [{ problem: "alias_beside" }],
		});
	});

	it("refuses a type that the service does not store, and the invalid records next to it", () => {
		const alias: AnyRecord = { type: "ALIAS", hostname: "@", value: "lb.example.net" };
		const wrong = a("www", "300.1.1.1");
		const limited = { ...zone, knownTypesOnly: true } as const;
		const unsupported = { record: alias, problem: "type" };
		expect(planZone([mx], [mx, alias], limited)).toEqual({ problem: "invalid", refusals: [unsupported] });
		expect(planZone([mx], [mx, alias, wrong], limited)).toEqual({
			problem: "invalid",
			refusals: [{ record: wrong, problem: "address_ipv4" }, unsupported],
		});
		expect(planZone([mx], [mx, alias], zone)).toMatchObject({ diff: { added: [alias] } });
		expect(planZone([mx, alias], [alias], limited)).toMatchObject({ diff: { removed: [mx] } });
	});

	it("allows changing a zone that already breaks our rules", () => {
		const odd: AnyRecord[] = [a("www", "not-an-address"), { type: "ALIAS", hostname: "@", value: "lb.example.net" }];
		expect(planZone(odd, [...odd, a("mail")], zone)).toMatchObject({ diff: { added: [a("mail")], kept: 2 } });
		const wrong = a("mail", "not-an-address");
		expect(planZone(odd, [...odd, wrong], zone)).toEqual({
			problem: "invalid",
			refusals: [{ record: wrong, problem: "address_ipv4" }],
		});
	});
});

describe("risks that need a second confirmation", () => {
	const risks = (base: AnyRecord[], target: AnyRecord[]) => {
		const plan = planZone(base, target, zone);
		return "problem" in plan ? plan : plan.risks;
	};

	it.each([
		["over 30 % of a zone of ten", hosts(10), hosts(6), ["big_cut"]],
		["30 % of a zone of ten", hosts(10), hosts(7), []],
		["most of a zone of nine", hosts(9), hosts(1), []],
		[
			"over 30 % rewritten",
			hosts(10),
			hosts(10).map((each, index) => (index < 4 ? { ...each, value: "192.0.2.9" } : each)),
			["big_cut"],
		],
		["the last MX", [a("@"), mx], [a("@")], ["last_mail"]],
		["a null MX", [a("@"), { ...mx, value: "." }], [a("@")], []],
		["the last MX of another name", [a("@"), { ...mx, hostname: "lists" }], [a("@")], []],
		["the last IPv6 address", [{ ...a("@", "2001:db8::1"), type: "AAAA" }, mx], [mx], ["last_address"]],
		["an address that becomes another type", [a("@")], [{ ...a("@", "2001:db8::1"), type: "AAAA" }], []],
		["the only address in a full spelling", [a("example.com."), a("www")], [a("www")], ["last_address"]],
		["other TTLs of a whole zone", hosts(10), hosts(10).map((each) => ({ ...each, ttl: 60 })), []],
		["the last MX, replaced by a null MX", [a("@"), mx], [a("@"), { ...mx, value: "." }], ["last_mail"]],
		["one MX of two", [mx, { ...mx, value: "mx2.example.net" }], [mx], []],
		["the last address of the apex", [a("@"), a("www")], [a("www")], ["last_address"]],
		["an address of the apex that is replaced", [a("@")], [a("@", "192.0.2.9")], []],
	])("%s", (_name, base, target, expected) => {
		expect(risks(base, target)).toEqual(expected);
	});
});

describe("a TTL that only one side has", () => {
	const stored = (ttl: number | null | undefined): AnyRecord => {
		return { ...a("www"), ttl, raw: { type: "A", value: "192.0.2.1", ...(ttl != null && { ttl }) } };
	};

	it.each([
		[300, null],
		[300, undefined],
		[null, 300],
		[undefined, 300],
	])("is restored from an older state of the zone: %s over %s", (was, now) => {
		const [before, after] = [stored(now), { ...stored(now), ttl: was }];
		expect(planZone([before], [stored(was)], zone)).toMatchObject({
			target: [after],
			diff: { removed: [], changed: [{ before, after }], added: [], kept: 0 },
		});
		const moved = { ...stored(was), value: "192.0.2.9" };
		expect(planZone([before], [moved], zone)).toMatchObject({ target: [{ value: "192.0.2.9", ttl: was }] });
	});

	it("stays if a person or a file gives none", () => {
		const typed = { ...a("www"), ttl: null };
		expect(planZone([stored(300)], [typed], zone)).toEqual({ problem: "nothing" });
		expect(planZone([stored(300)], [{ ...typed, value: "192.0.2.9" }], zone)).toMatchObject({ target: [{ ttl: 300 }] });
	});

	it("was not written if the zone is as before", () => {
		const plan = planZone([stored(null)], [stored(300)], zone);
		if ("problem" in plan) throw new Error(plan.problem);
		expect(findingOf(plan, [stored(null)], zone)).toBe("absent");
		expect(findingOf(plan, [stored(300)], zone)).toBe("done");
	});
});

describe("a restore of any zone over any other", () => {
	it("gives the records and TTLs of the point, and keeps only unknown fields", () => {
		const key = (record: AnyRecord) => identityOf(record, zone);
		const stored = (records: readonly AnyRecord[], at: string): AnyRecord[] =>
			records.map((record) => ({ ...record, raw: { id: `${at} ${key(record)}`, at } }));
		fc.assert(
			fc.property(serviceZones, serviceZones, fc.nat(12), fc.constantFrom(60, 300, null), (one, other, count, ttl) => {
				// The two zones share some records, but the TTLs of these may differ.
				const shared = one.slice(0, count).map((record) => ({ ...record, ttl }));
				const point = stored(one, "point");
				const fresh = other.filter((each) => !shared.some((record) => key(record) === key(each)));
				const current = stored([...shared, ...fresh], "current");
				const { records, contested } = replan({ base: other, target: point, replaces: "zone" }, current, zone);
				const target = keepFields(current, records, zone);
				expect(contested).toEqual([]);
				expect(target.map(key)).toEqual(point.map(key));
				for (const [index, record] of target.entries()) {
					expect(record.ttl ?? null).toBe(point[index]?.ttl ?? null);
					const now = current.find((each) => key(each) === key(record));
					if (now) expect(record.raw).toEqual(now.raw);
				}
				// A second restore would change nothing.
				expect(planZone(target, point, zone)).toEqual({ problem: "nothing" });
			}),
			{ numRuns: 300 },
		);
	});
});

describe("applyEdits", () => {
	it("adds, removes and changes records in place", () => {
		const edits = [
			{ edit: "remove", record: a("old") },
			{ edit: "change", record: a("WWW"), to: a("www", "192.0.2.9") },
			{ edit: "add", record: mx },
		] as const;
		expect(applyEdits([a("www"), a("old"), a("@")], edits, zone)).toEqual([a("www", "192.0.2.9"), a("@"), mx]);
	});

	it("ignores an edit of a record that no longer exists", () => {
		expect(applyEdits([a("@")], [{ edit: "remove", record: a("old") }], zone)).toEqual([a("@")]);
		expect(applyEdits([a("@")], [{ edit: "change", record: a("old"), to: a("new") }], zone)).toEqual([a("@")]);
	});

	it("gives an existing record the TTL of the record to add, unless that has none", () => {
		const add = (current: AnyRecord[], ttl: number | null | undefined) =>
			applyEdits(current, [{ edit: "add", record: { ...a("www"), ttl } }], zone).map((each) => each.ttl);
		expect(add([a("www")], 60)).toEqual([60]);
		expect(add([a("www")], null)).toEqual([3600]);
		expect(add([a("www")], undefined)).toEqual([3600]);
		const twins = [
			{ ...a("www"), ttl: 60 },
			{ ...a("www"), ttl: 300 },
		];
		expect(add(twins, 300)).toEqual([60, 300]);
		expect(add(twins, 600)).toEqual([600, 300]);
	});

	it("removes one of several equal records: the one with the same TTL, or else the first", () => {
		const twins = [60, 300, null].map((ttl) => ({ ...a("www"), ttl }));
		const left = (ttl: number | null | undefined) =>
			applyEdits<AnyRecord>(twins, [{ edit: "remove", record: { ...a("www"), ttl } }], zone).map((each) => each.ttl);
		expect(left(300)).toEqual([60, null]);
		expect(left(undefined)).toEqual([60, 300]);
		expect(left(900)).toEqual([300, null]);
	});
});

describe("the finding of a read after a plan was sent", () => {
	const plan = { base: [a("@")], target: [a("@"), a("www")] };

	it.each([
		["done", [a("www"), a("@")]],
		["absent", [a("@")]],
		["moved", [a("@"), a("mail")]],
		["moved", []],
	])("%s", (found, now) => {
		expect(findingOf(plan, now, zone)).toBe(found);
	});
});
