import { describe, expect, it } from "vitest";
import { comparedValues, expectedOf, verdictOf, worstOf } from "../src/live.ts";

const zone = { domain: "shop.com", defaultTtl: 3600 };
const state = (records: { type: string; hostname: string; value: string; priority?: number }[], more = {}) => ({
	mode: "managed",
	records,
	nameservers: ["NS1.host.net.", "ns2.host.net"],
	...more,
});
const home = { type: "A", hostname: "@", value: "192.0.2.1" };

describe("the questions about a domain", () => {
	it("are its nameservers and each record set, with the values as servers spell them", () => {
		const records = [
			home,
			{ type: "MX", hostname: "@", value: "mail.shop.com", priority: 10 },
			{ type: "TXT", hostname: "t", value: '"a b"' },
			{ type: "SRV", hostname: "_sip._tcp", value: "1 5060 sip.shop.com", priority: 5 },
			{ type: "ALIAS", hostname: "x", value: "y" },
		];
		expect(expectedOf(state(records), null, zone)).toEqual({
			asked: [
				{ name: "shop.com", type: "NS", values: ["ns1.host.net", "ns2.host.net"] },
				{ name: "shop.com", type: "A", values: ["192.0.2.1"] },
				{ name: "shop.com", type: "MX", values: ["10 mail.shop.com"] },
				{ name: "t.shop.com", type: "TXT", values: ["a b"] },
				{ name: "_sip._tcp.shop.com", type: "SRV", values: ["5 1 5060 sip.shop.com"] },
			],
			total: 5,
		});
	});

	it("are only those of a change, also of a removed record", () => {
		const { asked } = expectedOf(state([home]), ["A @", "A www"], zone);
		expect(asked).toEqual([
			{ name: "shop.com", type: "A", values: ["192.0.2.1"] },
			{ name: "www.shop.com", type: "A", values: [] },
		]);
	});

	it.each([
		["a wildcard", { type: "A", hostname: "*", value: "192.0.2.2" }],
		["an alias", { type: "CNAME", hostname: "www", value: "a.net" }],
		["a delegation", { type: "NS", hostname: "www", value: "ns.a.net" }],
	])("leave out a removed record whose name %s answers for", (_what, other) => {
		const { asked } = expectedOf(state([other]), ["A www"], zone);
		expect(asked.map(({ type }) => type)).toEqual(["NS"]);
	});

	it.each([
		["an alias of another name", { type: "CNAME", hostname: "shop", value: "a.net" }],
		["a delegation of another name", { type: "NS", hostname: "team", value: "ns.a.net" }],
		["a delegation of a part of the name", { type: "NS", hostname: "ww", value: "ns.a.net" }],
	])("contain a removed record next to %s", (_what, other) => {
		const { asked } = expectedOf(state([other]), ["A www"], zone);
		expect(asked).toEqual([{ name: "www.shop.com", type: "A", values: [] }]);
	});

	it("contain a record next to a wildcard, an alias itself, and a delegation itself, but nothing below it", () => {
		const others = [
			{ type: "A", hostname: "*", value: "192.0.2.2" },
			{ type: "CNAME", hostname: "www", value: "a.net" },
			{ type: "NS", hostname: "team", value: "ns.a.net" },
			{ type: "A", hostname: "ns.team", value: "192.0.2.3" },
			{ type: "TXT", hostname: "team", value: "x" },
		];
		const { asked } = expectedOf(state([home, ...others]), null, zone);
		expect(asked.map(({ type, name }) => `${type} ${name}`)).toEqual([
			"NS shop.com",
			"A shop.com",
			"A *.shop.com",
			"CNAME www.shop.com",
			"NS team.shop.com",
		]);
	});

	it("leave out a removed record next to any number of others", () => {
		const wildcard = { type: "A", hostname: "*", value: "192.0.2.2" };
		expect(expectedOf(state([home, wildcard]), ["A www"], zone).asked.map(({ type }) => type)).toEqual(["NS"]);
	});

	it("contain the content of a text, and sorted nameservers", () => {
		const text = { type: "TXT", hostname: "@", value: '" a"' };
		const { asked } = expectedOf(state([text], { nameservers: ["b.net", "a.net"] }), null, zone);
		expect(asked.map(({ values }) => values)).toEqual([["a.net", "b.net"], [" a"]]);
	});

	it("contain each value of a record set once, in the order of servers", () => {
		const records = ["192.0.2.9", "192.0.2.1", "192.0.2.9"].map((value) => ({ ...home, value }));
		expect(expectedOf(state(records), ["A @"], zone).asked).toEqual([
			{ name: "shop.com", type: "A", values: ["192.0.2.1", "192.0.2.9"] },
		]);
		const mail = { type: "MX", hostname: "@", value: "mail.shop.com" };
		expect(expectedOf(state([mail]), ["MX @"], zone).asked[0]?.values).toEqual(["0 mail.shop.com"]);
	});

	it("are only the nameservers if the domain is served elsewhere, and none if these are unknown", () => {
		const total = (more: { mode: string | null; nameservers?: string[] }) =>
			expectedOf(state([home], more), null, zone).total;
		expect(total({ mode: "external" })).toBe(1);
		expect(total({ mode: "external", nameservers: [] })).toBe(0);
		expect(total({ mode: null })).toBe(2);
		expect(total({ mode: null, nameservers: [] })).toBe(1);
	});

	it("are at most six", () => {
		const many = Array.from({ length: 50 }, (_, index) => ({ ...home, hostname: `h${index}` }));
		const { asked, total } = expectedOf(state(many), null, zone);
		expect([asked.length, total]).toEqual([6, 51]);
	});
});

describe("a verdict", () => {
	const expected = { name: "shop.com", type: "A" as const, values: ["192.0.2.1"] };
	const reply = {
		kind: "values" as const,
		values: ["192.0.2.1"],
		aliases: [] as string[],
		ttlSeconds: 60,
		authoritative: false,
	};
	it("is failed for a nameserver that does not have the zone", () => {
		expect(verdictOf(expected, reply, true)).toBe("failed");
		expect(verdictOf(expected, reply, false)).toBe("new");
	});
	it("compares the values, and needs no authority for the nameservers of the parent", () => {
		const old = { ...reply, values: ["192.0.2.1", "192.0.2.2"], authoritative: true };
		expect(verdictOf(expected, { ...reply, authoritative: true }, true)).toBe("new");
		expect(verdictOf(expected, old, true)).toBe("old");
		expect(verdictOf({ ...expected, type: "NS" }, reply, true)).toBe("new");
	});
	it("is old for an alias that leads to the expected values", () => {
		const alias = { ...reply, aliases: ["a.net", "b.net"] };
		expect(verdictOf(expected, alias, false)).toBe("old");
		expect(comparedValues(alias)).toEqual(["CNAME a.net"]);
	});
	it("is the failure or the silence of the server", () => {
		expect(verdictOf(expected, { kind: "failed" }, false)).toBe("failed");
		expect(verdictOf(expected, { kind: "unreadable" }, false)).toBe("failed");
		expect(verdictOf(expected, "silent", false)).toBe("silent");
	});
	it("of several answers is the older state", () => {
		expect(worstOf(["new", "old", "failed", "silent"])).toBe("old");
		expect(worstOf(["new", "silent"])).toBe("silent");
		expect(worstOf(["failed", "silent"])).toBe("failed");
		expect(worstOf([])).toBe("silent");
		expect(worstOf(["new", "new"])).toBe("new");
	});
});
