import { Ajv } from "ajv";
import { type FakeOptions, startFakePorkbun } from "fake-porkbun";
import { shapes } from "fake-porkbun/shapes.ts";
import { addDomain } from "fake-porkbun/state.ts";
import { MockAgent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { createManualClock } from "../../../../../test/support/manual-clock.ts";
import { createPorkbunClient, type PorkbunClient } from "../../../src/registrar/porkbun/client.ts";

const unlimited = { limit: 1_000, seconds: 1 };
const limits = { check: unlimited, createAttempt: unlimited, renewAttempt: unlimited };
const signal = AbortSignal.timeout(600_000);
const ajv = new Ajv();

/** Also compares every request with its shape. */
async function start(options: FakeOptions = {}, mode: "live" | "sandbox" = "live") {
	const clock = createManualClock();
	const fake = await startFakePorkbun({ clock, limits, ...options });
	onTestFinished(async () => {
		await fake.close();
		for (const { call, request } of fake.exchanges) {
			ajv.validate(shapes.get(call)?.request ?? false, request);
			expect(ajv.errors, `${call} ${JSON.stringify(request)}`).toBeNull();
		}
	});
	const client = createPorkbunClient({ url: fake.url, ...fake.keys[mode], now: () => new Date(clock.now()) });
	return { ...fake, client, clock };
}

/** Gets one prepared answer instead of the fake's. */
function answering(status: number, body: unknown, headers: Record<string, string> = {}): PorkbunClient {
	const agent = new MockAgent();
	agent.disableNetConnect();
	const text = typeof body === "string" ? body : JSON.stringify(body);
	agent
		.get("http://registrar.test")
		.intercept({ path: () => true, method: () => true })
		.reply(status, text, { headers })
		.persist();
	return createPorkbunClient({
		url: "http://registrar.test/api/json/v3",
		apiKey: "pk1_a",
		secretApiKey: "sk1_b",
		dispatcher: agent,
		now: () => new Date("2026-11-20T00:00:00Z"),
	});
}

describe.each(["odd", "described"] as const)("the client, with %s forms,", (forms) => {
	it("buys at the price of the shortest term, and lists the domain", async () => {
		const { client, state } = await start({ forms });
		state.live.monthlySpendLimit = 500_00;
		const check = await client.check("new-shop.ai", "registration", signal);
		expect(check).toMatchObject({ kind: "ok", value: { isAvailable: true, years: 2, costCents: 14480 } });
		const purchase = { domain: "new-shop.ai", cents: 14480, idempotencyKey: "order-1" };
		expect(await client.rehearse(purchase, signal)).toMatchObject({ kind: "ok", value: { wouldSucceed: true } });
		expect(await client.create(purchase, signal)).toMatchObject({
			kind: "ok",
			value: { domain: "new-shop.ai", cents: 14480, balanceCents: 35520 },
		});
		const listed = {
			name: "new-shop.ai",
			registeredAt: new Date("2026-11-20T00:00:00Z"),
			expiresAt: new Date("2028-11-20T00:00:00Z"),
			autoRenew: true,
			hasApiAccess: true,
		};
		expect(await client.domains(signal)).toMatchObject({ kind: "ok", value: [listed] });
		expect(await client.domain("new-shop.ai", signal)).toMatchObject({ kind: "ok", value: listed });
		expect(await client.balanceCents(signal)).toEqual({ kind: "ok", value: 35520 });
		expect(await client.spending(signal)).toEqual({ kind: "ok", value: { spentCents: 14480, limitCents: 50000 } });
	});

	it("renews, and changes auto-renewal, nameservers and records", async () => {
		const { client, state, clock } = await start({ forms });
		const domain = addDomain(state, state.live, "old-shop.com", clock.now() - 40 * 86_400_000);
		const renewal = { domain: "old-shop.com", cents: 1108, idempotencyKey: "order-2" };
		expect(await client.renew(renewal, signal)).toMatchObject({ kind: "ok", value: { cents: 1108 } });
		expect(await client.setAutoRenew("old-shop.com", false, signal)).toMatchObject({ kind: "ok" });
		expect(await client.setAutoRenew("nobody.com", false, signal)).toMatchObject({ kind: "refused" });
		expect(domain.autoRenew).toBe(false);
		expect(await client.setNameservers("old-shop.com", ["b.host.test", "a.host.test"], signal)).toMatchObject({
			kind: "ok",
		});
		expect(await client.nameservers("old-shop.com", signal)).toEqual({
			kind: "ok",
			value: ["a.host.test", "b.host.test"],
		});
		const fields = { name: "", type: "MX", content: "mx.host.test", ttl: 600, prio: 10 };
		const created = await client.createRecord("old-shop.com", fields, signal);
		if (created.kind !== "ok") throw new Error("The record was not created");
		await client.editRecord("old-shop.com", created.value, { ...fields, prio: 20 }, signal);
		const { id, ...record } = {
			id: created.value,
			name: "old-shop.com",
			type: "MX",
			content: "mx.host.test",
			ttl: 600,
			prio: 20,
		};
		expect(await client.records("old-shop.com", signal)).toEqual({ kind: "ok", value: [{ id, ...record }] });
		await client.deleteRecord("old-shop.com", created.value, signal);
		expect(domain.records).toEqual([]);
	});

	it("reads prices and requirements", async () => {
		const { client } = await start({ forms });
		const prices = await client.pricing(signal);
		expect(prices.kind === "ok" && prices.value).toContainEqual({ tld: "co.uk", registerCents: 592, renewCents: 592 });
		expect(await client.requirements("us", signal)).toMatchObject({ kind: "ok", value: { isRegisterable: false } });
		expect(await client.requirements("com", signal)).toEqual({
			kind: "ok",
			value: { isRegisterable: true, years: 1, hasDryRun: true },
		});
		expect(await client.ping(signal)).toEqual({ kind: "ok", value: { yourIp: "127.0.0.1", credentialsValid: true } });
	});
});

it("lists more than one page of domains", async () => {
	const { client, state, clock } = await start();
	for (let number = 0; number < 2_001; number += 1) addDomain(state, state.live, `shop-${number}.com`, clock.now());
	const read = await client.domains(signal);
	expect(read.kind === "ok" && read.value.length).toBe(2_001);
});

describe("a failure", () => {
	const purchase = { domain: "new-shop.com", cents: 1108, idempotencyKey: "order-1" };

	it("is refused if the registrar says that it did nothing", async () => {
		const { client } = await start();
		const wrong = await client.create({ ...purchase, cents: 999 }, signal);
		expect(wrong).toMatchObject({ kind: "refused", code: "COST_MISMATCH" });
		const limited = await start({}, "sandbox");
		const stranger = createPorkbunClient({ url: limited.url, apiKey: "pk1_x", secretApiKey: "sk1_x" });
		expect(await stranger.balanceCents(signal)).toMatchObject({ kind: "refused", code: "INVALID_API_KEYS_001" });
	});

	it.each([200, 400, 429] as const)("is limited with the status %d, until the window ends", async (limitStatus) => {
		const { client } = await start({ limits: {}, limitStatus });
		await client.check("new-shop.com", "registration", signal);
		const second = await client.check("new-shop.com", "registration", signal);
		expect(second).toMatchObject({ kind: "limited", until: new Date("2026-11-20T00:00:10Z") });
	});

	it.each(["cut", "html_502", "html_503", "error_in_200"] as const)(
		"is unknown after %s, and one charge at most",
		async (kind) => {
			const { client, faults, state } = await start();
			faults.add({ call: "domain/create", kind, isExecuted: true });
			expect(await client.create(purchase, signal)).toMatchObject({ kind: "unknown" });
			expect(await client.create(purchase, signal)).toMatchObject({ kind: "ok" });
			expect(state.live.ledger).toHaveLength(1);
		},
	);

	it("is unknown after the deadline, and while the first request runs", async () => {
		const { client, faults } = await start();
		faults.add({ call: "domain/create", kind: "late" });
		const abort = new AbortController();
		const first = client.create(purchase, abort.signal);
		await expect.poll(() => client.create(purchase, signal)).toMatchObject({ kind: "unknown", cause: "still_running" });
		abort.abort();
		expect(await first).toMatchObject({ kind: "unknown", cause: "no_answer" });
	});

	it("is down if nothing was sent", async () => {
		const { client, close } = await start();
		await close();
		expect(await client.create(purchase, signal)).toEqual({ kind: "down", text: "ECONNREFUSED" });
		expect(await client.balanceCents(AbortSignal.abort())).toMatchObject({ kind: "down" });
	});

	it("is unknown if an open connection says that the host is unreachable", async () => {
		const broken = Object.assign(new Error("read EHOSTUNREACH"), { code: "EHOSTUNREACH", syscall: "read" });
		const agent = new MockAgent();
		agent.disableNetConnect();
		agent
			.get("http://registrar.test")
			.intercept({ path: () => true, method: "POST" })
			.replyWithError(broken);
		const client = createPorkbunClient({
			url: "http://registrar.test/api/json/v3",
			apiKey: "pk1_a",
			secretApiKey: "sk1_b",
			dispatcher: agent,
		});
		expect(await client.create(purchase, signal)).toMatchObject({ kind: "unknown", cause: "no_answer" });
	});

	it("never contains the keys", async () => {
		const { client, keys, faults } = await start();
		faults.add({ kind: "cut" });
		const failures = [await client.balanceCents(signal), await client.check("nonsense", "renewal", signal)];
		expect(JSON.stringify(failures)).not.toContain(keys.live.apiKey);
		expect(JSON.stringify(failures)).not.toContain(keys.live.secretApiKey);
	});

	it("is not what a dry run was that an old edition ignored", async () => {
		const { client } = await start({ edition: "3.0" });
		expect(await client.requirements("com", signal)).toMatchObject({ kind: "refused" });
		expect(await client.rehearse(purchase, signal)).toMatchObject({ kind: "unknown", cause: "unreadable" });
	});
});

describe("an answer", () => {
	it.each([
		[{ "x-ratelimit-reset": "1795824030" }, "2026-11-28T00:00:30.000Z"],
		[{ "x-ratelimit-reset": "30" }, "2026-11-20T00:00:30.000Z"],
		[{ "retry-after": "7" }, "2026-11-20T00:00:07.000Z"],
		[{}, "2026-11-20T00:00:10.000Z"],
	])("with the headers %o and no JSON is limited until %s", async (headers, until) => {
		const client = answering(429, "<html>Too many</html>", headers);
		expect(await client.balanceCents(signal)).toMatchObject({ kind: "limited", until: new Date(until) });
	});

	it("leaves out the domains and extensions that cannot be read", async () => {
		const domains = [{ domain: "A-Shop.com", expireDate: "soon", autoRenew: "0" }, { name: "x" }, null];
		const list = await answering(200, { status: "SUCCESS", domains }).domains(signal);
		expect(list).toMatchObject({ kind: "ok", value: [{ name: "a-shop.com", expiresAt: null, autoRenew: false }] });
		const pricing = {
			com: { registration: "1,108.50", renewal: 9 },
			wallet: { registration: "1", renewal: "1", specialType: "handshake" },
			bad: { registration: "1e9", renewal: "-1" },
		};
		const prices = await answering(200, { status: "SUCCESS", pricing }).pricing(signal);
		expect(prices).toEqual({ kind: "ok", value: [{ tld: "com", registerCents: 110850, renewCents: 900 }] });
	});

	it.each([
		{ avail: "yes", premium: "no", price: "1e400", minDuration: 1 },
		{ avail: "yes", premium: "no", price: "0.001", minDuration: 1 },
		{ avail: "yes", premium: "no", price: "-1", minDuration: 1 },
		{ avail: "yes", premium: "no", price: "9.73", minDuration: 0 },
		{ avail: "yes", premium: "no", minDuration: 1 },
	])("with the price of %o is unreadable", async (response) => {
		const read = await answering(200, { status: "SUCCESS", response }).check("new-shop.com", "registration", signal);
		expect(read).toMatchObject({ kind: "unknown", cause: "unreadable" });
	});

	it("with one unreadable record hides the whole zone", async () => {
		const records = [
			{ id: 1, name: "a.com", type: "A", content: "192.0.2.1" },
			{ id: 2, type: "A" },
		];
		const read = await answering(200, { status: "SUCCESS", records }).records("a.com", signal);
		expect(read).toMatchObject({ kind: "unknown", cause: "unreadable" });
	});
});
