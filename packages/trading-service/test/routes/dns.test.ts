import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../../../test/support/service.ts";

let world: TestService;
let serial = 0;
beforeAll(async () => {
	world = await startService();
});
afterAll(() => world[Symbol.asyncDispose]());

async function owner() {
	const caller = await world.open();
	serial += 1;
	const domain = `dns-${serial}.com`;
	await caller.send("POST", "/domains/register", { domain });
	return { ...caller, domain, path: `/domains/${domain}` };
}

const a = { type: "A", hostname: "www", value: "203.0.113.5", ttl: 3600 };

it("GET /domains/{domain}/dns sends the records as they are stored, without parsing them", async () => {
	const caller = await world.open();
	await caller.send("POST", "/domains/register", { domain: "as-stored.com" });
	const records = '[{"ttl": 3600.00, "type": "A", "value": "203.0.113.5", "hostname": "www"}]';
	await world.database.sql`update service.domains set records = ${records}::text::jsonb where name = 'as-stored.com'`;
	const { body, text } = await caller.get("/domains/as-stored.com/dns");
	expect(body.result).toEqual({
		mode: "managed",
		records: JSON.parse(records),
		nameservers: ["ns1.sandbox.test", "ns2.sandbox.test"],
	});
	expect(text).toContain(records);
});

describe("PUT /domains/{domain}/dns", () => {
	it("replaces all records and returns them as stored", async () => {
		const { send, get, path, domain } = await owner();
		const first = await send("PUT", `${path}/dns`, {
			records: [
				{ type: "MX", name: "@", content: "Mail.Example.NET.", priority: 10 },
				{ type: "A", hostname: `www.${domain}.`, value: "203.0.113.5", ttl: 60 },
				{ type: "TXT", hostname: "@", content: "v=spf1 -all" },
			],
		});
		const records = [
			{ type: "MX", hostname: "@", value: "mail.example.net", ttl: 3600, priority: 10 },
			{ type: "A", hostname: "www", value: "203.0.113.5", ttl: 60 },
			{ type: "TXT", hostname: "@", value: "v=spf1 -all", ttl: 3600 },
		];
		expect(first.body.result).toEqual({ updated: true, active: true, records });
		expect((await get(`${path}/dns`)).body.result).toEqual({
			mode: "managed",
			records,
			nameservers: ["ns1.sandbox.test", "ns2.sandbox.test"],
		});
		await send("PUT", `${path}/dns`, { records: [a] });
		expect((await get(`${path}/dns`)).body.result).toMatchObject({ records: [a] });
	});

	it("names the invalid records", async () => {
		const { send, path } = await owner();
		const answer = await send("PUT", `${path}/dns`, {
			records: [a, { type: "A", hostname: "x", value: "one" }, { type: "CNAME", hostname: "@", value: "example.net" }],
		});
		expect(answer.status).toBe(422);
		expect(answer.body.error?.message).toBe(
			"records[1]: the value is not an IPv4 address; records[2]: this type is not allowed at the domain itself.",
		);
	});

	it.each([
		[{ records: [] }],
		[{}],
		[{ records: [{ type: "TYPE65280", hostname: "@", value: "x" }] }],
		[{ records: [{ type: "A", hostname: "@" }] }],
		[{ records: [{ type: "A", value: "203.0.113.5" }] }],
		[{ records: [{ ...a, ttl: 59 }] }],
		[{ records: [{ ...a, ttl: "60" }] }],
		[{ records: [{ ...a, priority: 65_536 }] }],
		[{ records: [{ type: "MX", hostname: "@", value: "mail.example.net", priority: 65_536 }] }],
	])("refuses %j", async (body) => {
		const { send, path } = await owner();
		expect((await send("PUT", `${path}/dns`, body)).body.error?.code).toBe("validation_error");
	});

	it("stores records of a domain with other nameservers as inactive", async () => {
		const { send, path } = await owner();
		await send("PATCH", `${path}/nameservers`, { nameservers: ["ns1.example.net", "ns2.example.net"] });
		expect((await send("PUT", `${path}/dns`, { records: [a] })).body.result).toEqual({
			updated: true,
			active: false,
			records: [a],
		});
	});

	it("changes nothing for a repeated key, even after another change", async () => {
		const { send, get, path } = await owner();
		const key = randomUUID();
		await send("PUT", `${path}/dns`, { records: [a] }, key);
		await send("PUT", `${path}/dns`, { records: [{ ...a, value: "203.0.113.6" }] });
		const replay = await send(
			"PUT",
			`${path.toUpperCase().replace("/DOMAINS/", "/domains/")}/dns`,
			{ records: [a] },
			key,
		);
		expect(replay.headers.get("idempotency-replayed")).toBe("true");
		expect((await get(`${path}/dns`)).body.result).toMatchObject({ records: [{ value: "203.0.113.6" }] });
	});

	it("is available only to the domain's account", async () => {
		const { path } = await owner();
		const other = await owner();
		expect((await other.send("PUT", `${path}/dns`, { records: [a] })).body.error?.code).toBe("domain_not_found");
		expect((await other.get(`${path}/dns`)).body.error?.code).toBe("domain_not_found");
	});
});

