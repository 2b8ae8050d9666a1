import { identityOf, recordSetKey } from "@domains/contract/records/record.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameZone } from "../src/diff.ts";
import { fittedTtls, importInto, isReplaceable, mergeZones } from "../src/merge.ts";
import type { FileTypes } from "../src/zone-file/parsed-zone.ts";
import { zone as fileZone, serviceZones } from "./zone-file/records.ts";
import { a, alias, records, zone } from "./zones.ts";

const mx = (value: string, priority: number | null, hostname = "@"): AnyRecord => {
	return { type: "MX", hostname, value, priority, ttl: 300 };
};

describe("mergeZones", () => {
	it("applies my change to a zone that another person changed meanwhile", () => {
		const base = [a("@", "192.0.2.1"), a("www", "192.0.2.1")];
		const mine = [a("@", "192.0.2.1"), a("www", "192.0.2.9")];
		const theirs = [...base, a("mail", "192.0.2.5")];
		expect(mergeZones(base, mine, theirs, zone)).toEqual({
			records: [a("@", "192.0.2.1"), a("www", "192.0.2.9"), a("mail", "192.0.2.5")],
			contested: [],
		});
	});

	it("applies my change to the record as others left it, and names the record", () => {
		const base = [a("@", "192.0.2.1"), a("www", "192.0.2.1")];
		const theirs = [a("@", "192.0.2.1"), a("www", "192.0.2.3", 60)];
		const contested = [{ was: a("www", "192.0.2.1"), now: a("www", "192.0.2.3", 60) }];
		const mine = [a("@", "192.0.2.1"), a("www", "192.0.2.9")];
		expect(mergeZones(base, mine, theirs, zone)).toMatchObject({ contested, records: [{}, { value: "192.0.2.9" }] });
		expect(mergeZones(base, [a("@", "192.0.2.1")], theirs, zone)).toEqual({
			contested,
			records: [a("@", "192.0.2.1")],
		});
		// The other program made the same change as the person, so nothing is contested.
		expect(mergeZones(base, theirs, theirs, zone)).toEqual({ records: theirs, contested: [] });
	});

	it("creates a changed record again if others deleted it, and has nothing left to delete", () => {
		const base = [a("@", "192.0.2.1"), a("www", "192.0.2.1")];
		const theirs = [a("@", "192.0.2.1")];
		expect(mergeZones(base, [a("@", "192.0.2.1"), a("www", "192.0.2.9")], theirs, zone)).toEqual({
			records: [a("@", "192.0.2.1"), a("www", "192.0.2.9")],
			contested: [{ was: a("www", "192.0.2.1"), now: null }],
		});
		expect(mergeZones(base, theirs, theirs, zone)).toEqual({ records: theirs, contested: [] });
	});

	it("names nothing if others have made the same record, next to another one", () => {
		const theirs = [a("www", "192.0.2.9"), a("www", "192.0.2.8")];
		expect(mergeZones([a("www", "192.0.2.1")], [a("www", "192.0.2.9")], theirs, zone)).toEqual({
			records: theirs,
			contested: [],
		});
		const both = [a("www", "192.0.2.1"), a("www", "192.0.2.9")];
		expect(mergeZones([a("www", "192.0.2.1")], [a("www", "192.0.2.9")], both, zone)).toEqual({
			records: [a("www", "192.0.2.9")],
			contested: [],
		});
	});

	it.each([
		["value", mx("mx2.example.net", 10), mx("mx1.example.net", 20), mx("mx2.example.net", 20)],
		["priority", mx("mx1.example.net", 30), mx("mx2.example.net", 10), mx("mx2.example.net", 30)],
		["spelling", mx("MX1.example.net.", 30), mx("mx2.example.net", 10), mx("mx2.example.net", 30)],
	])("changes the %s of a mail server, and keeps what others changed", (_what, mine, theirs, merged) => {
		const base = mx("mx1.example.net", 10);
		expect(mergeZones([base], [mine], [theirs], zone)).toEqual({
			records: [merged],
			contested: [{ was: base, now: theirs }],
		});
	});

	it("gives a record that I moved to another hostname the fields that others set on it", () => {
		const base = { ...a("www", "192.0.2.1", 300), raw: { id: 1 } };
		const theirs = { ...a("www", "192.0.2.1", 60), raw: { id: 1, proxied: true } };
		expect(mergeZones<AnyRecord>([base], [{ ...base, hostname: "shop" }], [theirs], zone)).toEqual({
			records: [{ ...theirs, hostname: "shop" }],
			contested: [],
		});
	});

	it("removes a TTL and a priority that I removed, but none that another source does not give", () => {
		const base = { ...mx("mx1.example.net", 10), raw: { id: 1 } };
		const merge = (mine: AnyRecord) => mergeZones<AnyRecord>([base], [mine], [base], zone).records;
		const removed = { ...base, ttl: null, priority: null };
		expect(merge(removed)).toEqual([removed]);
		expect(merge({ ...removed, raw: undefined, value: "mx2.example.net" })).toEqual([
			{ ...base, value: "mx2.example.net" },
		]);
	});

	it("keeps the value that others set if I changed only the TTL", () => {
		const raw = { id: 1 };
		const base = [{ ...a("www", "192.0.2.1", 300), raw }];
		const theirs = [{ ...a("www", "192.0.2.3", 300), raw: { id: 2 } }];
		const mine = [{ ...a("www", "192.0.2.1", 600), raw }];
		expect(mergeZones<AnyRecord>(base, mine, theirs, zone)).toEqual({
			records: [{ ...a("www", "192.0.2.3", 600), raw: { id: 2 } }],
			contested: [],
		});
	});

	it("equals my zone if no other person wrote, and keeps all additions of others", () => {
		fc.assert(
			fc.property(records, records, (base, mine) => {
				expect(sameZone(mergeZones(base, mine, base, zone).records, mine, zone)).toBe(true);
			}),
		);
		fc.assert(
			fc.property(records, records, records, (base, mine, others) => {
				const known = new Set(base.map((record) => identityOf(record, zone)));
				const added = others.filter((record) => !known.has(identityOf(record, zone)));
				const merged = mergeZones(base, mine, [...base, ...added], zone);
				expect(merged.records).toEqual(expect.arrayContaining(added));
				expect(merged.contested).toEqual([]);
			}),
		);
	});
});

