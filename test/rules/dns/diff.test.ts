import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyRecord } from "../../../src/rules/dns/any-record.ts";
import { diffZones, isEmptyDiff, sameZone } from "../../../src/rules/dns/diff.ts";
import { applyDiff, importInto, mergeZones } from "../../../src/rules/dns/merge.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };
const a = (hostname: string, value: string, ttl: number | null = 3600): AnyRecord => ({
	type: "A",
	hostname,
	value,
	ttl,
});
const alias: AnyRecord = { type: "ALIAS", hostname: "@", value: "lb.example.net", ttl: null };

const record: fc.Arbitrary<AnyRecord> = fc.oneof(
	fc.record({
		type: fc.constantFrom("A", "ALIAS"),
		hostname: fc.constantFrom("@", "www", "mail"),
		value: fc.constantFrom("192.0.2.1", "192.0.2.2", "192.0.2.3"),
		ttl: fc.constantFrom(60, 3600),
	}),
	fc.record({
		type: fc.constant("MX"),
		hostname: fc.constantFrom("@", "mail"),
		value: fc.constantFrom("mx1.example.net", "mx2.example.net"),
		priority: fc.constantFrom(10, 20),
		ttl: fc.constant(3600),
	}),
);
const records = fc.uniqueArray(record, {
	maxLength: 12,
	selector: (each) => [each.type, each.hostname, each.value, each.priority].join(),
});

describe("diffZones", () => {
	it("tells what goes, what changes and what comes, and counts what stays", () => {
		const before = [a("@", "192.0.2.1"), a("www", "192.0.2.1"), a("old", "192.0.2.1"), alias];
		const after = [a("@", "192.0.2.1"), a("www", "192.0.2.9"), a("new", "192.0.2.1"), alias];
		expect(diffZones(before, after, zone)).toEqual({
			removed: [a("old", "192.0.2.1")],
			changed: [{ before: a("www", "192.0.2.1"), after: a("www", "192.0.2.9") }],
			added: [a("new", "192.0.2.1")],
			kept: 2,
		});
	});

	it("sees a changed TTL, and none where one side does not say any", () => {
		expect(diffZones([a("@", "192.0.2.1", 60)], [a("@", "192.0.2.1", 300)], zone).changed).toHaveLength(1);
		expect(isEmptyDiff(diffZones([a("@", "192.0.2.1", null)], [a("@", "192.0.2.1", 300)], zone))).toBe(true);
	});

	it("does not guess which of several became which", () => {
		const before = [a("@", "192.0.2.1"), a("@", "192.0.2.2")];
		const diff = diffZones(before, [a("@", "192.0.2.3")], zone);
		expect(diff).toMatchObject({ removed: before, changed: [], added: [a("@", "192.0.2.3")] });
	});

	it("takes two spellings of one record for the same", () => {
		const spelt: AnyRecord = { type: "MX", hostname: "Example.com.", value: "MX1.Example.net.", priority: 10, ttl: 60 };
		const kept: AnyRecord = { type: "MX", hostname: "@", value: "mx1.example.net", priority: 10, ttl: 60 };
		expect(sameZone([spelt], [kept], zone)).toBe(true);
		expect(sameZone([spelt], [{ ...kept, priority: 20 }], zone)).toBe(false);
	});

	it("is empty for a zone and itself in any order, and leads from one zone to the other", () => {
		fc.assert(
			fc.property(records, records, (before, after) => {
				expect(sameZone(before, before.toReversed(), zone)).toBe(true);
				const { records: reached, lost } = applyDiff(before, diffZones(before, after, zone), zone);
				expect(lost).toEqual([]);
				expect(sameZone(reached, after, zone)).toBe(true);
			}),
		);
	});
});

describe("mergeZones", () => {
	it("carries my change over to a zone that somebody else changed meanwhile", () => {
		const base = [a("@", "192.0.2.1"), a("www", "192.0.2.1")];
		const mine = [a("@", "192.0.2.1"), a("www", "192.0.2.9")];
		const theirs = [...base, a("mail", "192.0.2.5")];
		expect(mergeZones(base, mine, theirs, zone)).toEqual({
			records: [a("@", "192.0.2.1"), a("www", "192.0.2.9"), a("mail", "192.0.2.5")],
			lost: [],
		});
	});

	it("names what it could not change because it is gone", () => {
		const base = [a("@", "192.0.2.1"), a("www", "192.0.2.1")];
		const merged = mergeZones(base, [a("@", "192.0.2.1"), a("www", "192.0.2.9")], [a("@", "192.0.2.1")], zone);
		expect(merged).toEqual({ records: [a("@", "192.0.2.1")], lost: [a("www", "192.0.2.1")] });
	});

	it("is my zone where nobody else wrote, and keeps all that others added", () => {
		fc.assert(
			fc.property(records, records, (base, mine) => {
				expect(sameZone(mergeZones(base, mine, base, zone).records, mine, zone)).toBe(true);
				const theirs = [...base, a("theirs", "192.0.2.7")];
				expect(mergeZones(base, mine, theirs, zone).records).toContainEqual(a("theirs", "192.0.2.7"));
			}),
		);
	});
});

describe("importInto", () => {
	const current = [a("@", "192.0.2.1"), a("www", "192.0.2.1"), alias];
	const imported = [a("@", "192.0.2.8"), a("@", "192.0.2.9"), a("www", "192.0.2.1", 60)];

	it.each([
		["replace", imported],
		["add", [...current, a("@", "192.0.2.8"), a("@", "192.0.2.9")]],
		["overwrite", [alias, ...imported]],
	] as const)("can %s", (how, expected) => {
		expect(importInto(current, imported, how, zone)).toEqual(expected);
	});
});
