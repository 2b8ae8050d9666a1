import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../src/client/index.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { expectBoughtOnce, pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const sending = /domains\/register/;
const renewing = /renew/;
const year = 365 * 86_400_000;
const resets = Array.from({ length: 60 }, () => ({ kind: "reset" }) as const);

/**
 * Makes the next worker throw just before it sends its request. The worker stores no result, so the database looks as
 * if the process had died.
 */
function die(): void {
	const { openClient } = fixture.deps;
	fixture.deps.openClient = (access) => {
		const send: Client["send"] = async () => {
			fixture.deps.openClient = openClient;
			throw new Error("killed");
		};
		return { ...openClient(access), send };
	};
}

async function confirmed(domain: string) {
	const order = await quoted(fixture, ++last, domain);
	await order.confirm();
	return order;
}

/** Creates a customer who owns these names, and returns a confirmed order that renews them. */
async function renewal(
	names: readonly string[],
	years = 1,
	more: { untold?: readonly string[]; external_ref?: string } = {},
) {
	const { personId, account } = await fixture.customer(++last, fixture.service.openAccount(500_000));
	const owned = names.map((name) => fixture.service.take(name, account, more));
	const lines = names.map((domain) => ({ domain, years }));
	const quote = await fixture.actions.quote.renew({ personId, lines });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const { id: operationId, reference } = quote.operation;
	await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
	const now = async () => {
		const found = await fixture.actions.operation.get({ personId, operationId });
		if (found.kind !== "operation") throw new Error("the operation is gone");
		return found.operation;
	};
	return { personId, account, owned, operationId, reference, now };
}

/** Renews the domain at the fake registrar, as another program with the same account would. */
function renewElsewhere(owned: { expires: number; external_ref?: string }, years: number, reference?: string): void {
	owned.expires += years * year;
	if (reference !== undefined) owned.external_ref = reference;
}

describe("a due time takes precedence", () => {
	it("settles an order whose worker died in its second attempt, although its person reconnected", async () => {
		const order = await confirmed("twice-dead.com");
		fixture.service.fail(sending, { kind: "lost" });
		await fixture.settle();
		await fixture.database.advance(5_000);
		die();
		await expect(fixture.settle()).rejects.toThrow("killed");
		expect(await order.now()).toMatchObject({ tries: 2, items: [{ state: "unknown" }] });
		await fixture.actions.connection.connect({ personId: order.personId, token: order.account.token });
		await pass(fixture, 2);
		await expectBoughtOnce(order);
	});

	it("writes nothing more for a request that a reconnect does not concern", async () => {
		const order = await confirmed("no-loop.com");
		fixture.service.fail(sending, { kind: "lost" });
		await fixture.settle();
		await fixture.database.advance(5_000);
		die();
		await expect(fixture.settle()).rejects.toThrow("killed");
		await fixture.actions.connection.connect({ personId: order.personId, token: order.account.token });
		await fixture.database.advance(60_000);
		const row = String(await order.requestId());
		fixture.queuedJobs.length = 0;
		await fixture.tasks.operation(row, new AbortController().signal);
		await fixture.tasks.operation(row, new AbortController().signal);
		expect(fixture.queuedJobs.filter(([queue]) => queue === "bot.operation")).toEqual([]);
	});

	it("looks up a failed order on the button, although its person reconnected", async () => {
		const order = await confirmed("look-after.com");
		fixture.service.fail(sending, ...resets);
		await pass(fixture, 30);
		fixture.service.heal();
		expect(await order.now()).toMatchObject({ state: "failed" });
		await fixture.actions.connection.connect({ personId: order.personId, token: order.account.token });
		fixture.service.take(order.domain, order.account, { external_ref: order.reference });
		await fixture.actions.operation.lookAgain(order);
		await fixture.settle();
		expect(await order.now()).toMatchObject({ state: "succeeded" });
	});

	it("looks up the order when the button's job is lost", async () => {
		const order = await confirmed("lost-bell.com");
		fixture.service.fail(sending, ...resets);
		await pass(fixture, 30);
		fixture.service.heal();
		fixture.service.take(order.domain, order.account, { external_ref: order.reference });
		await fixture.actions.operation.lookAgain(order);
		fixture.queuedJobs.length = 0;
		await fixture.settle();
		expect(await order.now()).toMatchObject({ state: "succeeded" });
	});

	it("looks up one last time before it asks a person, after hours without a worker", async () => {
		const order = await confirmed("slept.com");
		fixture.service.fail(sending, { kind: "lost" });
		await fixture.settle();
		await pass(fixture, 180, 180);
		await expectBoughtOnce(order);
	});
});

describe("a list that is longer than one lookup", () => {
	it.each([40, 41, 100, 150])("of %d names is sent again as soon as all of it was looked up", async (count) => {
		const names = Array.from({ length: count }, (_, index) => `listed-${count}-${index}.com`);
		fixture.service.fail(renewing, ...resets.slice(0, Math.ceil(count / 100)));
		const list = await renewal(names);
		await fixture.settle();
		expect(await list.now()).toMatchObject({ state: "unknown" });
		await pass(fixture, 1);
		expect(await list.now()).toMatchObject({ state: "succeeded" });
		expect(list.account.ledger).toHaveLength(count);
		const keys = fixture.service.keys(renewing);
		expect(new Set(keys.slice(-2 * Math.ceil(count / 100))).size).toBe(Math.ceil(count / 100));
	});

	it("is found not done, name by name, in the same time as a short one", async () => {
		const { personId, account } = await fixture.customer(++last, fixture.service.openAccount(500_000));
		const lines = Array.from({ length: 90 }, (_, index) => ({ domain: `absent-${index}.com`, years: 1 }));
		const quote = await fixture.actions.quote.register({ personId, lines });
		if (quote.kind !== "quoted") throw new Error(quote.kind);
		const { id: operationId } = quote.operation;
		await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
		fixture.service.fail(/register\/batch/, ...resets);
		await pass(fixture, 20);
		fixture.service.heal();
		expect(await fixture.actions.operation.get({ personId, operationId })).toMatchObject({
			operation: { state: "failed", problem: { code: "not_done" } },
		});
		expect(account.ledger).toEqual([]);
	});
});

describe("done means done by this order", () => {
	it("is not a renewal by fewer years by another program", async () => {
		const order = await renewal(["fewer.com"], 2);
		const [owned] = order.owned;
		fixture.service.fail(renewing, { kind: "reset" });
		await fixture.settle();
		if (owned) renewElsewhere(owned, 1);
		await pass(fixture, 8);
		expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "done_elsewhere" } }] });
		expect(order.account.ledger).toEqual([]);
		const [spent] = await fixture.database
			.sql`select spent_cents from bot.spend_days where person_id = ${order.personId}`;
		expect(spent).toEqual({ spent_cents: 0 });
	});

	it("is not a renewal by as many years with the reference of another program", async () => {
		const order = await renewal(["theirs.com"], 1);
		const [owned] = order.owned;
		fixture.service.fail(renewing, { kind: "reset" });
		await fixture.settle();
		if (owned) renewElsewhere(owned, 1, "crm-4711");
		await pass(fixture, 8);
		expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "done_elsewhere" } }] });
	});

	it("stays open if the expiry fits and our reference is missing", async () => {
		const order = await renewal(["whose.com"], 1);
		const [owned] = order.owned;
		fixture.service.fail(renewing, { kind: "reset" });
		await fixture.settle();
		if (owned) renewElsewhere(owned, 1);
		await pass(fixture, 8);
		expect(await order.now()).toMatchObject({ state: "succeeded", items: [{ problem: { code: "unattributed" } }] });
	});

	it.each([
		["a name with a reference that another program changed", "crm-9", "failed", "done_elsewhere"],
		["a name with a reference that another program left", undefined, "succeeded", "unattributed"],
	] as const)("is not a renewal of %s", async (_case, theirs, state, code) => {
		const order = await renewal([`bears-${code.replace("_", "-")}.com`], 1, { external_ref: "#OLD1" });
		const [owned] = order.owned;
		fixture.service.fail(renewing, { kind: "reset" });
		await fixture.settle();
		if (owned) renewElsewhere(owned, 1, theirs);
		await pass(fixture, 8);
		expect(await order.now()).toMatchObject({ state, items: [{ problem: { code } }] });
		expect(order.account.ledger).toEqual([]);
	});

	it("is a renewal with our reference, if the service does not report the expiry", async () => {
		const order = await renewal(["no-expiry.com"], 1, { untold: ["expiry_date"] });
		fixture.service.fail(renewing, { kind: "lost" });
		await pass(fixture, 2);
		expect(await order.now()).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
		expect(order.account.ledger).toHaveLength(1);
		expect(fixture.service.sent(/no-expiry\.com\/renew/)).toHaveLength(1);
	});

	it("is not a registration by another program of the same account with its reference", async () => {
		const order = await confirmed("their-name.com");
		fixture.service.fail(sending, { kind: "reset" });
		await fixture.settle();
		fixture.service.take(order.domain, order.account, { external_ref: "crm-4712" });
		await pass(fixture, 8);
		expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "done_elsewhere" } }] });
		expect(await order.told()).toBe(1);
	});

	it("stays open for a registration in the account without a reference", async () => {
		const order = await confirmed("nobodys-name.com");
		fixture.service.fail(sending, { kind: "reset" });
		await fixture.settle();
		fixture.service.take(order.domain, order.account);
		await pass(fixture, 8);
		expect(await order.now()).toMatchObject({ state: "succeeded", items: [{ problem: { code: "unattributed" } }] });
		expect(await order.told()).toBe(1);
	});
});

describe("a provable outcome asks no person", () => {
	it("ends as failed once the key is refused and another account owns the name", async () => {
		const order = await confirmed("somebody-elses.com");
		fixture.service.fail(sending, { kind: "reset" });
		await fixture.settle();
		fixture.service.take(order.domain, fixture.service.openAccount());
		await pass(fixture, 7, 0.25);
		expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "domain_not_found" } }] });
		expect([order.account.ledger, await order.told()]).toEqual([[], 1]);
	});
});
