import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameZone } from "../../../src/rules/dns/diff.ts";
import { importInto, mergeZones } from "../../../src/rules/dns/merge.ts";
import { a, alias, records, zone } from "./zones.ts";

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
