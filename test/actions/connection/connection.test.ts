import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGate } from "../../support/gate.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { expectBoughtOnce, pass, quoted } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 100;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const newcomer = () => fixture.meet(++last);

describe("connecting", () => {
	it("verifies the token, stores it encrypted and shows only its last four characters", async () => {
		const anna = await newcomer();
		const account = fixture.service.openAccount(12_345);
		const result = await fixture.actions.connection.connect({ ...anna, token: ` ${account.token}\n` });
		expect(result).toEqual({
			kind: "connected",
			balanceCents: 12_345,
			others: 0,
			connection: {
				id: expect.any(Number),
				state: "live",
				active: true,
				serviceUrl: fixture.service.url,
				tokenLast4: account.token.slice(-4),
				account: { id: expect.any(Number), userId: account.userId, sandbox: false, owned: false },
			},
		});
		const rows = await fixture.database.sql`select * from bot.connections`;
		expect(JSON.stringify(rows)).not.toContain(account.token);
		expect(fixture.log.lines.join()).not.toContain(account.token);
	});

	it("does not ask the service about text that cannot be a token", async () => {
		const anna = await newcomer();
		const before = fixture.service.calls.length;
		for (const token of ["", "short", "two words of it", "<script>alert(1)</script>", "x".repeat(5_000)]) {
			expect(await fixture.actions.connection.connect({ ...anna, token })).toEqual({ kind: "malformed" });
		}
		expect(fixture.service.calls.length).toBe(before);
	});

	it("stores nothing of a token that the service refuses", async () => {
		const anna = await newcomer();
		const result = await fixture.actions.connection.connect({ ...anna, token: "small_nobody_knows_this_one" });
		expect(result).toEqual({ kind: "token_refused" });
		expect(await fixture.actions.connection.list(anna)).toEqual([]);
	});

	it("stores a token whose whitelist lacks our address, names the addresses to add, and verifies it later", async () => {
		const anna = await newcomer();
		const account = fixture.service.openAccount();
		account.whitelisted = false;
		const result = await fixture.actions.connection.connect({ ...anna, token: account.token });
		expect(result).toMatchObject({ kind: "whitelist", addresses: ["203.0.113.9"], connection: { account: null } });
		expect(await fixture.actions.account.read(anna)).toMatchObject({
			trouble: "forbidden",
			addresses: ["203.0.113.9"],
		});
		account.whitelisted = true;
		expect(await fixture.actions.connection.test(anna)).toMatchObject({ kind: "connected" });
		expect(await fixture.actions.connection.list(anna)).toHaveLength(1);
	});

	it("stores a token that could not be verified because the service was down", async () => {
		const anna = await newcomer();
		const account = fixture.service.openAccount();
		fixture.service.fail(/account/, { kind: "page", status: 502 });
		const result = await fixture.actions.connection.connect({ ...anna, token: account.token });
		expect(result).toMatchObject({ kind: "trouble", trouble: "service_down", connection: { state: "unproved" } });
		expect(await fixture.actions.connection.test(anna)).toMatchObject({ kind: "connected" });
	});

	it("reports until when the service blocks the token", async () => {
		const anna = await newcomer();
		const account = fixture.service.openAccount();
		fixture.service.fail(/account/, { kind: "refused", status: 429, code: "rate_limited", retryAfter: 60 });
		const result = await fixture.actions.connection.connect({ ...anna, token: account.token });
		expect(result).toMatchObject({ kind: "trouble", trouble: "rate_limited", until: expect.any(Date) });
	});

	it("makes one connection for the same token, even for concurrent attempts", async () => {
		const anna = await newcomer();
		const { token } = fixture.service.openAccount();
		const results = await Promise.all([1, 2, 3].map(() => fixture.actions.connection.connect({ ...anna, token })));
		expect(results.map((each) => each.kind)).toEqual(["connected", "connected", "connected"]);
		expect(await fixture.actions.connection.list(anna)).toHaveLength(1);
	});

	it("replaces the token of an account with a newer one", async () => {
		const anna = await newcomer();
		const account = fixture.service.openAccount();
		await fixture.actions.connection.connect({ ...anna, token: account.token });
		await fixture.actions.connection.connect({ ...anna, token: fixture.service.reissue(account) });
		expect(await fixture.actions.connection.list(anna)).toMatchObject([
			{ state: "live", tokenLast4: account.token.slice(-4) },
		]);
	});
});

