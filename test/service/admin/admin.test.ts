import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receive } from "../../../src/webhooks/receive.ts";
import { createReceiver } from "../../support/receiver.ts";
import { done, ledgerOf, startService, type TestService } from "../../support/service.ts";

let world: TestService;
beforeAll(async () => {
	world = await startService({ allowedOrigins: ["http://127.0.0.1:1"] });
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a repeated call with the same key", () => {
	it("opens one account", async () => {
		const key = randomUUID();
		const open = () => world.service.admin.openAccount(key, { balanceCents: 10_000 });
		const [one, two] = await Promise.all([open(), open()]);
		expect(done(one)).toEqual(done(two));
	});

	it("changes the balance once", async () => {
		const { userId } = await world.open(10);
		const key = randomUUID();
		const credit = () => world.service.admin.credit(key, userId, 500);
		const accounts = (await Promise.all([credit(), credit(), credit()])).map(done);
		expect(accounts.map(({ balanceCents }) => balanceCents)).toEqual([1_500, 1_500, 1_500]);
		expect((await ledgerOf(world.database, userId)).sums?.balance).toBe(1_500);
	});

	it("issues one token and returns it again", async () => {
		const { userId } = await world.open();
		const key = randomUUID();
		const first = done(await world.service.admin.issueToken(key, userId));
		expect(done(await world.service.admin.issueToken(key, userId))).toEqual(first);
	});

	it("registers once", async () => {
		const { userId } = await world.open();
		const key = randomUUID();
		const first = done(await world.service.admin.register(key, userId, "desk-once.com"));
		expect(done(await world.service.admin.register(key, userId, "desk-once.com"))).toEqual(first);
		expect((await ledgerOf(world.database, userId)).sums?.charges).toBe(1);
	});

	it("requires a key", async () => {
		const { userId } = await world.open();
		expect(await world.service.admin.setApi("", userId, false)).toMatchObject({ code: "bad_request" });
		expect(await world.service.admin.register("", userId, "x.com")).toMatchObject({ code: "bad_request" });
	});

	it("is deleted after a day", async () => {
		const { userId } = await world.open();
		const key = randomUUID();
		await world.service.admin.credit(key, userId, 100);
		await world.database.advance(26 * 3_600_000);
		await world.service.queues["service.cleanup"].handle("admin_calls", new AbortController().signal);
		const [row] = await world.database.sql`select from service.admin_calls where key = ${key}`;
		expect(row).toBeUndefined();
	});
});

describe("the whitelist", () => {
	it("is edited by entry, in canonical form", async () => {
		const { userId } = await world.open();
		const { admin } = world.service;
		const edit = async (change: { add?: string[]; remove?: string[] }) =>
			done(await admin.editWhitelist(randomUUID(), userId, change)).whitelist;
		expect(await edit({ add: ["::ffff:10.0.0.1", "10.0.0.1"] })).toEqual(["127.0.0.1", "10.0.0.1"]);
		expect(await edit({ remove: ["::ffff:127.0.0.1"], add: ["2001:DB8::/32"] })).toEqual(["10.0.0.1", "2001:db8::/32"]);
		expect(await admin.editWhitelist(randomUUID(), userId, { add: ["nowhere"] })).toMatchObject({ kind: "refused" });
	});

	it("keeps both of two concurrent edits", async () => {
		const { userId } = await world.open();
		const { admin } = world.service;
		await Promise.all(
			Array.from({ length: 8 }, (_, n) => admin.editWhitelist(randomUUID(), userId, { add: [`10.0.0.${n}`] })),
		);
		expect(done(await admin.show(userId)).whitelist).toHaveLength(9);
	});
});

describe("defaults", () => {
	it("apply to a registration without a configuration", async () => {
		const caller = await world.open();
		const { admin } = world.service;
		const nameservers = ["ns1.example.net", "ns2.example.net"];
		await admin.savePreset(randomUUID(), caller.userId, { key: "mine", nameservers });
		await admin.setDefaults(randomUUID(), caller.userId, { nameserverPresetKey: "mine", defaultTtl: 120 });
		const records = [{ type: "A", hostname: "@", value: "203.0.113.5" }];
		await caller.send("POST", "/domains/register", { domain: "by-default.com", config: { records } });
		expect((await caller.get("/domains/by-default.com/dns")).body.result).toEqual({
			mode: "external",
			records: [{ type: "A", hostname: "@", value: "203.0.113.5", ttl: 120 }],
			nameservers,
		});
		expect((await caller.get("/account")).body.result).toMatchObject({
			default_config: { nameserver_preset_key: "mine", edge_profile_key: null, default_ttl: 120 },
		});
	});

	it("list each zone of a profile once", async () => {
		const { userId } = await world.open();
		const profile = { key: "twice", enabled: true, zones: [".com", "COM", ".net"] };
		const saved = done(await world.service.admin.saveEdgeProfile(randomUUID(), userId, profile));
		expect(saved.edgeProfiles).toEqual([{ ...profile, zones: [".com", ".net"] }]);
	});

	it("change by key, and can be removed", async () => {
		const { userId } = await world.open();
		const { admin } = world.service;
		await admin.saveEdgeProfile(randomUUID(), userId, { key: "shield", enabled: true, zones: null });
		await admin.setDefaults(randomUUID(), userId, { edgeProfileKey: "shield" });
		await admin.setDefaults(randomUUID(), userId, { nameserverPresetKey: "default" });
		expect(done(await admin.setDefaults(randomUUID(), userId, {})).defaults).toEqual({
			nameserverPresetKey: "default",
			edgeProfileKey: "shield",
			defaultTtl: null,
		});
		expect(done(await admin.removeEdgeProfile(randomUUID(), userId, "shield")).defaults.edgeProfileKey).toBeNull();
		await admin.savePreset(randomUUID(), userId, { key: "p", nameservers: ["a.example.net", "b.example.net"] });
		await admin.setDefaults(randomUUID(), userId, { nameserverPresetKey: "p" });
		expect(done(await admin.removePreset(randomUUID(), userId, "p"))).toMatchObject({
			defaults: { nameserverPresetKey: null },
			presets: [],
		});
	});

	it.each([
		[{ nameserverPresetKey: "none" }, "validation_error"],
		[{ edgeProfileKey: "none" }, "edge_not_configured"],
		[{ defaultTtl: 59 }, "validation_error"],
	])("refuse %j", async (defaults, code) => {
		const { userId } = await world.open();
		expect(await world.service.admin.setDefaults(randomUUID(), userId, defaults)).toMatchObject({ code });
	});

	it.each(["removePreset", "removeEdgeProfile"] as const)("%s refuses an unknown key", async (call) => {
		const { userId } = await world.open();
		expect(await world.service.admin[call](randomUUID(), userId, "none")).toMatchObject({ code: "validation_error" });
	});
});

