import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CompletedChange, isBehind, type ReadState } from "../src/behind.ts";

const zone = { domain: "example.com", defaultTtl: 3_600 };
const own = ["ns1.small.net", "ns2.small.net"];
const foreign = ["a.example.net", "b.example.net"];
const record = (value: string) => ({ type: "A", hostname: "www", value, ttl: 300, priority: null });
const [one, two, three] = ["203.0.113.1", "203.0.113.2", "203.0.113.3"].map((value) => [record(value)]);
const records = (base = one, target = two): CompletedChange => ({
	kind: "dns",
	base: base ?? [],
	target: target ?? [],
});
const servers: CompletedChange = { kind: "nameservers", base: own, target: { nameservers: foreign } };
const preset: CompletedChange = { kind: "nameservers", base: own, target: { presetKey: "default" } };
const bound: CompletedChange = { kind: "edge", base: null, target: "main", nameservers: foreign };
const rebound: CompletedChange = { kind: "edge", base: "other", target: "main" };
const unbound: CompletedChange = { kind: "edge", base: "main", target: "other" };
const back: CompletedChange = { kind: "nameservers", base: own, target: { nameservers: own } };

const managed = { nameservers: own, mode: "managed" };
const external = { nameservers: foreign, mode: "external" };
const edge = { nameservers: own, mode: "edge" };

describe("a read of a domain", () => {
	it.each<[string, CompletedChange[], ReadState, boolean]>([
		["without a change of ours", [], { ...managed, records: one ?? [] }, false],
		["that shows the records from before", [records()], { ...managed, records: one ?? [] }, true],
		["that shows our records", [records()], { ...managed, records: two ?? [] }, false],
		["that shows records of another program", [records()], { ...managed, records: three ?? [] }, false],
		["without records", [records()], managed, false],
		["from before two changes", [records(two, three), records()], { ...managed, records: one ?? [] }, true],
		["after an undo", [records(two, one), records()], { ...managed, records: one ?? [] }, false],
		["from before an undo", [records(two, one), records()], { ...managed, records: two ?? [] }, true],
		["with our records and old nameservers", [servers, records()], { ...managed, records: two ?? [] }, true],
		["with old records and our nameservers", [servers, records()], { ...external, records: one ?? [] }, true],
		["with older nameservers and our records", [records(), servers], { ...managed, records: two ?? [] }, true],
		["that shows the nameservers from before", [servers], managed, true],
		["that shows our nameservers", [servers], external, false],
		["without nameservers", [servers], { nameservers: [], mode: null }, false],
		["without nameservers before and now", [{ ...servers, base: [] }], { nameservers: [], mode: null }, false],
		["from before a preset of the service", [preset], managed, true],
		["that shows the nameservers of a preset", [preset], external, false],
		["with the unbound profile and the same servers", [back], edge, true],
		["without the unbound profile", [back], managed, false],
		["that shows no profile yet", [bound], { ...external, edgeProfileKey: null }, true],
		["that shows our profile", [bound], { ...edge, edgeProfileKey: "main" }, false],
		["that shows another profile", [bound], { ...edge, edgeProfileKey: "other" }, false],
		["that shows another profile in the old mode", [bound], { ...external, edgeProfileKey: "other" }, false],
		["after a profile was bound again", [rebound, unbound], { ...edge, edgeProfileKey: "main" }, false],
		["whose mode is the profile's, with older nameservers", [bound, servers], edge, false],
		["without a profile and nameservers", [rebound], { nameservers: [], mode: "managed" }, true],
		["whose mode is not the profile's yet", [bound], external, true],
		["whose mode is the profile's", [bound], edge, false],
		["without mode and profile", [bound], { nameservers: foreign, mode: null }, false],
		["after a profile was unbound", [servers, bound], { ...external, edgeProfileKey: null }, false],
		[
			"from before a profile was unbound",
			[{ ...servers, target: { nameservers: ["c.net", "d.net"] } }, bound],
			{ ...external, edgeProfileKey: null },
			true,
		],
	])("%s", (_case, written, shown, expected) => {
		expect(isBehind(written, shown, zone)).toBe(expected);
	});

	it("is stale if it shows any state before the last of several changes", () => {
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
