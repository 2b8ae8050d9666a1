import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { longWait } from "../../support/long-wait.ts";
import { createRealWorld, freezeDuringIssue } from "../real-world.ts";

let world: Awaited<ReturnType<typeof createRealWorld>>;
let last = 0;

beforeAll(async () => {
	world = await createRealWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const newcomer = () => world.meet(++last);

/** Returns the ids of the events or operations about which the person was notified, oldest first. */
async function told(personId: number, kind: "event" | "operation"): Promise<number[]> {
	const rows = await world.database.sql`
		select subject_id from bot.outbox where person_id = ${personId} and subject_kind = ${kind} order by id`;
	return rows.map((row) => Number(row["subject_id"]));
}

describe("a sandbox account", () => {
	it("is opened in one tap: connected, owned, whitelisted, and with its events sent here", async () => {
		const anna = await newcomer();
		const opened = await world.actions.connection.openSandbox(anna);
		expect(opened).toMatchObject({
			kind: "connected",
			balanceCents: 50_000,
			connection: { state: "live", active: true, account: { sandbox: true, owned: true } },
		});
		const account = await world.actions.account.read(anna);
		expect(account).toMatchObject({ account: { webhookEnabled: true, whitelist: ["127.0.0.1"] } });
	});

	it("stays one account after repeated taps, concurrent or later", async () => {
		const anna = await newcomer();
		const open = () => world.actions.connection.openSandbox(anna);
		const results = [...(await Promise.all([open(), open()])), await open()];
		const users = results.map((each) => each.kind === "connected" && each.connection.account?.userId);
		expect(new Set(users).size).toBe(1);
		expect(await world.actions.connection.list(anna)).toHaveLength(1);
	});

	it("stays one account if its first read fails and the service has forgotten the call since", async () => {
		const anna = await newcomer();
		const { openClient } = world.deps;
		world.deps.openClient = (of) => ({
			...openClient(of),
			account: async () => ({ kind: "unknown", cause: "timeout", sent: true }),
		});
		expect(await world.actions.connection.openSandbox(anna)).toMatchObject({ kind: "trouble" });
		world.deps.openClient = openClient;
		const accounts = async () => (await world.database.sql`select from service.accounts`).length;
		const before = await accounts();
		await world.database.sql`delete from service.admin_calls`;
		expect(await world.actions.connection.openSandbox(anna)).toMatchObject({ kind: "connected" });
		expect(await world.actions.connection.list(anna)).toHaveLength(1);
		expect(await accounts()).toBe(before);
	});

	it("gets one new token for two taps at once after its own was replaced", async () => {
		const anna = await newcomer();
		const first = await world.actions.connection.openSandbox(anna);
		const userId = first.kind === "connected" ? (first.connection.account?.userId ?? 0) : 0;
		await world.service.admin.issueToken(`elsewhere ${userId}`, userId);
		await world.actions.account.read(anna);
		expect(await world.actions.connection.list(anna)).toMatchObject([{ state: "needs_token" }]);
		const open = () => world.actions.connection.openSandbox(anna);
		const taps = await Promise.all([open(), open(), open()]);
		expect(taps).toMatchObject(Array(3).fill({ kind: "connected", connection: { state: "live" } }));
		expect(new Set(taps.map((each) => each.kind === "connected" && each.connection.tokenLast4)).size).toBe(1);
	});

	it("is the same account after a disconnect, with a new token", async () => {
		const anna = await newcomer();
		const first = await world.actions.connection.openSandbox(anna);
		const connectionId = first.kind === "connected" ? first.connection.id : 0;
		await world.actions.connection.disconnect({ ...anna, connectionId });
		const userId = first.kind === "connected" ? (first.connection.account?.userId ?? 0) : 0;
		expect(await world.service.admin.show(userId)).toMatchObject({ value: { webhook: { url: null } } });
		const second = await world.actions.connection.openSandbox(anna);
		expect(second).toMatchObject({ kind: "connected", connection: { account: { userId, owned: true } } });
		expect(await world.actions.account.read(anna)).toMatchObject({ account: { webhookEnabled: true } });
	});

	it("gets no new token while it is frozen and a person is connected to it", async () => {
		const anna = await newcomer();
		const boris = await newcomer();
		const { connection, freeze } = world.actions;
		const first = await connection.openSandbox(anna);
		const found = first.kind === "connected" ? first.connection : undefined;
		const userId = found?.account?.userId ?? 0;
		const accountId = found?.account?.id ?? 0;
		const lastFour = async () => {
			const shown = await world.service.admin.show(userId);
			return shown.kind === "done" ? shown.value.token?.lastFour : undefined;
		};
		const issued = await world.service.admin.issueToken("frozen-sandbox", userId);
		const token = issued.kind === "done" ? issued.value.token : "";
		expect(await connection.connect({ ...boris, token })).toMatchObject({ kind: "connected" });
		await freeze.freeze({ ...boris, accountId, domain: "" });
		// The bot knows that Anna's own token was replaced.
		expect(await connection.list(anna)).toMatchObject([{ state: "needs_token" }]);
		expect(await connection.openSandbox(anna)).toEqual({ kind: "frozen" });
		await connection.disconnect({ ...anna, connectionId: found?.id ?? 0 });
		expect(await connection.openSandbox(anna)).toEqual({ kind: "frozen" });
		expect(await lastFour()).toBe(token.slice(-4));
		expect(await connection.current(boris)).toMatchObject({ state: "live" });
		const own = (await connection.current(boris))?.id ?? 0;
		await connection.disconnect({ ...boris, connectionId: own });
		expect(await connection.openSandbox(anna)).toMatchObject({ kind: "connected" });
		expect(await freeze.read({ ...anna, domain: "" })).toMatchObject({ freeze: { end: null } });
	});

	it("gets a new token before a freeze that begins meanwhile, or none", async () => {
		const anna = await newcomer();
		const boris = await newcomer();
		const first = await world.actions.connection.openSandbox(anna);
		const { userId = 0, id: accountId = 0 } = (first.kind === "connected" && first.connection.account) || {};
		const issued = await world.service.admin.issueToken(`elsewhere ${userId}`, userId);
		const token = issued.kind === "done" ? issued.value.token : "";
		expect(await world.actions.connection.connect({ ...boris, token })).toMatchObject({ kind: "connected" });
		const freeze = () => world.actions.freeze.freeze({ ...boris, accountId, domain: "" });
		const replace = () => world.actions.connection.openSandbox(anna);
		expect(await freezeDuringIssue(world, freeze, replace)).toEqual(["issued", "frozen"]);
	});

	it("receives its events at the new address after the listener moved", async () => {
		const anna = await newcomer();
		const opened = await world.actions.connection.openSandbox(anna);
		const userId = opened.kind === "connected" ? (opened.connection.account?.userId ?? 0) : 0;
		const { service } = world.deps;
		world.deps.service = { ...service, receiverBase: "https://moved.example/events/" };
		await world.tasks.refreshReceivers();
		world.deps.service = service;
		const shown = await world.service.admin.show(userId);
		expect(shown).toMatchObject({
			value: { webhook: { url: expect.stringContaining("https://moved.example/events/") } },
		});
		await world.tasks.refreshReceivers();
	});

	it.each([
		["without the admin port", { admin: null }],
		["at a registrar that takes real money", { realMoney: true as const }],
	])("is neither offered nor opened %s", async (_, settings) => {
		const anna = await newcomer();
		const { service } = world.deps;
		const offered = () => world.actions.account.read(anna);
		expect(await offered()).toMatchObject({ trouble: "not_connected", sandbox: true });
		world.deps.service = { ...service, ...settings };
		expect(await offered()).not.toHaveProperty("sandbox");
		expect(await world.actions.connection.openSandbox(anna)).toEqual({ kind: "no_sandbox" });
		world.deps.service = service;
	});
});

describe("an account of the built-in service, connected with its token", () => {
	async function pasted() {
		const anna = await newcomer();
		const { admin } = world.service;
		const opened = await admin.openAccount(`test:${last}`, { balanceCents: 10_000, whitelist: ["127.0.0.1"] });
		if (opened.kind !== "done") throw new Error(opened.code);
		const { token, userId } = opened.value;
		const connect = () => world.actions.connection.connect({ ...anna, token });
		const setWebhook = (url: string) => admin.setWebhook(`test:${last}:${url}`, userId, { url });
		const events = async () => {
			const result = await world.actions.account.read(anna);
			return result.kind === "account" ? result.events : result.trouble;
		};
		return { anna, userId, connect, setWebhook, events };
	}

	it("is marked as play money and has no owner here", async () => {
		const { connect } = await pasted();
		expect(await connect()).toMatchObject({ connection: { account: { sandbox: true, owned: false } } });
	});

	it("sends its events here once its owner has set the address and given the secret", async () => {
		const { anna, userId, connect, setWebhook, events } = await pasted();
		await connect();
		expect(await events()).toBe("none");
		expect(await world.service.admin.show(userId)).toMatchObject({ value: { webhook: { url: null } } });
		const profile = await world.actions.profile.read(anna);
		const set = await setWebhook(profile.kind === "read_only" ? (profile.guide.receiverUrl ?? "") : profile.kind);
		const secret = set.kind === "done" ? (set.value.secret ?? "") : set.code;
		expect(await events()).toBe("none");
		expect(await world.actions.profile.keepSecret({ ...anna, secret })).toEqual({ kind: "kept" });
		expect(await events()).toBe("here");
		expect(await world.service.admin.testWebhook(userId)).toMatchObject({ value: { delivered: true } });
	});

	it("keeps the address that its owner chose", async () => {
		const { userId, connect, setWebhook, events } = await pasted();
		await setWebhook("https://owner.example/hook");
		await connect();
		await connect();
		expect(await events()).toBe("elsewhere");
		const shown = await world.service.admin.show(userId);
		expect(shown).toMatchObject({ value: { webhook: { url: "https://owner.example/hook" } } });
	});
});

describe("buying a name there", () => {
	it("results in one charge and a receipt, which also reports the signed event", async () => {
		const anna = await newcomer();
		await world.actions.connection.openSandbox(anna);
		const quote = await world.actions.quote.register({ ...anna, lines: [{ domain: "journey.com", years: 2 }] });
		if (quote.kind !== "quoted") throw new Error(quote.kind);
		const { id: operationId, reference } = quote.operation;
		const number = quote.operation.quote?.number ?? 0;
		const taps = await Promise.all([1, 2].map(() => world.actions.operation.confirm({ ...anna, operationId, number })));
		expect(taps.map((each) => each.kind).sort()).toEqual(["already", "confirmed"]);
		const receiptOf = (type: string) => world.database.sql`
			select receipt_id::int as id, external_ref as reference from bot.inbox where type = ${type} and state = 'done'`;
		await vi.waitUntil(async () => (await receiptOf("domain.registered")).length > 0, longWait);
		await vi.waitUntil(async () => (await told(anna.personId, "operation")).length > 0, longWait);
		const { totalCents = 0 } = quote.operation.quote ?? {};
		// The webhook event may settle the order before the HTTP answer arrives. Only the HTTP answer contains the charge
		// and the new balance, so wait until the balance is known.
		await vi.waitUntil(async () => {
			const found = await world.actions.operation.get({ ...anna, operationId });
			return found.kind === "operation" && found.operation.balanceAfterCents !== null;
		}, longWait);
		expect(await world.actions.operation.get({ ...anna, operationId })).toMatchObject({
			operation: {
				state: "succeeded",
				sandbox: true,
				balanceBeforeCents: 50_000,
				balanceAfterCents: 50_000 - totalCents,
				items: [{ phase: "succeeded", chargedCents: totalCents, expiresAt: expect.any(Date) }],
			},
		});
		expect(await receiptOf("domain.registered")).toEqual([{ id: operationId, reference }]);
		expect(await told(anna.personId, "event")).toEqual([]);
		expect(await told(anna.personId, "operation")).toEqual([operationId]);
		const query = { search: "journey", sort: "name", offset: 0, limit: 8 } as const;
		const list = await world.actions.domain.portfolio({ ...anna, query });
		expect(list).toMatchObject({ total: 1, domains: [{ domain: "journey.com", status: "registered" }] });
	});

	it("finds the outcome itself when the registry executes and then times out", async () => {
		const anna = await newcomer();
		await world.actions.connection.openSandbox(anna);
		const quote = await world.actions.quote.register({
			...anna,
			lines: [{ domain: "provider-timeout-a.com", years: 1 }],
		});
		if (quote.kind !== "quoted") throw new Error(quote.kind);
		const operationId = quote.operation.id;
		await world.actions.operation.confirm({ ...anna, operationId, number: 1 });
		const state = async () => {
			const found = await world.actions.operation.get({ ...anna, operationId });
			return found.kind === "operation" ? found.operation.state : undefined;
		};
		await vi.waitUntil(async () => ["unknown", "succeeded"].includes((await state()) ?? ""), longWait);
		await world.database.advance(60_000);
		await vi.waitUntil(async () => (await state()) === "succeeded", longWait);
		const account = await world.actions.account.read(anna);
		const { totalCents = 0 } = quote.operation.quote ?? {};
		expect(account).toMatchObject({ account: { balanceCents: 50_000 - totalCents } });
		expect(await told(anna.personId, "operation")).toEqual([operationId]);
	});
});