describe("several accounts", () => {
	it("coexist with one active account, and can be switched", async () => {
		const anna = await newcomer();
		const [one, two] = [fixture.service.openAccount(100), fixture.service.openAccount(200)];
		for (const { token } of [one, two]) await fixture.actions.connection.connect({ ...anna, token });
		const list = await fixture.actions.connection.list(anna);
		expect(list.map((each) => [each.account?.userId, each.active])).toEqual([
			[two.userId, true],
			[one.userId, false],
		]);
		const first = list[1]?.id ?? 0;
		expect(await fixture.actions.connection.switchTo({ ...anna, connectionId: first })).toMatchObject({
			kind: "switched",
		});
		expect(await fixture.actions.account.read(anna)).toMatchObject({
			account: { userId: one.userId, balanceCents: 100 },
		});
	});

	it("belong to one person: other people cannot switch to, test or disconnect them", async () => {
		const [anna, boris] = [await newcomer(), await newcomer()];
		await fixture.actions.connection.connect({ ...anna, token: fixture.service.openAccount().token });
		const connectionId = (await fixture.actions.connection.current(anna))?.id ?? 0;
		const { switchTo, test, disconnect } = fixture.actions.connection;
		expect(await switchTo({ ...boris, connectionId })).toEqual({ kind: "not_found" });
		expect(await test({ ...boris, connectionId })).toEqual({ kind: "not_found" });
		expect(await disconnect({ ...boris, connectionId })).toEqual({ kind: "not_found" });
	});
});

describe("disconnecting", () => {
	it("deletes the token and activates another connection", async () => {
		const anna = await newcomer();
		for (const _ of [1, 2])
			await fixture.actions.connection.connect({ ...anna, token: fixture.service.openAccount().token });
		const active = await fixture.actions.connection.current(anna);
		await fixture.actions.connection.disconnect({ ...anna, connectionId: active?.id ?? 0 });
		const rest = await fixture.actions.connection.list(anna);
		expect(rest).toMatchObject([{ active: true }]);
		expect(rest[0]?.id).not.toBe(active?.id);
	});

	it("reports to a person without connections that they have none", async () => {
		const { personId } = await fixture.customer(++last);
		const connectionId = (await fixture.actions.connection.current({ personId }))?.id ?? 0;
		await fixture.actions.connection.disconnect({ personId, connectionId });
		expect(await fixture.actions.account.read({ personId })).toEqual({ kind: "trouble", trouble: "not_connected" });
	});
});

describe("disconnecting with an open order", () => {
	it("asks first, and then leaves the order to the next person who connects the account", async () => {
		const account = fixture.service.openAccount();
		const bought = await quoted(fixture, ++last, "left-open.com", account);
		const { personId } = bought;
		fixture.service.fail(/register/, { kind: "lost" });
		await bought.confirm();
		await fixture.settle();
		const connectionId = (await fixture.actions.connection.current({ personId }))?.id ?? 0;
		const leave = (force: boolean) => fixture.actions.connection.disconnect({ personId, connectionId, force });
		expect(await leave(false)).toEqual({ kind: "open_operations", count: 1 });
		expect(await fixture.actions.connection.current({ personId })).toMatchObject({ id: connectionId, state: "live" });
		expect(await leave(true)).toEqual({ kind: "disconnected" });
		await pass(fixture, 2);
		expect(await bought.now()).toMatchObject({ state: "unknown", hold: "access" });
		await fixture.actions.connection.connect({ personId, token: account.token });
		await fixture.settle();
		await expectBoughtOnce({ ...bought, told: async () => (await bought.told()) - 1 });
	});
});

describe("a token that stopped working", () => {
	it("changes the connection's state once, and is not sent again until it is tested", async () => {
		const { personId, account } = await fixture.customer(++last);
		fixture.service.reissue(account);
		const both = await Promise.all([1, 2].map(() => fixture.actions.account.read({ personId })));
		expect(both).toMatchObject([{ trouble: "unauthorized" }, { trouble: "unauthorized" }]);
		expect(await fixture.actions.connection.current({ personId })).toMatchObject({ state: "needs_token" });
		const before = fixture.service.calls.length;
		expect(await fixture.actions.account.read({ personId })).toMatchObject({ trouble: "unauthorized" });
		expect(fixture.service.calls.length).toBe(before);
	});

	it("is replaced by the next token that turns out to be for the same account", async () => {
		const { personId, account } = await fixture.customer(++last);
		const token = fixture.service.reissue(account);
		await fixture.actions.account.read({ personId });
		expect(await fixture.actions.connection.connect({ personId, token })).toMatchObject({ kind: "connected" });
		expect(await fixture.actions.connection.list({ personId })).toMatchObject([{ state: "live" }]);
	});
});

describe("a token re-issued while an older one is being verified", () => {
	/**
	 * Connects `who` with the old token of the owner's account, and returns the result. While this `connect` waits for
	 * the service, the owner replaces the token and connects with the new one.
	 */
	async function overtaken(who: { personId: number }, owner: Awaited<ReturnType<ActionsFixture["customer"]>>) {
		using gate = createGate();
		const asked = (): number => fixture.service.calls.filter((call) => call.path === "/account").length;
		const before = asked();
		fixture.service.fail(/account/, { kind: "slow", until: gate.opened });
		const late = fixture.actions.connection.connect({ ...who, token: owner.account.token });
		await expect.poll(asked).toBeGreaterThan(before);
		const token = fixture.service.reissue(owner.account);
		const fresh = await fixture.actions.connection.connect({ personId: owner.personId, token });
		expect(fresh).toMatchObject({ kind: "connected" });
		gate.open();
		return late;
	}

	it("keeps the new token and stores nothing of the dead one", async () => {
		const anna = await fixture.customer(++last);
		const boris = await newcomer();
		expect(await overtaken(boris, anna)).toEqual({ kind: "token_refused" });
		expect(await fixture.actions.connection.list(anna)).toMatchObject([{ state: "live" }]);
		expect(await fixture.actions.connection.list(boris)).toEqual([]);
		expect(await fixture.actions.account.read(anna)).toMatchObject({ kind: "account" });
	});

	it("does not reactivate a dead token", async () => {
		const anna = await fixture.customer(++last);
		const boris = await fixture.customer(++last, anna.account);
		expect(await overtaken(boris, anna)).toEqual({ kind: "token_refused" });
		expect(await fixture.actions.connection.list(boris)).toMatchObject([{ state: "needs_token" }]);
	});
});

