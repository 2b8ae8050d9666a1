import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAccountCommand } from "../../../src/world/operator/accounts.ts";
import { fetchAnswer, startService, type TestService } from "../../support/service.ts";

let world: TestService;
beforeAll(async () => {
	world = await startService();
});
afterAll(() => world[Symbol.asyncDispose]());

const run = (line: string) => runAccountCommand(() => world.service.admin, line.split(" ").filter(Boolean));

async function value(line: string): Promise<Record<string, unknown>> {
	const outcome = await run(line);
	if (!outcome.ok) throw new Error(`${line}: ${outcome.error.message}`);
	return { ...outcome.value };
}

async function create(options = ""): Promise<{ user: string; token: string }> {
	const { user_id, token } = await value(`create --whitelist 127.0.0.1 ${options}`);
	return { user: String(user_id), token: String(token) };
}

describe("account create", () => {
	it("opens an account that works immediately", async () => {
		const { user, token } = await create("--balance 123.45");
		const answer = await fetchAnswer(`${world.url}/account`, token);
		expect(answer.body.result).toMatchObject({ user_id: Number(user), balance_usd: 123.45, whitelist: ["127.0.0.1"] });
	});

	it("uses 500 USD and an empty whitelist by default", async () => {
		expect(await value("create")).toEqual({
			user_id: expect.any(Number),
			token: expect.stringMatching(/^dts_/),
			balance_usd: 500,
			whitelist: [],
		});
	});

	it("returns the same account and token for the same key", async () => {
		const key = randomUUID();
		const first = await value(`create --key ${key}`);
		expect(await value(`create --key ${key}`)).toEqual(first);
		expect(await run(`create --balance 70 --key ${key}`)).toMatchObject({ error: { code: "idempotency_key_reused" } });
	});
});

describe("--key", () => {
	it("identifies a change at any position in the command", async () => {
		const { user } = await create();
		const key = randomUUID();
		for (const line of [`credit ${user} -28.50 --key ${key}`, `credit --key=${key} ${user} -28.50`]) {
			expect(await value(line)).toMatchObject({ balance_usd: 471.5 });
		}
		expect(await run(`credit ${user} -28.51 --key ${key}`)).toEqual({
			ok: false,
			error: { code: "idempotency_key_reused", message: expect.any(String), key },
		});
	});

	it("is part of the error if the registry does not answer, and a retry with it returns the outcome", async () => {
		const { user } = await create();
		const first = await run(`register ${user} provider-timeout-desk.com`);
		expect(first).toMatchObject({
			ok: false,
			error: { code: "provider_error", key: expect.stringMatching(/^[\w-]{36}$/) },
		});
		const key = first.ok ? "" : first.error.key;
		expect(await value(`register ${user} provider-timeout-desk.com --key ${key}`)).toMatchObject({ charged_usd: 11.5 });
		expect(await value(`show ${user}`)).toMatchObject({ balance_usd: 488.5 });
	});

	it("is rejected by a command that changes nothing", async () => {
		expect(await run("show 1001 --key k")).toMatchObject({ error: { code: "usage", message: "Use: show USER" } });
		expect(await run("credit 1001")).toMatchObject({ error: { message: "Use: credit USER USD [--key KEY]" } });
	});
});

