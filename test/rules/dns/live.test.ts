import { describe, expect, it } from "vitest";
import { expectedOf, verdictOf, worstOf } from "../../../src/rules/dns/live.ts";

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

	it("are only the nameservers if the domain is served elsewhere", () => {
		expect(expectedOf(state([home], { mode: "external" }), null, zone).total).toBe(1);
	});

	it("are at most six", () => {
		const many = Array.from({ length: 50 }, (_, index) => ({ ...home, hostname: `h${index}` }));
		const { asked, total } = expectedOf(state(many), null, zone);
		expect([asked.length, total]).toEqual([6, 51]);
	});
});

describe("a verdict", () => {
	const expected = { name: "shop.com", type: "A" as const, values: ["192.0.2.1"] };
	const reply = { kind: "values" as const, values: ["192.0.2.1"], ttlSeconds: 60, authoritative: false };
	it("is failed for a nameserver that does not have the zone", () => {
		expect(verdictOf(expected, reply, true)).toBe("failed");
		expect(verdictOf(expected, reply, false)).toBe("new");
	});
	it("of several answers is the older state", () => {
		expect(worstOf(["new", "old", "failed", "silent"])).toBe("old");
		expect(worstOf(["new", "silent"])).toBe("silent");
		expect(worstOf(["new", "new"])).toBe("new");
	});
});