describe("the webhook's secret", () => {
	it("is returned for the first address, and again only for the same key", async () => {
		const { userId } = await world.open();
		const { admin } = world.service;
		const key = randomUUID();
		const set = (own: string, url: string | null) => admin.setWebhook(own, userId, { url });
		const first = done(await set(key, "https://example.com/"));
		expect(done(await set(key, "https://example.com/")).secret).toBe(first.secret);
		expect(done(await set(randomUUID(), "https://example.com/2")).secret).toBeNull();
		await set(randomUUID(), null);
		expect(done(await set(randomUUID(), "https://example.com/")).secret).not.toBe(first.secret);
	});

	it("is sealed in the database", async () => {
		const { userId } = await world.open();
		const { secret } = done(
			await world.service.admin.setWebhook(randomUUID(), userId, { url: "https://example.com/" }),
		);
		const rows = await world.database.sql`select accounts.*, memo from service.accounts, service.admin_calls`;
		expect(JSON.stringify(rows)).not.toContain(secret);
		expect(JSON.stringify(rows)).not.toContain(secret?.slice(6));
	});

	it("cannot be rotated, activated or tested without an address", async () => {
		const { userId } = await world.open();
		const { admin } = world.service;
		const code = "validation_error";
		expect(await admin.rotateWebhookSecret(randomUUID(), userId)).toMatchObject({ code });
		expect(await admin.useWebhookSecret(randomUUID(), userId)).toMatchObject({ code });
		expect(await admin.setWebhookEnabled(randomUUID(), userId, true)).toMatchObject({ code });
		expect(await admin.testWebhook(userId)).toMatchObject({ code });
		expect(await admin.testWebhook(99)).toMatchObject({ code: "account_not_found" });
	});
});

describe("a webhook test", () => {
	it("sends one signed POST and writes no delivery log entry", async () => {
		await using receiver = await createReceiver();
		await using other = await startService({ allowedOrigins: [receiver.origin] });
		const caller = await other.open();
		const { admin } = other.service;
		const { secret } = done(await admin.setWebhook(randomUUID(), caller.userId, { url: receiver.url }));
		expect(done(await admin.testWebhook(caller.userId))).toEqual({ delivered: true, statusCode: 200, error: null });
		const { headers, bytes } = await receiver.next();
		const received = receive({ headers, bytes }, [secret ?? ""], new Date());
		expect(received).toMatchObject({ kind: "event", event: { type: "webhook.test" } });
		receiver.answer = (_request, response) => void response.writeHead(404).end();
		expect(done(await admin.testWebhook(caller.userId))).toEqual({ delivered: false, statusCode: 404, error: "404" });
		expect((await caller.get("/webhook/deliveries")).body.result).toMatchObject({ count: 0 });
	});
});

it("applies a new price immediately", async () => {
	const caller = await world.open();
	await world.service.admin.setPrice(randomUUID(), { zone: ".ink", registerCents: 123, renewCents: 456 });
	expect((await caller.get("/domains/search?query=fresh.ink")).body.result).toMatchObject({
		price_usd: 1.23,
		register_price_usd: 1.23,
		renew_price_usd: 4.56,
	});
	const order = await caller.send("POST", "/domains/register", { domain: "fresh.ink", years: 2 });
	expect(order.body.result).toMatchObject({ charged_usd: 5.79 });
	expect(
		await world.service.admin.setPrice(randomUUID(), { zone: "<b>", registerCents: 1, renewCents: 1 }),
	).toMatchObject({ code: "validation_error" });
	expect(
		await world.service.admin.setPrice(randomUUID(), { zone: ".ink", registerCents: -1, renewCents: 1 }),
	).toMatchObject({ code: "validation_error" });
});
