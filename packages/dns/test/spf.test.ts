import { describe, expect, it } from "vitest";
import { countLookups, isSpf, mergeSpf, spfTerms } from "../src/spf.ts";

const google = "v=spf1 include:_spf.google.com ~all";

it.each([
	["a -all", "v=spf1 a include:_spf.google.com -all"],
	["include:_SPF.google.com mx ?all", "v=spf1 include:_SPF.google.com mx ?all"],
	["redirect=_spf.yandex.net", "v=spf1 include:_spf.yandex.net include:_spf.google.com ~all"],
	["ip4:192.0.2.1", "v=spf1 ip4:192.0.2.1 include:_spf.google.com ~all"],
	["-all", google],
])("merges %s with another record", (terms, merged) => {
	expect(mergeSpf(`v=spf1 ${terms}`, google)).toBe(merged);
	expect(mergeSpf(merged, google)).toBe(merged);
});

it.each([
	["v=spf1 a", "v=spf1 mx -all", "v=spf1 a mx -all"],
	["v=spf1 a", "v=spf1 A mx", "v=spf1 a mx ~all"],
	[" v=spf1  a   -ALL ", "v=spf1 mx", "v=spf1 a mx -ALL"],
	["v=spf1 include:mall allow=x -all", "v=spf1 mx", "v=spf1 include:mall allow=x mx -all"],
	["v=spf1 a all", "v=spf1 mx", "v=spf1 a mx all"],
	["v=spf1 a -all", "v=spf1 REDIRECT=b.net", "v=spf1 a include:b.net -all"],
])("merges %s with %s", (current, added, merged) => {
	expect(mergeSpf(current, added)).toBe(merged);
});

it.each([
	["v=spf1", true],
	[" V=SPF1 mx -all", true],
	["v=spf1\tmx", true],
	["v=spf10", false],
	["v=spf1-all", false],
	["x v=spf1 -all", false],
])("%j is an SPF record: %s", (text, expected) => {
	expect(isSpf(text)).toBe(expected);
});

it("lets a record that allows no sender replace the other one", () => {
	expect(mergeSpf(google, "v=spf1 -all")).toBe("v=spf1 -all");
});

it("an SPF record looks up what it includes, and its a, mx, ptr and exists", () => {
	const text =
		"v=spf1 +include:a.net ?include:b.net a a:c.net/24 mx/24 ptr exists:%{i}.d.net ip4:192.0.2.1 redirect=e.net";
	expect(spfTerms(text)).toEqual({ includes: ["a.net", "b.net", "e.net"], lookups: 8 });
});

it("an SPF record looks up nothing after its all, and no redirect next to it", () => {
	expect(spfTerms("v=spf1 redirect=a.net mx -all include:b.net")).toEqual({ includes: [], lookups: 1 });
});

it("an SPF record looks up nothing for terms that only resemble the known ones", () => {
	expect(spfTerms(" v=spf1 -a ~mx:m.net +ptr:x EXISTS:y ~Include:b.net")).toEqual({ includes: ["b.net"], lookups: 5 });
	expect(spfTerms("v=spf1 all mx include:b.net")).toEqual({ includes: [], lookups: 0 });
	const others = "xa ax a=b mxx exist:z include: xinclude:c.net xredirect=d.net redirect= xall allx";
	expect(spfTerms(`v=spf1 ${others} mx`)).toEqual({ includes: [], lookups: 1 });
});

describe("the lookups of an SPF record", () => {
	/** Counts the lookups of a record. `known`: the other SPF records by name; undefined for a name without an answer. */
	function counter(known: Record<string, string | string[] | undefined>) {
		const asked: string[] = [];
		const find = async (name: string) => {
			asked.push(name);
			if (!(name in known)) return [];
			const records = known[name];
			return records === undefined ? undefined : [records].flat();
		};
		const read = (terms: string) => countLookups(`v=spf1 ${terms}`, find);
		const count = async (terms: string) => {
			const { lookups, isMinimum } = await read(terms);
			return [lookups, isMinimum];
		};
		return { asked, count, problem: async (terms: string) => (await read(terms)).problem };
	}

	it("contain those of included records at any depth, and of the redirect", async () => {
		const { count } = counter({
			"a.net": "v=spf1 include:b.net mx -all",
			"b.net": "v=spf1 a redirect=c.net",
			"c.net": "v=spf1 exists:x.net -all",
		});
		expect(await count("-all")).toEqual([0, false]);
		expect(await count("include:A.net. -all")).toEqual([6, false]);
		expect(await count("redirect=b.net")).toEqual([4, false]);
		expect(await count("include:gone.net -all")).toEqual([1, false]);
	});

	it("count a record twice that is included twice, but read it once", async () => {
		const { asked, count } = counter({
			"a.net": "v=spf1 include:c.net -all",
			"b.net": "v=spf1 include:c.net -all",
			"c.net": "v=spf1 a mx -all",
		});
		expect(await count("include:a.net include:b.net -all")).toEqual([8, false]);
		expect(asked).toEqual(["a.net", "b.net", "c.net"]);
	});

	it("are a minimum without an answer, and with a name that depends on the sender", async () => {
		const { count } = counter({ "a.net": undefined, "b.net": "v=spf1 a -all" });
		expect(await count("include:a.net include:b.net -all")).toEqual([3, true]);
		expect(await count("include:%{i}.b.net -all")).toEqual([1, true]);
	});

	it("pass the limit with a record that includes itself", async () => {
		const { count } = counter({ "a.net": "v=spf1 include:b.net -all", "b.net": "v=spf1 include:a.net -all" });
		expect(await count("include:a.net -all")).toEqual([13, true]);
	});

	it("come with the first included name that has no SPF record or a broken one", async () => {
		const { problem } = counter({
			"a.net": "v=spf1 include:b.net -all",
			"b.net": "v=spf1 mx include:none.net -all",
			"bad.net": "v=spf1 ip4:999.1.1.1 -all",
			"quiet.net": undefined,
		});
		expect(await problem("include:a.net -all")).toEqual({ reason: "include", part: "none.net" });
		expect(await problem("redirect=Gone.net.")).toEqual({ reason: "include", part: "gone.net" });
		expect(await problem("include:quiet.net include:bad.net -all")).toEqual({ reason: "included", part: "bad.net" });
		expect(await problem("include:quiet.net include:%{i}.gone.net -all include:gone.net")).toBeUndefined();
	});

	it("do not count those of a name with several SPF records, which receivers refuse", async () => {
		const { count, problem } = counter({ "a.net": ["v=spf1 mx -all", "v=spf1 a -all"] });
		expect(await count("include:a.net -all")).toEqual([1, false]);
		expect(await problem("include:a.net -all")).toEqual({ reason: "included", part: "a.net" });
	});

	it("are exact up to a hundred", async () => {
		const { count } = counter({});
		expect(await count("mx ".repeat(100))).toEqual([100, false]);
		expect(await count("mx ".repeat(101))).toEqual([100, true]);
	});

	it("end in a chain without end, and in a record that multiplies", async () => {
		const chain: string[] = [];
		const long = await countLookups("v=spf1 include:a.net -all", async (name) => {
			chain.push(name);
			return [`v=spf1 include:x${name} -all`];
		});
		expect([long, chain.length]).toEqual([{ lookups: 16, isMinimum: true }, 15]);
		const many = (name: string) => `include:${name} `.repeat(50);
		const { count } = counter({ "a.net": `v=spf1 ${many("b.net")}`, "b.net": `v=spf1 ${many("c.net")}` });
		expect(await count(many("a.net"))).toEqual([100, true]);
	});
});
