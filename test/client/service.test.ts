import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/index.ts";
import { writeRecords } from "../../src/client/read/dns.ts";
import { orderAnswerOf } from "../../src/client/read/domains.ts";
import { type Mutation, prepare } from "../../src/client/request.ts";
import type { TokenLimiter } from "../../src/client/result.ts";
import { done, startService, type TestService } from "../support/service.ts";

let world: TestService;
beforeAll(async () => {
	world = await startService();
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * Returns a client for a new account. Before each call, the client advances the database's clock, so that its calls
 * never reach the rate limit.
 */
async function connected(balanceUsd?: number): Promise<Client & { userId: number }> {
	const { userId, token } = await world.open(balanceUsd);
	const pass = async () => {
		await world.database.advance(150);
		return { go: true as const };
	};
	const limiter: TokenLimiter = Object.assign(pass, { blocked: async () => undefined });
	return { userId, ...createClient({ baseUrl: world.url, token, limiter, log: world.log }) };
}

const send = (client: Client, mutation: Mutation, key: string = randomUUID()) => client.send(prepare(mutation), key);
const register = (domain: string, years = 1): Mutation => ({ endpoint: "register", item: { domain, years } });

describe("the client and the service", () => {
	it("agree on account and prices", async () => {
		const client = await connected(487.5);
		expect(await client.account()).toMatchObject({
			kind: "ok",
			value: {
				userId: client.userId,
				balanceCents: 48_750,
				apiEnabled: true,
				whitelist: ["127.0.0.1"],
				others: [],
			},
		});
		const zones = await client.zones();
		const com = zones.kind === "ok" ? zones.value.find((zone) => zone.zone === ".com") : undefined;
		expect(com).toMatchObject({ registerCents: 1_150, renewCents: expect.any(Number), premium: false });
	});

	it("agree on availability and prices, for a name, a base and a batch", async () => {
		const client = await connected();
		expect(await client.search("Sunny-Client.com")).toMatchObject({
			kind: "ok",
			value: { shortlist: false, offers: [{ domain: "sunny-client.com", available: true, registerCents: 1_150 }] },
		});
		const base = await client.search("sunny-client");
		expect(base).toMatchObject({ kind: "ok", value: { shortlist: true } });
		expect(base.kind === "ok" && base.value.offers.length).toBeGreaterThan(30);
		expect(await client.searchBatch(["taken-x.com", "sunny-client.net", "a..b"])).toMatchObject({
			kind: "ok",
			value: [
				{ kind: "offer", offer: { domain: "taken-x.com", available: false } },
				{ kind: "offer", offer: { domain: "sunny-client.net", available: true } },
				{ kind: "refused", code: "invalid_domain" },
			],
		});
	});

	it("agree on a registration, its record and the list", async () => {
		const client = await connected(100);
		const item = { domain: "agreed.com", years: 1, client_ref: "shop", external_ref: "#4K7Q" };
		const ordered = await send(client, { endpoint: "register", item });
		expect(ordered).toMatchObject({
			kind: "ok",
			value: [
				{ domain: "agreed.com", result: "succeeded", chargedCents: 1_150, clientRef: "shop", externalRef: "#4K7Q" },
			],
		});
		const card = await client.domain("agreed.com");
		expect(card).toMatchObject({
			kind: "ok",
			value: { domain: "agreed.com", status: "registered", dnsMode: "managed", externalRef: "#4K7Q", others: [] },
		});
		expect(card.kind === "ok" && card.value.expiresAt).toEqual(ordered.kind === "ok" && ordered.value[0]?.expiresAt);
		expect(await client.domains({ limit: 1, search: "agreed" })).toMatchObject({
			kind: "ok",
			value: { domains: [{ domain: "agreed.com" }], total: 1, nextCursor: null },
		});
	});

	it("charge once for the same bytes under the same key", async () => {
		const client = await connected(100);
		const key = randomUUID();
		const [one, other] = [await send(client, register("once.com"), key), await send(client, register("once.com"), key)];
		expect(other).toEqual(one.kind === "ok" ? { ...one, requestId: expect.anything() } : one);
		expect(await client.account()).toMatchObject({ value: { balanceCents: 10_000 - 1_150 } });
		expect(await send(client, register("other.com"), key)).toMatchObject({
			status: 409,
			code: "idempotency_key_reused",
		});
	});

	it("agree on refusals", async () => {
		const client = await connected(5);
		expect(await send(client, register("too-dear.com"))).toMatchObject({ status: 409, code: "insufficient_funds" });
		expect(await send(client, register("taken-x.com"))).toMatchObject({ status: 404, code: "domain_not_found" });
		expect(await send(client, register("a..b"))).toMatchObject({ status: 422, code: "validation_error" });
		expect(await client.domain("not-mine.com")).toMatchObject({ status: 404, code: "domain_not_found" });
		const failing = await send(await connected(), register("provider-error-x.com"));
		expect(failing).toMatchObject({ kind: "refused", status: 500, code: "provider_error" });
	});

	it("agree on batches, item by item", async () => {
		const client = await connected(30);
		const items = ["batch-a.com", "taken-y.com", "batch-b.com", "batch-c.com"].map((domain) => ({ domain, years: 1 }));
		const result = await send(client, { endpoint: "registerBatch", items });
		expect(result.kind === "ok" && orderAnswerOf(result, new Date())).toMatchObject({
			kind: "answered",
			items: [
				{ domain: "batch-a.com", result: "succeeded" },
				{ domain: "taken-y.com", result: "failed", code: "not_available" },
				{ domain: "batch-b.com", result: "succeeded" },
				{ domain: "batch-c.com", result: "failed", code: "insufficient_funds" },
			],
		});
	});

	it("agree on renewals, alone and in a batch", async () => {
		const client = await connected(200);
		await send(client, register("renewed.com"));
		const before = await client.domain("renewed.com");
		const item = { domain: "renewed.com", years: 2 };
		const renewed = await send(client, { endpoint: "renew", item });
		expect(renewed).toMatchObject({
			kind: "ok",
			value: [{ domain: "renewed.com", result: "succeeded", status: "renewed" }],
		});
		const years = [before, await client.domain("renewed.com")].map(
			(each) => each.kind === "ok" && each.value.expiresAt?.getUTCFullYear(),
		);
		expect(Number(years[1]) - Number(years[0])).toBe(2);
		const batch = await send(client, { endpoint: "renewBatch", items: [item, { domain: "nobodys.com", years: 1 }] });
		expect(batch).toMatchObject({
			value: [{ result: "succeeded" }, { domain: "nobodys.com", result: "failed", code: "not_available" }],
		});
	});

	it("agree on records, and write a zone back as it was read", async () => {
		const client = await connected(100);
		await send(client, register("zoned.com"));
		const records = [
			{ type: "A", hostname: "@", value: "203.0.113.5", ttl: 300, priority: null },
			{ type: "MX", hostname: "@", value: "mail.zoned.com", ttl: null, priority: 10 },
		];
		const write = { endpoint: "replaceDns", domain: "zoned.com", records: writeRecords(records, "formal") } as const;
		expect(await send(client, write)).toMatchObject({
			kind: "ok",
			value: [{ domain: "zoned.com", result: "succeeded" }],
		});
		const read = await client.dns("zoned.com");
		expect(read).toMatchObject({
			kind: "ok",
			value: {
				mode: "managed",
				form: "formal",
				records: [
					{ type: "A", ttl: 300 },
					{ type: "MX", ttl: 3600, priority: 10 },
				],
			},
		});
		const again = [
			writeRecords(records, "sample"),
			writeRecords(read.kind === "ok" ? read.value.records : [], "formal"),
		];
		for (const each of again) {
			expect(await send(client, { ...write, records: each })).toMatchObject({ value: [{ result: "succeeded" }] });
			expect(await client.dns("zoned.com")).toEqual({ ...read, requestId: expect.anything() });
		}
	});

	it("agree on nameservers and edge profiles", async () => {
		const client = await connected(100);
		await send(client, register("moved.com"));
		const bind = { endpoint: "bindEdge", domain: "moved.com", edgeProfileKey: "shield" } as const;
		expect(await send(client, bind)).toMatchObject({ status: 409, code: "edge_not_configured" });
		const profile = { key: "shield", enabled: true, zones: null };
		done(await world.service.admin.saveEdgeProfile(randomUUID(), client.userId, profile));
		expect(await send(client, bind)).toMatchObject({
			kind: "ok",
			value: [{ domain: "moved.com", result: "succeeded" }],
		});
		const nameservers = ["ns1.example.net", "ns2.example.net"];
		expect(await send(client, { endpoint: "replaceNameservers", domain: "moved.com", nameservers })).toMatchObject({
			value: [{ result: "succeeded" }],
		});
		expect(await client.domain("moved.com")).toMatchObject({ value: { nameservers, dnsMode: "external" } });
		expect(
			await send(client, { endpoint: "replaceNameservers", domain: "moved.com", presetKey: "none" }),
		).toMatchObject({
			status: 422,
		});
	});

	it("agree on access, rate limits and the delivery log", async () => {
		const client = await connected();
		expect(await client.deliveries(5)).toMatchObject({ kind: "ok", value: { deliveries: [], limit: 5 } });
		done(await world.service.admin.setWhitelist(randomUUID(), client.userId, []));
		expect(await client.account()).toMatchObject({ status: 403, code: "forbidden" });
		done(await world.service.admin.setApi(randomUUID(), client.userId, false));
		expect(await client.account()).toMatchObject({ status: 401, code: "unauthorized" });
		const { token } = await world.open();
		const blocks: Date[] = [];
		const limiter: TokenLimiter = Object.assign(async () => ({ go: true as const }), {
			blocked: async (until: Date) => void blocks.push(until),
		});
		const unlimited = createClient({ baseUrl: world.url, token, limiter, log: world.log });
		const answers = await Promise.all(Array.from({ length: 40 }, () => unlimited.account()));
		const refused = answers.filter((answer) => answer.kind === "refused");
		expect(refused.length).toBeGreaterThan(0);
		expect(refused[0]).toMatchObject({ status: 429, code: "rate_limited", retryAfterMs: expect.any(Number) });
		expect(blocks).toHaveLength(refused.length);
	});
});
