import type { AnyRecord } from "@domains/contract/records/types.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffZones, isEmptyDiff, sameZone } from "../src/diff.ts";
import { applyDiff } from "../src/merge.ts";
import { a, alias, records, zone } from "./zones.ts";

describe("diffZones", () => {
	it("lists removed, changed and added records, and counts unchanged ones", () => {
		const before = [a("@", "192.0.2.1"), a("www", "192.0.2.1"), a("old", "192.0.2.1"), alias];
		const after = [a("@", "192.0.2.1"), a("www", "192.0.2.9"), a("new", "192.0.2.1"), alias];
		expect(diffZones(before, after, zone)).toEqual({
			removed: [a("old", "192.0.2.1")],
			changed: [{ before: a("www", "192.0.2.1"), after: a("www", "192.0.2.9") }],
			added: [a("new", "192.0.2.1")],
			kept: 2,
		});
	});

	it("reports a changed TTL, but not a missing one", () => {
		expect(diffZones([a("@", "192.0.2.1", 60)], [a("@", "192.0.2.1", 300)], zone).changed).toHaveLength(1);
		expect(isEmptyDiff(diffZones([a("@", "192.0.2.1", null)], [a("@", "192.0.2.1", 300)], zone))).toBe(true);
	});

	it("ignores a priority of a type that has none", () => {
		const before = [a("@", "192.0.2.1"), a("@", "192.0.2.2")].map((each) => ({ ...each, priority: 0 }));
		expect(isEmptyDiff(diffZones(before, [a("@", "192.0.2.1"), a("@", "192.0.2.2")], zone))).toBe(true);
		const mx = { type: "MX", hostname: "@", value: "mail.example.net", priority: 10 };
		expect(isEmptyDiff(diffZones([mx], [{ ...mx, priority: 20 }], zone))).toBe(false);
	});

	it("does not pair records if several changed at one name", () => {
		const before = [a("@", "192.0.2.1"), a("@", "192.0.2.2")];
		const diff = diffZones(before, [a("@", "192.0.2.3")], zone);
		expect(diff).toMatchObject({ removed: before, changed: [], added: [a("@", "192.0.2.3")] });
	});

	it("pairs an edited copy with its original, and then one record with another if both are alone", () => {
		const [one, two] = [
			{ ...a("www", "192.0.2.1"), raw: { id: 1 } },
			{ ...a("www", "192.0.2.2"), raw: { id: 2 } },
		];
		const [oneEdited, twoEdited] = [
			{ ...one, value: "192.0.2.11" },
			{ ...two, value: "192.0.2.12" },
		];
		const pairs = (before: AnyRecord[], after: AnyRecord[]) =>
			diffZones(before, after, zone).changed.map((pair) => [pair.before, pair.after]);
		expect(pairs([one, two], [twoEdited, oneEdited])).toEqual([
			[one, oneEdited],
			[two, twoEdited],
		]);
		const other = a("www", "192.0.2.99");
		expect(pairs([one, two], [other, oneEdited])).toEqual([
			[one, oneEdited],
			[two, other],
		]);
		expect(pairs([one], [other, a("www", "192.0.2.98")])).toEqual([]);
	});

	it("is not empty with one removed and one changed record, and counts no changed TTL as unchanged", () => {
		const diff = diffZones([a("@", "192.0.2.1", 60), a("www", "192.0.2.1")], [a("@", "192.0.2.1", 300)], zone);
		expect([isEmptyDiff(diff), diff.removed.length, diff.changed.length, diff.kept]).toEqual([false, 1, 1, 0]);
	});

	it("counts each of several equal records", () => {
		const one = a("@", "192.0.2.1");
		expect(sameZone([one, one], [one], zone)).toBe(false);
		expect(sameZone([one], [one, one], zone)).toBe(false);
		expect(diffZones([one, one], [one, one, one], zone)).toEqual({ removed: [], changed: [], added: [one], kept: 2 });
	});

	it("treats two spellings of one record as equal", () => {
		const spelt: AnyRecord = { type: "MX", hostname: "Example.com.", value: "MX1.Example.net.", priority: 10, ttl: 60 };
		const kept: AnyRecord = { type: "MX", hostname: "@", value: "mx1.example.net", priority: 10, ttl: 60 };
		expect(sameZone([spelt], [kept], zone)).toBe(true);
		expect(sameZone([spelt], [{ ...kept, priority: 20 }], zone)).toBe(false);
	});

	it("ignores the priority of a type that has none", () => {
		const one: AnyRecord = { type: "A", hostname: "@", value: "192.0.2.1", priority: 0 };
		expect(sameZone([one], [{ ...one, priority: null }], zone)).toBe(true);
		expect(sameZone([one], [{ ...one, priority: 20 }], zone)).toBe(true);
		const unknown = { ...one, type: "ALIAS" };
		expect(sameZone([unknown], [{ ...unknown, priority: 20 }], zone)).toBe(false);
	});

	it("is empty for a zone and itself in any order, and applying it gives the other zone", () => {
		fc.assert(
			fc.property(records, records, (before, after) => {
				expect(sameZone(before, before.toReversed(), zone)).toBe(true);
				const { records: reached, contested } = applyDiff(before, diffZones(before, after, zone), zone);
				expect(contested).toEqual([]);
				expect(sameZone(reached, after, zone)).toBe(true);
			}),
		);
	});
});
