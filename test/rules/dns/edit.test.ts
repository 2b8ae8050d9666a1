import type { AnyRecord } from "@domains/contract/records/types.ts";
import { diffZones, sameZone } from "@domains/dns/diff.ts";
import { editRecord, keepFields, lostFields, otherFields, sameFields } from "@domains/dns/edit.ts";
import { mergeZones } from "@domains/dns/merge.ts";
import { applyEdits, findingOf, planZone } from "@domains/dns/plan.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { zone } from "../../../packages/dns/test/zones.ts";
import { readDns, writeRecords } from "../../../src/client/read/dns.ts";
import type { PlannedRecord } from "../../../src/store/schema/operations.ts";

type Raw = Record<string, unknown>;

const a = (raw: Raw = {}, more: Partial<AnyRecord> = {}): AnyRecord => {
	return { type: "A", hostname: "www", value: "192.0.2.1", ttl: 300, raw, ...more };
};

/**
 * A record as any registrar's service may send it. Its content is in `value` or in `content`. Values may have unusual
 * types, and there may be unknown fields.
 */
const foreign: fc.Arbitrary<Raw> = fc
	.tuple(
		fc.record(
			{
				type: fc.constantFrom("A", "a", "MX", "TXT", "ALIAS"),
				hostname: fc.constantFrom("", "@", "www", "WWW", "www.example.com", "www.example.com."),
				name: fc.constantFrom("", "@", "www", "www.example.com"),
				value: fc.oneof(fc.constantFrom("192.0.2.1", "mx.example.net", '"quoted text"', ""), fc.jsonValue()),
				ttl: fc.constantFrom(1, 300, "300", "auto", null),
				priority: fc.constantFrom(0, 10, "10", null),
			},
			{ requiredKeys: ["type", "value"] },
		),
		fc.boolean(),
		fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()),
	)
	.map(([{ value, ...known }, asContent, fields]) => {
		// Convert the record to JSON and back, because a service sends it as JSON. For example, JSON has no negative zero.
		return JSON.parse(JSON.stringify({ ...fields, ...known, [asContent ? "content" : "value"]: value }));
	});
const zones = fc.uniqueArray(foreign, { minLength: 1, maxLength: 5, selector: (raw) => JSON.stringify(raw) });

function read(raws: readonly Raw[]): PlannedRecord[] {
	const dns = readDns({ records: raws });
	if (!dns) throw new Error("no records were read");
	return dns.records;
}

const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
const sent = (records: readonly PlannedRecord[]) => stored(writeRecords(records, "formal"));

describe("a priority that the service has put into the value", () => {
	const mx = (value: string, ttl = 300): AnyRecord => {
		return { type: "MX", hostname: "@", value, ttl, priority: null, raw: { content: value } };
	};
	const to = (value: string, priority?: number): AnyRecord => ({ type: "MX", hostname: "@", value, priority });

	it.each([
		["unchanged", to("mail.example.net", 10), "10 Mail.example.net."],
		["kept", to("mx.example.net"), "10 mx.example.net"],
		["changed", to("mail.example.net", 20), "20 mail.example.net"],
	])("stays there when it is %s", (_name, wanted, value) => {
		expect(editRecord(mx("10 Mail.example.net."), wanted, zone)).toMatchObject({ value, priority: null });
	});

	it("is the priority of the record", () => {
		const kept = mx("10 mail.example.net");
		expect(keepFields([kept], [to("mail.example.net", 10)], zone)).toEqual([kept]);
		expect(sameZone([kept], [to("mail.example.net", 20)], zone)).toBe(false);
	});
});

it("a record of an older state without a priority removes the priority that others added since", () => {
	const alias = (priority: number | null): AnyRecord => {
		return { ...a({ id: priority }, { type: "ALIAS", value: "lb.example.net" }), priority };
	};
	const [restored] = keepFields([alias(10)], [alias(null)], zone);
	expect(restored).toEqual({ ...alias(null), raw: { id: 10 } });
	const { raw: _, ...typed } = alias(null);
	expect(keepFields([alias(10)], [{ ...typed, value: "new.example.net" }], zone)).toMatchObject([{ priority: 10 }]);
});