describe("two records that differ only in unknown fields", () => {
	const [eu, us] = [
		{ ...a("@", "192.0.2.1"), raw: { id: "a", region: "eu" } },
		{ ...a("@", "192.0.2.1"), raw: { id: "b", region: "us" } },
	];
	const added = a("new", "192.0.2.2");

	it("both stay when another record is added, removed or imported", () => {
		expect(mergeZones([eu, us], [eu, us, added], [eu, us], zone).records).toEqual([eu, us, added]);
		expect(mergeZones([eu, us, added], [eu, us], [eu, us, added], zone).records).toEqual([eu, us]);
		expect(importInto([eu, us], [added, a("@", "192.0.2.1")], { how: "add", types: "known" }, zone)).toEqual([
			eu,
			us,
			added,
		]);
		expect(importInto([eu, us], [added], { how: "overwrite", types: "known" }, zone)).toEqual([eu, us, added]);
	});

	it.each([
		["the first", [us], eu],
		["the second", [eu], us],
	])("only %s goes when it is removed, even if its fields or the order changed", (_name, mine, gone) => {
		const moved = [us, eu].map((each) => ({ ...each, raw: { ...each.raw, hits: 1 } }));
		const rest = moved.filter((each) => each.raw.id !== gone.raw.id);
		expect(mergeZones([eu, us], mine, [eu, us], zone)).toEqual({ records: mine, contested: [] });
		expect(mergeZones<AnyRecord>([eu, us], mine, moved, zone)).toEqual({ records: rest, contested: [] });
	});

	it("only one of them changes when one is edited", () => {
		const edited = { ...us, value: "192.0.2.9" };
		expect(mergeZones([eu, us], [eu, edited], [eu, us, added], zone).records).toEqual([eu, edited, added]);
	});
});