describe("PATCH /domains/{domain}/nameservers", () => {
	it("replaces all nameservers, by name or by preset", async () => {
		const { send, get, path, userId } = await owner();
		const answer = await send("PATCH", `${path}/nameservers`, { nameservers: ["NS1.Example.net.", "ns2.example.net"] });
		expect(answer.body.result).toEqual({ updated: true, nameservers: ["ns1.example.net", "ns2.example.net"] });
		expect((await get(path)).body.result).toMatchObject({ dns_mode: "external" });
		await world.service.admin.savePreset(randomUUID(), userId, {
			key: "mine",
			nameservers: ["a.example.org", "b.example.org"],
		});
		const preset = await send("PATCH", `${path}/nameservers`, { preset_key: "mine" });
		expect(preset.body.result).toMatchObject({ nameservers: ["a.example.org", "b.example.org"] });
		await send("PATCH", `${path}/nameservers`, { preset_key: "default" });
		expect((await get(path)).body.result).toMatchObject({ dns_mode: "managed" });
	});

	it.each([
		[{}],
		[{ nameservers: ["ns1.example.net"] }],
		[{ nameservers: ["ns1.example.net", "NS1.example.net."] }],
		[{ nameservers: ["ns1.example.net", "203.0.113.5"] }],
		[{ nameservers: ["ns1.example.net", "one"] }],
		[{ preset_key: "none" }],
		[{ preset_key: "default", nameservers: ["ns1.example.net", "ns2.example.net"] }],
	])("refuses %j", async (body) => {
		const { send, path } = await owner();
		expect((await send("PATCH", `${path}/nameservers`, body)).body.error?.code).toBe("validation_error");
	});
});

describe("POST /domains/{domain}/edge/bind", () => {
	it("binds a profile, and new nameservers unbind it", async () => {
		const { send, get, path, userId } = await owner();
		await world.service.admin.saveEdgeProfile(randomUUID(), userId, { key: "shield", enabled: true, zones: [".com"] });
		const answer = await send("POST", `${path}/edge/bind`, { edge_profile_key: "shield" });
		expect(answer.body.result).toEqual({ bound: true, edge_profile_key: "shield" });
		expect((await get(path)).body.result).toMatchObject({ dns_mode: "edge", edge_profile_key: "shield" });
		expect((await send("PUT", `${path}/dns`, { records: [a] })).body.result).toMatchObject({ active: true });
		await send("PATCH", `${path}/nameservers`, { preset_key: "default" });
		expect((await get(path)).body.result).toMatchObject({ dns_mode: "managed", edge_profile_key: null });
	});

	it.each([
		["missing", undefined],
		["disabled", { enabled: false, zones: null }],
		["not allowed for the zone", { enabled: true, zones: [".net"] }],
	])("refuses a profile that is %s", async (_case, profile) => {
		const { send, path, userId } = await owner();
		if (profile) await world.service.admin.saveEdgeProfile(randomUUID(), userId, { key: "shield", ...profile });
		const answer = await send("POST", `${path}/edge/bind`, { edge_profile_key: "shield" });
		expect([answer.status, answer.body.error?.code]).toEqual([409, "edge_not_configured"]);
	});
});

describe("a registration", () => {
	it("uses its own nameservers, records and edge profile", async () => {
		const { send, get, userId } = await owner();
		await world.service.admin.saveEdgeProfile(randomUUID(), userId, { key: "shield", enabled: true, zones: null });
		await send("POST", "/domains/register", {
			domain: "own-1.com",
			config: { edge_profile_key: "shield", records: [a] },
		});
		expect((await get("/domains/own-1.com/dns")).body.result).toMatchObject({ mode: "edge", records: [a] });
		const nameservers = ["ns1.example.net", "ns2.example.net"];
		const both = { domain: "own-2.com", edge_profile_key: "shield", config: { nameservers } };
		expect((await send("POST", "/domains/register", both)).status).toBe(422);
		await world.service.admin.setDefaults(randomUUID(), userId, { edgeProfileKey: "shield" });
		await send("POST", "/domains/register", { domain: "own-3.com" });
		expect((await get("/domains/own-3.com")).body.result).toMatchObject({ dns_mode: "edge" });
		await send("POST", "/domains/register", { domain: "own-4.com", config: { nameservers } });
		expect((await get("/domains/own-4.com")).body.result).toMatchObject({ dns_mode: "external", nameservers });
	});
});

describe("a blocked domain", () => {
	it("can be read and renewed, but not changed", async () => {
		const { send, get, path, domain } = await owner();
		await world.service.admin.block(randomUUID(), domain);
		for (const [method, end, body] of [
			["PUT", "/dns", { records: [a] }],
			["PATCH", "/nameservers", { preset_key: "default" }],
			["POST", "/edge/bind", { edge_profile_key: "x" }],
		] as const) {
			const answer = await send(method, path + end, body);
			expect([answer.status, answer.body.error?.code]).toEqual([409, "domain_blocked"]);
		}
		expect((await get(`${path}/dns`)).status).toBe(200);
		expect((await get(path)).body.result).toMatchObject({ status: "blocked" });
		expect((await send("POST", `${path}/renew`, { years: 1 })).status).toBe(200);
	});
});
