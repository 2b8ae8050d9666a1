import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBehind, type Shown, type Written } from "../../../src/rules/dns/behind.ts";

const zone = { domain: "example.com", defaultTtl: 3_600 };
const own = ["ns1.small.net", "ns2.small.net"];
const foreign = ["a.example.net", "b.example.net"];
const record = (value: string) => ({ type: "A", hostname: "www", value, ttl: 300, priority: null });
const [one, two, three] = ["203.0.113.1", "203.0.113.2", "203.0.113.3"].map((value) => [record(value)]);
const records = (base = one, target = two): Written => ({ kind: "dns", base: base ?? [], target: target ?? [] });
const servers: Written = { kind: "nameservers", base: own, target: { nameservers: foreign } };
const preset: Written = { kind: "nameservers", base: own, target: { presetKey: "default" } };
const bound: Written = { kind: "edge", base: null, target: "main", nameservers: foreign };
const back: Written = { kind: "nameservers", base: own, target: { nameservers: own } };

const managed = { nameservers: own, mode: "managed" };
const external = { nameservers: foreign, mode: "external" };
const edge = { nameservers: own, mode: "edge" };

describe("a read of a domain", () => {
	it.each<[string, Written[], Shown, boolean]>([
		["without a change of ours", [], { ...managed, records: one ?? [] }, false],
		["that shows the records from before", [records()], { ...managed, records: one ?? [] }, true],
		["that shows our records", [records()], { ...managed, records: two ?? [] }, false],
		["that shows records of another program", [records()], { ...managed, records: three ?? [] }, false],
		["that tells no records", [records()], managed, false],
		["from before two changes", [records(two, three), records()], { ...managed, records: one ?? [] }, true],
		["after an undo", [records(two, one), records()], { ...managed, records: one ?? [] }, false],
		["from before an undo", [records(two, one), records()], { ...managed, records: two ?? [] }, true],
		["with our records and old nameservers", [servers, records()], { ...managed, records: two ?? [] }, true],
		["that shows the nameservers from before", [servers], managed, true],
		["that shows our nameservers", [servers], external, false],
		["that tells no nameservers", [servers], { nameservers: [], mode: null }, false],
		["from before a preset of the service's", [preset], managed, true],
		["that shows what a preset stands for", [preset], external, false],
		["with the profile that was left, and the same servers", [back], edge, true],
		["without the profile that was left", [back], managed, false],
		["that shows no profile yet", [bound], { ...external, edgeProfileKey: null }, true],
		["that shows our profile", [bound], { ...edge, edgeProfileKey: "main" }, false],
		["that shows another profile", [bound], { ...edge, edgeProfileKey: "other" }, false],
		["whose mode is not the profile's yet", [bound], external, true],
		["whose mode is the profile's", [bound], edge, false],
		["that tells neither mode nor profile", [bound], { nameservers: foreign, mode: null }, false],
		["after a profile was left again", [servers, bound], { ...external, edgeProfileKey: null }, false],
		[
			"from before a profile that was left again",
			[{ ...servers, target: { nameservers: ["c.net", "d.net"] } }, bound],
			{ ...external, edgeProfileKey: null },
			true,
		],
	])("%s", (_case, written, shown, expected) => {
		expect(isBehind(written, shown, zone)).toBe(expected);
	});

	it("is behind while it shows any state but the last of a chain of changes", () => {
		const values = fc.uniqueArray(fc.integer({ min: 1, max: 250 }), { minLength: 2, maxLength: 6 });
		fc.assert(
			fc.property(values, (numbers) => {
				const states = numbers.map((number) => [record(`198.51.100.${number}`)]);
				const written = states
					.slice(1)
					.map((state, index) => records(states[index], state))
					.reverse();
				const behind = states.map((state) => isBehind(written, { ...managed, records: state }, zone));
				expect(behind).toEqual(states.map((_, index) => index < states.length - 1));
			}),
		);
	});
});