describe("leaving an account while another person joins", () => {
	it("succeeds for both, in either order", async () => {
		for (let round = 0; round < 6; round += 1) {
			const boris = await fixture.customer(++last);
			const anna = await newcomer();
			const token = fixture.service.reissue(boris.account);
			const [connection] = await fixture.actions.connection.list(boris);
			const before = fixture.service.calls.length;
			const connecting = fixture.actions.connection.connect({ ...anna, token });
			await expect.poll(() => fixture.service.calls.length, { interval: 1 }).toBeGreaterThan(before);
			const leaving = fixture.actions.connection.disconnect({
				personId: boris.personId,
				connectionId: connection?.id ?? 0,
			});
			expect(await Promise.all([connecting, leaving])).toMatchObject([{ kind: "connected" }, { kind: "disconnected" }]);
		}
	});
});

describe("a second person on one account", () => {
	it("is reported to the first person, who can remove them", async () => {
		const { personId: anna, account } = await fixture.customer(++last);
		const boris = await newcomer();
		const personName = "Boris <b> (@boris)";
		const joined = await fixture.actions.connection.connect({ ...boris, token: account.token, personName });
		expect(joined).toMatchObject({ kind: "connected", others: 1 });
		const connectionId = joined.kind === "connected" ? joined.connection.id : 0;
		expect(await fixture.notifications()).toContain(`connection to ${anna}`);
		const seen = await fixture.actions.connection.newcomer({ personId: anna, connectionId });
		expect(seen).toMatchObject({ personId: boris.personId, name: personName, userId: account.userId });
		const own = (await fixture.actions.connection.current({ personId: anna }))?.id;
		const removed = await fixture.actions.connection.remove({
			personId: anna,
			connectionId,
			personName: "Anna (@anna)",
		});
		expect(removed).toEqual({ kind: "removed", here: false, name: personName, own });
		expect(await fixture.actions.connection.list(boris)).toEqual([]);
		expect(await fixture.notifications()).toContain(`dismissed to ${boris.personId}`);
		const [{ accountId } = { accountId: 0 }] = await fixture.database.sql<{ accountId: number }[]>`
			select account_id::int as "accountId" from bot.connections where id = ${own ?? 0}`;
		const dismissed = () => fixture.actions.connection.dismissed({ ...boris, accountId, by: own });
		expect(await dismissed()).toEqual({ userId: account.userId, name: "Anna (@anna)", other: null });
		await fixture.actions.connection.disconnect({ personId: anna, connectionId: own ?? 0 });
		expect(await dismissed()).toMatchObject({ name: null });
	});

	it.each(["refused", "left"])("switches to another live account once %s", async (way) => {
		const { personId: anna, account } = await fixture.customer(++last);
		const boris = await newcomer();
		const [dead, own] = [fixture.service.openAccount(), fixture.service.openAccount()];
		for (const { token } of [dead, own]) await fixture.actions.connection.connect({ ...boris, token });
		const [, first] = await fixture.actions.connection.list(boris);
		await fixture.actions.connection.switchTo({ ...boris, connectionId: first?.id ?? 0 });
		fixture.service.reissue(dead);
		await fixture.actions.account.read(boris);
		await fixture.actions.connection.connect({ ...boris, token: account.token });
		const connectionId = (await fixture.actions.connection.current(boris))?.id ?? 0;
		if (way === "left") await fixture.actions.connection.disconnect({ ...boris, connectionId });
		else await fixture.actions.connection.remove({ personId: anna, connectionId });
		const goesOn = { state: "live", account: { userId: own.userId } };
		expect(await fixture.actions.connection.current(boris)).toMatchObject(goesOn);
	});

	it("cannot remove the first person", async () => {
		const { personId: anna, account } = await fixture.customer(++last);
		const { personId: boris } = await fixture.customer(++last, account);
		const connectionId = (await fixture.actions.connection.current({ personId: anna }))?.id ?? 0;
		expect(await fixture.actions.connection.newcomer({ personId: boris, connectionId })).toBeNull();
		expect(await fixture.actions.connection.remove({ personId: boris, connectionId })).toEqual({ kind: "not_found" });
		expect(await fixture.actions.connection.remove({ personId: anna, connectionId })).toEqual({ kind: "not_found" });
	});
});
