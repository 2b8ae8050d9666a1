import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../src/client/index.ts";
import { createActionsFixture, type Desk } from "../fixture.ts";
import { expectBoughtOnce, pass, quoted } from "./bought.ts";

let desk: Desk;
let last = 0;

beforeAll(async () => {
	desk = await createActionsFixture();
});
afterAll(() => desk[Symbol.asyncDispose]());

const sending = /domains\/register/;
const renewing = /renew/;
const year = 365 * 86_400_000;
const resets = Array.from({ length: 60 }, () => ({ kind: "reset" }) as const);

/** The worker of the next call dies before the call leaves, and stores nothing. */
function die(): void {
	const { openClient } = desk.deps;
	desk.deps.openClient = (access) => {
		const send: Client["send"] = async () => {
			desk.deps.openClient = openClient;
			throw new Error("killed");
		};
		return { ...openClient(access), send };
	};
}

async function confirmed(domain: string) {
	const order = await quoted(desk, ++last, domain);
	await order.confirm();
	return order;
}

/** Returns a confirmed renewal of names that the account already has. */
async function renewal(
	names: readonly string[],
	years = 1,
	more: { untold?: readonly string[]; external_ref?: string } = {},
) {
	const { personId, account } = await desk.customer(++last, desk.service.openAccount(500_000));
	const owned = names.map((name) => desk.service.take(name, account, more));
	const drafts = names.map((domain) => ({ domain, years }));
	const quote = await desk.actions.quote.renewMany({ personId, drafts });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const { id: operationId, reference } = quote.operation;
	await desk.actions.operation.confirm({ personId, operationId, number: 1 });
	const now = async () => {
		const found = await desk.actions.operation.get({ personId, operationId });
		if (found.kind !== "operation") throw new Error("the operation is gone");
		return found.operation;
	};
	return { personId, account, owned, operationId, reference, now };
}

/** Another program of the account renews the name `owned`. */
function renewElsewhere(owned: { expires: number; external_ref?: string }, years: number, reference?: string): void {
	owned.expires += years * year;
	if (reference !== undefined) owned.external_ref = reference;
}

describe("a due time takes precedence", () => {
	it("settles an order whose worker died in its second attempt, although its person reconnected", async () => {
		const order = await confirmed("twice-dead.com");
		desk.service.fail(sending, { kind: "lost" });
		await desk.settle();
		await desk.database.advance(5_000);
		die();
		await expect(desk.settle()).rejects.toThrow("killed");
		expect(await order.now()).toMatchObject({ tries: 2, items: [{ state: "unknown" }] });
		await desk.actions.connection.connect({ personId: order.personId, token: order.account.token });
		await pass(desk, 2);
		await expectBoughtOnce(order);
	});

	it("writes nothing more for a request that a reconnect does not concern", async () => {
		const order = await confirmed("no-loop.com");
		desk.service.fail(sending, { kind: "lost" });
		await desk.settle();
		await desk.database.advance(5_000);
		die();
		await expect(desk.settle()).rejects.toThrow("killed");
		await desk.actions.connection.connect({ personId: order.personId, token: order.account.token });
		await desk.database.advance(60_000);
		const row = String(await order.requestId());
		desk.bells.length = 0;
		await desk.tasks.operation(row, new AbortController().signal);
		await desk.tasks.operation(row, new AbortController().signal);
		expect(desk.bells.filter(([queue]) => queue === "bot.operation")).toEqual([]);
	});

	it("looks up a failed order on the button, although its person reconnected", async () => {
		const order = await confirmed("look-after.com");
		desk.service.fail(sending, ...resets);
		await pass(desk, 30);
		desk.service.heal();
		expect(await order.now()).toMatchObject({ state: "failed" });
		await desk.actions.connection.connect({ personId: order.personId, token: order.account.token });
		desk.service.take(order.domain, order.account, { external_ref: order.reference });
		await desk.actions.operation.lookAgain(order);
		await desk.settle();
		expect(await order.now()).toMatchObject({ state: "succeeded" });
	});

	it("looks up the order when the button's job is lost", async () => {
		const order = await confirmed("lost-bell.com");
		desk.service.fail(sending, ...resets);
		await pass(desk, 30);
		desk.service.heal();
		desk.service.take(order.domain, order.account, { external_ref: order.reference });
		await desk.actions.operation.lookAgain(order);
		desk.bells.length = 0;
		await desk.settle();
		expect(await order.now()).toMatchObject({ state: "succeeded" });
	});

	it("looks up one last time before it asks a person, after hours without a worker", async () => {
		const order = await confirmed("slept.com");
		desk.service.fail(sending, { kind: "lost" });
		await desk.settle();
		await pass(desk, 180, 180);
		await expectBoughtOnce(order);
	});
});

