import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as account from "../src/account.ts";
import * as dns from "../src/dns.ts";
import * as domains from "../src/domains.ts";
import * as envelope from "../src/envelope.ts";
import * as events from "../src/events.ts";
import * as orders from "../src/orders.ts";
import * as records from "../src/records/wire.ts";
import * as search from "../src/search.ts";

const modules: object[] = [account, dns, domains, envelope, events, orders, records, search];
const schemas = modules
	.flatMap((module) => Object.entries(module))
	.filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
	.map(([name, schema]) => {
		const { id, description, examples } = schema.meta() ?? {};
		return { name, schema, id, description, examples: Array.isArray(examples) ? examples : [] };
	});

describe("every schema of the contract", () => {
	it.each(schemas.filter(({ examples }) => examples.length))(
		"$name accepts its own examples",
		({ schema, examples }) => {
			for (const example of examples) expect(schema.safeParse(example).error).toBeUndefined();
		},
	);

	it("with a name has a description", () => {
		expect(schemas.filter(({ id, description }) => id && !description).map(({ name }) => name)).toEqual([]);
	});
});

describe("dnsRecordInput", () => {
	it("accepts name and content for hostname and value", () => {
		expect(records.dnsRecordInput.safeParse({ type: "A", name: "@", content: "203.0.113.5" }).success).toBe(true);
	});

	it("requires one of each", () => {
		expect(records.dnsRecordInput.safeParse({ type: "A", name: "@" }).success).toBe(false);
		expect(records.dnsRecordInput.safeParse({ type: "A", value: "203.0.113.5" }).success).toBe(false);
	});
});

describe("nameserversBody", () => {
	it.each([
		[{}, false],
		[{ nameservers: ["ns1.example.net", "ns2.example.net"], preset_key: "default" }, false],
		[{ nameservers: ["ns1.example.net"] }, false],
		[{ preset_key: "default" }, true],
	])("accepts or rejects %j: %s", (body, taken) => {
		expect(dns.nameserversBody.safeParse(body).success).toBe(taken);
	});
});