describe("the other commands", () => {
	it("change and show an account: show, credit, token, api and whitelist", async () => {
		const { user, token } = await create("--balance 50");
		expect(await value(`show ${user}`)).toMatchObject({ balance_usd: 50, token: { last_four: token.slice(-4) } });
		expect(await value(`credit ${user} 9.99`)).toMatchObject({ balance_usd: 59.99 });
		expect(await value(`credit ${user} -19.98`)).toMatchObject({ balance_usd: 40.01 });
		expect(await value(`credit ${user} -- -0.01`)).toMatchObject({ balance_usd: 40 });
		const next = await value(`token ${user}`);
		expect(next).toEqual({ user_id: Number(user), token: expect.stringMatching(/^dts_/) });
		expect((await fetchAnswer(`${world.url}/account`, token)).status).toBe(401);
		expect(await value(`api ${user} off`)).toMatchObject({ api_enabled: false });
		expect(await value(`api ${user} on`)).toMatchObject({ api_enabled: true });
		expect(await value(`whitelist ${user} 10.1.2.3/8,::1`)).toMatchObject({ whitelist: ["10.0.0.0/8", "::1"] });
	});

	it("save settings: webhook, preset and edge", async () => {
		const { user } = await create();
		const first = await value(`webhook ${user} https://example.com/events`);
		expect(first).toMatchObject({
			webhook: { url: "https://example.com/events", enabled: true },
			secret: expect.stringMatching(/^whsec_/),
		});
		expect(await value(`webhook ${user} https://example.com/other`)).not.toHaveProperty("secret");
		expect(await value(`webhook ${user} off`)).toMatchObject({ webhook: { url: null, enabled: false } });
		expect(await value(`preset ${user} mine NS1.example.net,ns2.example.net`)).toMatchObject({
			presets: [{ key: "mine", nameservers: ["ns1.example.net", "ns2.example.net"] }],
		});
		expect(await value(`edge ${user} shield --zones .com,рф --disabled`)).toMatchObject({
			edge_profiles: [{ key: "shield", enabled: false, zones: [".com", ".xn--p1ai"] }],
		});
		expect(await value(`edge ${user} shield`)).toMatchObject({
			edge_profiles: [{ key: "shield", enabled: true, zones: null }],
		});
	});

	it("change domains: register, renew, block and unblock", async () => {
		const { user, token } = await create();
		expect(await value(`register ${user} Desk-Made.com`)).toMatchObject({
			domain: "desk-made.com",
			status: "registered",
			charged_usd: 11.5,
		});
		expect(await value(`renew ${user} desk-made.com 2`)).toMatchObject({ charged_usd: 25 });
		expect(await value("block desk-made.com --reason abuse")).toMatchObject({ status: "blocked", charged_usd: 0 });
		const card = await fetchAnswer(`${world.url}/domains/desk-made.com`, token);
		expect(card.body.result).toMatchObject({ status: "blocked" });
		expect(await value("unblock desk-made.com")).toMatchObject({ status: "registered" });
	});

	it("set the price of an existing and of a new zone", async () => {
		expect(await value("price .wiki 3 28.5")).toEqual({
			zone: ".wiki",
			register_price_usd: 3,
			renew_price_usd: 28.5,
			premium: false,
		});
		expect(await value("price рф.test 1 1")).toMatchObject({ zone: ".xn--p1ai.test" });
	});
});

describe("a refusal", () => {
	it.each([
		["show 999999999", "account_not_found"],
		["credit 999999999 1", "account_not_found"],
		["register 999999999 a.com", "account_not_found"],
		["webhook 999999999 https://example.com/", "account_not_found"],
		["block never-registered.com", "domain_not_found"],
		["block a..b", "validation_error"],
		["create --whitelist 300.1.1.1", "validation_error"],
		["create --balance 99999999", "validation_error"],
		["create --balance 39.99", "insufficient_funds"],
		["create --balance -1", "usage"],
	])("for %j has the code %s", async (line, code) => {
		expect(await run(line)).toMatchObject({ ok: false, error: { code } });
	});

	it.each([
		["whitelist USER 300.1.1.1", "validation_error"],
		[`whitelist USER ${Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`).join(",")}`, "validation_error"],
		["webhook USER http://example.com/", "validation_error"],
		["webhook USER https://127.0.0.1/", "validation_error"],
		["webhook USER https://[::ffff:10.0.0.1]/", "validation_error"],
		["preset USER default ns1.example.net,ns2.example.net", "validation_error"],
		["preset USER one ns1.example.net", "validation_error"],
		["register USER google.com", "domain_not_found"],
		["register USER a..b", "validation_error"],
		["renew USER never.com 1", "domain_not_found"],
		["credit USER -99999", "insufficient_funds"],
	])("for %j has the code %s", async (line, code) => {
		const { user } = await create("--balance 40");
		expect(await run(line.replace("USER", user))).toMatchObject({ ok: false, error: { code } });
	});

	it("for a token below 40 USD is insufficient_funds and changes nothing", async () => {
		const { user, token } = await create("--balance 40");
		await run(`credit ${user} -- -0.01`);
		expect(await run(`token ${user}`)).toMatchObject({ error: { code: "insufficient_funds" } });
		expect((await fetchAnswer(`${world.url}/account`, token)).status).toBe(200);
		await run(`credit ${user} 0.01`);
		expect((await run(`token ${user}`)).ok).toBe(true);
	});

	it.each([
		"",
		"nothing",
		"constructor",
		"show",
		"show one",
		"credit 1001 ten",
		"credit 1001 1.005",
		"api 1001 maybe",
		"create --colour",
	])("for %j contains the usage", async (line) => {
		expect(await run(line)).toMatchObject({ ok: false, error: { code: "usage" } });
	});
});