describe("records of any service", () => {
	it("a zone written as it was read is identical, byte for byte", () => {
		fc.assert(
			fc.property(zones, (raws) => {
				expect(sent(stored(read(raws)))).toEqual(raws);
			}),
		);
	});

	it("editing the TTL changes only the TTL of that record", () => {
		fc.assert(
			fc.property(zones, fc.integer({ min: 61, max: 86_400 }), (raws, ttl) => {
				const base = read(raws);
				const [first] = base;
				if (!first || first.ttl === ttl) return;
				const { raw: _, ...shown } = first;
				const target = applyEdits(base, [{ edit: "change", record: shown, to: { ...shown, ttl } }], zone);
				const plan = planZone(base, keepFields(base, target, zone), zone);
				// The new TTL may make the record equal to another one. DNS forbids two equal records, so the edit is refused.
				if ("problem" in plan) {
					expect(plan.problem).toBe("invalid");
					return;
				}
				const [before, ...others] = raws;
				// If the service sent the TTL as text, the bot must write it back as text.
				const written = typeof before?.["ttl"] === "string" ? String(ttl) : ttl;
				expect(sent(stored([...plan.target]))).toEqual([{ ...before, ttl: written }, ...others]);
			}),
		);
	});

	it("undoing an edit restores every field, even fields that changed meanwhile", () => {
		fc.assert(
			fc.property(foreign, fc.integer({ min: 61, max: 86_400 }), fc.jsonValue(), (raw, ttl, mark) => {
				const base = read([raw]);
				const [first] = base;
				if (!first || typeof raw["ttl"] !== "number") return;
				const target = [editRecord(first, { ...first, ttl }, zone)];
				const now = read(sent(stored(target)).map((each) => ({ ...each, "x-mark": mark })));
				const back = mergeZones(stored(target), stored(base), now, zone).records;
				expect(sent(keepFields(now, back, zone))).toEqual([stored({ ...raw, "x-mark": mark })]);
			}),
		);
	});
});

describe("an edited record", () => {
	it.each<[string, Raw, Partial<PlannedRecord>, Raw]>([
		[
			"the value, under its key",
			{ type: "A", name: "www", content: "192.0.2.1" },
			{ value: "192.0.2.9" },
			{ content: "192.0.2.9" },
		],
		[
			"the hostname, under both of its keys",
			{ type: "A", name: "www", hostname: "www", value: "192.0.2.1" },
			{ hostname: "shop" },
			{ name: "shop", hostname: "shop" },
		],
		["a missing hostname", { type: "A", value: "192.0.2.1" }, { hostname: "shop" }, { hostname: "shop" }],
		["a missing priority", { type: "MX", hostname: "@", value: "mx.example.net" }, { priority: 5 }, { priority: 5 }],
		[
			"nothing if only the spelling differs",
			{ type: "A", name: "WWW.example.com", content: "192.0.2.1" },
			{ hostname: "www" },
			{},
		],
	])("changes %s", (_case, raw, to, changed) => {
		const [record] = read([raw]);
		if (!record) throw new Error("no record");
		expect(sent([editRecord(record, { ...record, ...to }, zone)])).toEqual([{ ...raw, ...changed }]);
	});

	it("loses the priority in its value when its type changes", () => {
		const current: AnyRecord = { type: "MX", hostname: "@", value: "10 mail.example.net", priority: null, raw: {} };
		const to = { type: "NS", hostname: "team", value: "ns1.example.net" };
		expect(editRecord(current, to, zone)).toEqual({ ...to, ttl: undefined, priority: null, raw: {} });
	});

	it("keeps its TTL and its priority if the person gives none", () => {
		const mx: AnyRecord = { type: "MX", hostname: "@", value: "mx.example.net", priority: 10, ttl: 300 };
		const to = { type: "MX", hostname: "eu", value: "mx2.example.net" };
		expect(editRecord(mx, to, zone)).toEqual({ ...to, priority: 10, ttl: 300 });
		expect(editRecord(mx, { ...to, priority: 0, ttl: 60 }, zone)).toEqual({ ...to, priority: 0, ttl: 60 });
	});

	it("keeps the spelling of the service if it has no other fields", () => {
		const plain: AnyRecord = { type: "A", hostname: "WWW.example.com", value: "192.0.2.1", ttl: 300 };
		const typed: AnyRecord = { type: "A", hostname: "www", value: "192.0.2.1", ttl: null };
		expect(keepFields([plain], [typed], zone)).toEqual([plain]);
		expect(keepFields([plain], [{ ...typed, ttl: 60 }], zone)).toEqual([{ ...plain, ttl: 60, priority: undefined }]);
	});

	it("loses the priority when its type changes", () => {
		const [record] = read([{ type: "MX", hostname: "@", value: "mx.example.net", priority: 10, note: "n" }]);
		if (!record) throw new Error("no record");
		const to = { type: "A", hostname: "@", value: "192.0.2.1", ttl: null, priority: null };
		expect(sent([editRecord(record, to, zone)])).toEqual([{ type: "A", hostname: "@", value: "192.0.2.1", note: "n" }]);
	});

	it("keeps its other fields in a plan that was stored without complete records", () => {
		const record = {
			type: "A",
			hostname: "@",
			value: "192.0.2.1",
			ttl: 300,
			priority: null,
			extra: { proxied: true, name: "" },
		};
		expect(writeRecords([record], "sample")).toEqual([
			{ type: "A", name: "", content: "192.0.2.1", ttl: 300, proxied: true },
		]);
	});
});

describe("a difference", () => {
	it("finds the edited record among several at its name", () => {
		const [one, two] = [a({ id: 1 }), a({ id: 2 }, { value: "192.0.2.2" })];
		const edited = { ...one, value: "192.0.2.7" };
		expect(diffZones([one, two], [edited, two], zone)).toEqual({
			removed: [],
			changed: [{ before: one, after: edited }],
			added: [],
			kept: 1,
		});
	});

	it("shows a TTL set on a record without one, but no TTL that one side only leaves out", () => {
		const unsaid = a({ id: 1 }, { ttl: null });
		expect(diffZones([unsaid], [{ ...unsaid, ttl: 300 }], zone).changed).toHaveLength(1);
		expect(sameZone([unsaid], [a({ id: 1, ttl: 300 })], zone)).toBe(true);
		expect(diffZones([a({ id: 1 })], [unsaid], zone).changed).toHaveLength(1);
	});
});