describe("importInto", () => {
	const current = [a("@", "192.0.2.1"), a("www", "192.0.2.1"), alias];
	const imported = [a("@", "192.0.2.8"), a("@", "192.0.2.9"), a("www", "192.0.2.1", 60)];

	it.each([
		["replace", [alias, ...imported]],
		["add", [...current, a("@", "192.0.2.8"), a("@", "192.0.2.9")]],
		["overwrite", [alias, ...imported]],
	] as const)("can %s records", (how, expected) => {
		expect(importInto(current, imported, { how, types: "known" }, zone)).toEqual(expected);
	});

	it.each(["add", "overwrite"] as const)("never touches records that the file does not name: %s", (how) => {
		fc.assert(
			fc.property(serviceZones, serviceZones, fc.nat(12), (current, fresh, count) => {
				const file = [...fresh, ...current.slice(0, count)];
				const named = new Set(file.map((record) => recordSetKey(record, fileZone)));
				const others = current.filter((record) => !named.has(recordSetKey(record, fileZone)));
				const into = importInto(current, file, { how, types: "all" }, fileZone);
				// The result contains the other records as the same objects in the same order. So the import changes neither
				// their spelling nor their unknown fields.
				expect(into.filter((record) => !named.has(recordSetKey(record, fileZone)))).toEqual(others);
				expect(others.every((record) => into.includes(record))).toBe(true);
				if (how === "add") expect(into.slice(0, current.length)).toEqual(current);
			}),
			{ numRuns: 300 },
		);
	});

	it("replaces types that the bot does not know if the file can contain them, but never the SOA", () => {
		const soa: AnyRecord = { type: "SOA", hostname: "@", value: "ns1.example.net host.example.net 1 2 3 4 5" };
		const other = { ...alias, value: "lb2.example.net" };
		const replace = (types: FileTypes) => importInto([soa, alias], [other], { how: "replace", types }, zone);
		expect(replace("all")).toEqual([soa, other]);
		expect(replace("known")).toEqual([soa, alias, other]);
		expect(replace(["URL"])).toEqual([soa, alias, other]);
		expect(replace(["ALIAS", "SOA"])).toEqual([soa, other]);
	});

	it("keeps a TTL that the service uses, leaves out another automatic one, and limits the others", () => {
		const ttlOf = (ttl: number, used: number, type = "A") =>
			importInto([a("used", "192.0.2.1", used)], [{ ...a("new", "192.0.2.1", ttl), type }], add, zone)[1]?.ttl;
		const add = { how: "add", types: "all" } as const;
		expect([ttlOf(1, 1), ttlOf(30, 30), ttlOf(1, 300), ttlOf(30, 300), ttlOf(2 ** 31, 300)]).toEqual([
			1,
			30,
			null,
			60,
			2 ** 31 - 1,
		]);
		expect([ttlOf(1, 300, "ALIAS"), ttlOf(0, 300, "ALIAS")]).toEqual([1, 0]);
	});

	it.each(["add", "overwrite", "replace"] as const)("keeps TTL and priority that the file does not give: %s", (how) => {
		const mx: AnyRecord = { type: "MX", hostname: "@", value: "mail.example.net", ttl: 300, priority: 10 };
		const inside: AnyRecord = { type: "MX", hostname: "eu", value: "20 mail.example.net", ttl: 300 };
		const zoneNow = [a("@", "192.0.2.1", 300), mx];
		const file = [a("@", "192.0.2.1", null), { ...mx, ttl: null, priority: null }];
		const into = (current: AnyRecord[], read: AnyRecord[]) => importInto(current, read, { how, types: "all" }, zone);
		expect(into(zoneNow, file)).toEqual(zoneNow);
		expect(into([inside], [{ ...mx, hostname: "eu", ttl: null, priority: null }])).toMatchObject([{ ttl: 300 }]);
		const other = { ...mx, value: "new.example.net", ttl: null, priority: null };
		expect(into(zoneNow, [...file, other])).toEqual([...zoneNow, { ...other, priority: 0 }]);
	});

	it("takes a missing priority only from the same mail server of the same hostname", () => {
		const current = [
			{ ...mx("mail.example.net", 5), type: "ALIAS" },
			mx("mail.example.net", 10),
			mx("other.example.net", 20, "eu"),
		];
		const priorityOf = (record: AnyRecord) =>
			importInto(current, [record], { how: "overwrite", types: "known" }, zone).at(-1)?.priority;
		expect(priorityOf(mx("mail.example.net", null))).toBe(10);
		expect(priorityOf(mx("other.example.net", null))).toBe(0);
		expect(priorityOf(mx("mail.example.net", null, "eu"))).toBe(0);
		expect(priorityOf(mx("mail.example.net", 30))).toBe(30);
	});

	it("imports a record once that the file has in two spellings", () => {
		const file = [a("www", "192.0.2.1"), a("WWW.example.com.", "192.0.2.1", 60)];
		expect(importInto([], file, { how: "add", types: "known" }, zone)).toEqual([a("www", "192.0.2.1")]);
	});

	it.each<[AnyRecord, FileTypes, boolean]>([
		[a("www", "192.0.2.1"), "known", true],
		[a("www", "192.0.2.1"), ["ALIAS"], true],
		[a("www", "no address"), "all", false],
		[a("www", "no address"), ["A"], false],
		[alias, "known", false],
		[alias, "all", true],
		[alias, ["ALIAS"], true],
		[alias, ["URL"], false],
		[{ ...alias, type: "SOA" }, ["SOA"], false],
		[{ ...alias, type: "no type" }, "all", false],
	])("replaces %j with a file of %j: %s", (record, types, expected) => {
		expect(isReplaceable(record, types, zone)).toBe(expected);
	});
});

describe("fittedTtls", () => {
	const current = [a("used", "192.0.2.1", 30), a("www", "192.0.2.1", 300), { ...alias, ttl: 20 }];
	const file = [
		a("same", "192.0.2.1", 30),
		a("www", "192.0.2.1", 5),
		a("low", "192.0.2.1", 20),
		a("automatic", "192.0.2.1", 1),
		a("high", "192.0.2.1", 2 ** 31),
		a("least", "192.0.2.1", 60),
		a("none", "192.0.2.1", null),
		{ ...alias, ttl: 5 },
	];
	const fitted = (how: "add" | "replace" | "overwrite") =>
		fittedTtls(current, file, how, zone).map(({ before, after }) => [before.hostname, before.ttl, after.ttl]);

	it("names the records whose TTL is out of bounds, unless the zone has it", () => {
		expect(fitted("replace")).toEqual([
			["www", 5, 60],
			["low", 20, 60],
			["automatic", 1, null],
			["high", 2 ** 31, 2 ** 31 - 1],
		]);
		expect(fitted("overwrite")).toEqual(fitted("replace"));
	});

	it("leaves out the records that an import adds nothing to", () => {
		expect(fitted("add").map(([hostname]) => hostname)).toEqual(["low", "automatic", "high"]);
	});
});
