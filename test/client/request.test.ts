import { describe, expect, it } from "vitest";
import { type Mutation, pathOf, prepare } from "../../src/client/request.ts";

const item = { domain: "example.com", years: 2, client_ref: "shop" };

describe("prepare", () => {
	it.each<[Mutation, string, unknown, string[]]>([
		[{ endpoint: "register", item }, "POST /domains/register", item, ["example.com"]],
		[{ endpoint: "registerBatch", items: [item] }, "POST /domains/register/batch", { items: [item] }, ["example.com"]],
		[{ endpoint: "renew", item }, "POST /domains/example.com/renew", { years: 2, client_ref: "shop" }, ["example.com"]],
		[{ endpoint: "renewBatch", items: [item] }, "POST /domains/renew/batch", { items: [item] }, ["example.com"]],
		[
			{ endpoint: "replaceDns", domain: "a.com", records: [{ type: "A" }] },
			"PUT /domains/a.com/dns",
			{ records: [{ type: "A" }] },
			["a.com"],
		],
		[
			{ endpoint: "replaceNameservers", domain: "a.com", nameservers: ["ns1.b.com", "ns2.b.com"] },
			"PATCH /domains/a.com/nameservers",
			{ nameservers: ["ns1.b.com", "ns2.b.com"] },
			["a.com"],
		],
		[
			{ endpoint: "replaceNameservers", domain: "a.com", presetKey: "default" },
			"PATCH /domains/a.com/nameservers",
			{ preset_key: "default" },
			["a.com"],
		],
		[
			{ endpoint: "bindEdge", domain: "a.com", edgeProfileKey: "shield" },
			"POST /domains/a.com/edge/bind",
			{ edge_profile_key: "shield" },
			["a.com"],
		],
	])("builds the exact request of %j", (mutation, line, body, domains) => {
		const prepared = prepare(mutation);
		expect(`${prepared.method} ${prepared.path}`).toBe(line);
		expect(JSON.parse(prepared.body)).toEqual(body);
		expect(prepared.domains).toEqual(domains);
	});

	it("gives equal bytes and hash for equal changes, and another hash for another change", () => {
		const once = prepare({ endpoint: "register", item });
		expect(prepare({ endpoint: "register", item: { ...item } })).toEqual(once);
		expect(once.hash).toMatch(/^[\da-f]{64}$/);
		expect(prepare({ endpoint: "register", item: { ...item, years: 3 } }).hash).not.toBe(once.hash);
		expect(JSON.parse(JSON.stringify(once))).toEqual(once);
	});
});

describe("pathOf", () => {
	it("adds the given parameters, encoded", () => {
		expect(pathOf("domains", undefined, { limit: 10, cursor: undefined, search: "a&b" })).toBe(
			"/domains?limit=10&search=a%26b",
		);
		expect(pathOf("domain", "a/b")).toBe("/domains/a%2Fb");
	});

	it("never escapes the base address", () => {
		expect(() => pathOf("domain", "..")).toThrow("Not a domain");
	});
});