describe("unknown fields of a record", () => {
	it("changed unknown fields prevent sending bytes that were built before", () => {
		const plan = { base: [a({ proxied: true })], target: [a({ proxied: true }), a({}, { hostname: "new" })] };
		expect(findingOf(plan, [a({ proxied: true })], zone)).toBe("absent");
		expect(findingOf(plan, [a({ proxied: false })], zone)).toBe("drifted");
		expect(sameFields([a({ proxied: true })], [a({ proxied: false }, { value: "192.0.2.9" })], zone)).toBe(true);
		const plain = a({}, { raw: undefined });
		expect([sameFields([a({ proxied: true })], [plain], zone), sameFields([plain], [a()], zone)]).toEqual([true, true]);
	});

	it.each<[string, AnyRecord[], AnyRecord[], string[]]>([
		["nothing if records are only deleted", [a({ proxied: true })], [], []],
		["nothing if the new records have it", [a({ proxied: true })], [a({ proxied: false }, { type: "AAAA" })], []],
		[
			"the fields of a record that another type replaces",
			[a({ proxied: true, note: null })],
			[a({}, { type: "CNAME" })],
			["proxied"],
		],
		["a number without an exact representation", [a({ id: 2 ** 60 })], [a({ id: 2 ** 60 }, { ttl: 60 })], ["id"]],
		["a number that is too large for any", [], [a({ weight: Number.POSITIVE_INFINITY })], ["weight"]],
		["a text with a character that could not be stored", [], [a({ comment: "a\ufffdb" })], ["comment"]],
		["a number deep in a field", [], [a({ meta: { ids: [1, 2 ** 60] } })], ["meta"]],
		["a text deep in a field", [], [a({ meta: [{ note: "\ufffd" }] })], ["meta"]],
		[
			"no number that is exact",
			[],
			[a({ id: Number.MAX_SAFE_INTEGER, weight: 0.5, meta: { none: null, note: "a" } })],
			[],
		],
		["no field that the bot reads", [a({ ttl: 1, name: "www" })], [a({ ttl: 2 ** 60 }, { type: "AAAA" })], []],
		["no field of a record at another hostname", [a({ proxied: true })], [a({}, { hostname: "shop" })], []],
		[
			"each name once, sorted",
			[a({ b: 1 })],
			[a({ a: 2 ** 60, c: 2 ** 60 }, { type: "Y" }), a({ c: 2 ** 60 }, { type: "X" })],
			["a", "b", "c"],
		],
	])("is lost: %s", (_case, base, target, lost) => {
		expect(lostFields(base, target, zone)).toEqual(lost);
	});

	it.each<[string, Raw | undefined, Raw | undefined, string[]]>([
		[
			"fields that differ, sorted",
			{ proxied: true, comment: "a" },
			{ proxied: false, comment: "b" },
			["comment", "proxied"],
		],
		["a field that one of them lacks", { proxied: true }, {}, ["proxied"]],
		["a field that the other lacks", {}, { proxied: true }, ["proxied"]],
		["nothing for the same fields", { tags: ["a", "b"] }, { tags: ["a", "b"] }, []],
		["nothing for a missing field and null", { note: null }, {}, []],
		["nothing for a record without fields", undefined, { proxied: true }, []],
		["nothing without fields now", { proxied: true }, undefined, []],
		[
			"no field that the bot reads",
			{ type: "A", hostname: "a", name: "a", value: "a", content: "a", ttl: 1, priority: 1 },
			{ type: "B", hostname: "b", name: "b", value: "b", content: "b", ttl: 2, priority: 2 },
			[],
		],
		[
			"no field that services set themselves",
			{ id: 1, zone_id: 1, zoneId: 1, createdAt: 1, modified_on: 1, modifiedOn: 1, etag: 1, serial: 1 },
			{ id: 2, zone_id: 2, zoneId: 2, createdAt: 2, modified_on: 2, modifiedOn: 2, etag: 2, serial: 2 },
			[],
		],
		[
			"fields whose names only resemble those",
			{ paid: 1, idle: 1, format: 1, location: 1, At: 1, zoneIds: 1 },
			{ paid: 2, idle: 2, format: 2, location: 2, At: 2, zoneIds: 2 },
			["At", "format", "idle", "location", "paid", "zoneIds"],
		],
	])("differ between two times: %s", (_case, now, then, fields) => {
		const record = (raw: Raw | undefined) => ({ ...a(), raw });
		expect(otherFields([record(now)], [record(then)], zone)).toEqual(fields);
		expect(otherFields([record(now)], [{ ...record(then), value: "192.0.2.9" }], zone)).toEqual(fields);
	});
});
