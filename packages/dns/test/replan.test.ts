import { describe, expect, it } from "vitest";
import { doneByOthers, replan } from "../src/merge.ts";
import { a, alias, zone } from "./zones.ts";

const [one, two, three] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"] as const;

describe("a plan for a zone that others changed meanwhile", () => {
	const base = [a("@", one), a("www", one)];
	const target = [a("@", one), a("www", two)];
	const current = [...base, a("mail", three), alias];

	it("is merged with their changes if it consists of single changes", () => {
		expect(replan({ base, target }, current, zone)).toEqual({
			records: [a("@", one), a("www", two), a("mail", three), alias],
			contested: [],
		});
		const theirs = [a("@", one), a("www", three)];
		expect(replan({ base, target }, theirs, zone).contested).toEqual([{ was: a("www", one), now: a("www", three) }]);
	});

	it("reverts their changes if it replaces the zone", () => {
		expect(replan({ base, target, replaces: "zone" }, current, zone)).toEqual({ records: target, contested: [] });
	});

	it("replaces their records of the types of an import again, and keeps other types", () => {
		const imported = [...target, { ...alias, hostname: "old" }];
		expect(replan({ base, target: imported, replaces: "known" }, current, zone)).toEqual({
			records: [alias, ...target],
			contested: [],
		});
		expect(replan({ base, target: imported, replaces: "all" }, current, zone).records).toEqual(imported);
	});
});

describe("the planned changes that others have made", () => {
	const base = [a("gone", one), a("stays", one), a("moved", one), a("ttl", one, 60), a("value", one)];
	const target = [a("ttl", one, 300), a("value", two), a("new", one)];
	const done = (...current: ReturnType<typeof a>[]) => {
		const { removed, changed, added, kept } = doneByOthers({ base, target }, current, zone);
		expect(kept).toBe(0);
		return [removed, changed.map(({ after }) => after), added].map((each) => each.map(({ hostname }) => hostname));
	};

	it("are all of them if the zone is as planned, and none if it is as before", () => {
		expect(done(...target)).toEqual([["gone", "stays", "moved"], ["ttl", "value"], ["new"]]);
		expect(done(...base)).toEqual([[], [], []]);
	});

	it("are only those whose result is there", () => {
		const current = [a("stays", one), a("moved", three), a("ttl", one, 600), a("value", one), a("value", two)];
		expect(done(...current)).toEqual([["gone"], [], []]);
		expect(done(...base, a("new", one, 60))).toEqual([[], [], ["new"]]);
	});
});