describe("a list that is longer than one lookup", () => {
	it.each([40, 41, 100, 150])("of %d names is sent again as soon as all of it was looked up", async (count) => {
		const names = Array.from({ length: count }, (_, index) => `listed-${count}-${index}.com`);
		desk.service.fail(renewing, ...resets.slice(0, Math.ceil(count / 100)));
		const list = await renewal(names);
		await desk.settle();
		expect(await list.now()).toMatchObject({ state: "unknown" });
		await pass(desk, 1);
		expect(await list.now()).toMatchObject({ state: "succeeded" });
		expect(list.account.ledger).toHaveLength(count);
		const keys = desk.service.keys(renewing);
		expect(new Set(keys.slice(-2 * Math.ceil(count / 100))).size).toBe(Math.ceil(count / 100));
	});

	it("is found not done, name by name, in the same time as a short one", async () => {
		const { personId, account } = await desk.customer(++last, desk.service.openAccount(500_000));
		const drafts = Array.from({ length: 90 }, (_, index) => ({ domain: `absent-${index}.com`, years: 1 }));
		const quote = await desk.actions.quote.registerMany({ personId, drafts });
		if (quote.kind !== "quoted") throw new Error(quote.kind);
		const { id: operationId } = quote.operation;
		await desk.actions.operation.confirm({ personId, operationId, number: 1 });
		desk.service.fail(/register\/batch/, ...resets);
		await pass(desk, 20);
		desk.service.heal();
		expect(await desk.actions.operation.get({ personId, operationId })).toMatchObject({
			operation: { state: "failed", problem: { code: "not_done" } },
		});
		expect(account.ledger).toEqual([]);
	});
});

describe("done means done by this order", () => {
	it("is not a renewal by fewer years by another program", async () => {
		const order = await renewal(["fewer.com"], 2);
		const [owned] = order.owned;
		desk.service.fail(renewing, { kind: "reset" });
		await desk.settle();
		if (owned) renewElsewhere(owned, 1);
		await pass(desk, 8);
		expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "done_elsewhere" } }] });
		expect(order.account.ledger).toEqual([]);
		const [spent] = await desk.database.sql`select spent_cents from bot.spend_days where person_id = ${order.personId}`;
		expect(spent).toEqual({ spent_cents: 0 });
	});

	it("is not a renewal by as many years with the reference of another program", async () => {
		const order = await renewal(["theirs.com"], 1);
		const [owned] = order.owned;
		desk.service.fail(renewing, { kind: "reset" });
		await desk.settle();
		if (owned) renewElsewhere(owned, 1, "crm-4711");
		await pass(desk, 8);
		expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "done_elsewhere" } }] });
	});

	it("stays open if the expiry fits and our reference is missing", async () => {
		const order = await renewal(["whose.com"], 1);
		const [owned] = order.owned;
		desk.service.fail(renewing, { kind: "reset" });
		await desk.settle();
		if (owned) renewElsewhere(owned, 1);
		await pass(desk, 8);
		expect(await order.now()).toMatchObject({ state: "succeeded", items: [{ problem: { code: "unattributed" } }] });
	});

	it.each([
		["a name with a reference that another program changed", "crm-9", "failed", "done_elsewhere"],
		["a name with a reference that another program left", undefined, "succeeded", "unattributed"],
	] as const)("is not a renewal of %s", async (_case, theirs, state, code) => {
		const order = await renewal([`bears-${code.replace("_", "-")}.com`], 1, { external_ref: "#OLD1" });
		const [owned] = order.owned;
		desk.service.fail(renewing, { kind: "reset" });
		await desk.settle();
		if (owned) renewElsewhere(owned, 1, theirs);
		await pass(desk, 8);
		expect(await order.now()).toMatchObject({ state, items: [{ problem: { code } }] });
		expect(order.account.ledger).toEqual([]);
	});

	it("is a renewal with our reference, if the service does not report the expiry", async () => {
		const order = await renewal(["no-expiry.com"], 1, { untold: ["expiry_date"] });
		desk.service.fail(renewing, { kind: "lost" });
		await pass(desk, 2);
		expect(await order.now()).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
		expect(order.account.ledger).toHaveLength(1);
		expect(desk.service.sent(/no-expiry\.com\/renew/)).toHaveLength(1);
	});

	it("is not a registration by another program of the same account with its reference", async () => {
		const order = await confirmed("their-name.com");
		desk.service.fail(sending, { kind: "reset" });
		await desk.settle();
		desk.service.take(order.domain, order.account, { external_ref: "crm-4712" });
		await pass(desk, 8);
		expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "done_elsewhere" } }] });
		expect(await order.told()).toBe(1);
	});

	it("stays open for a registration in the account without a reference", async () => {
		const order = await confirmed("nobodys-name.com");
		desk.service.fail(sending, { kind: "reset" });
		await desk.settle();
		desk.service.take(order.domain, order.account);
		await pass(desk, 8);
		expect(await order.now()).toMatchObject({ state: "succeeded", items: [{ problem: { code: "unattributed" } }] });
		expect(await order.told()).toBe(1);
	});
});

describe("a provable outcome asks no person", () => {
	it("ends as failed once the key is refused and another account owns the name", async () => {
		const order = await confirmed("somebody-elses.com");
		desk.service.fail(sending, { kind: "reset" });
		await desk.settle();
		desk.service.take(order.domain, desk.service.openAccount());
		await pass(desk, 7, 0.25);
		expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "domain_not_found" } }] });
		expect([order.account.ledger, await order.told()]).toEqual([[], 1]);
	});
});
