import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordBalance } from "../../../src/actions/access.ts";
import { findAccount, lockAccount } from "../../../src/store/accounts.ts";
import { untilBlocked } from "../../support/blocked.ts";
import { createGate } from "../../support/gate.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { quoted } from "../operation/bought.ts";

let fixture: ActionsFixture;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

it("saves and removes sums, and rejects implausible ones", async () => {
	const anna = await fixture.meet(1);
	const { guard, read } = fixture.actions.settings;
	expect(await guard({ ...anna, dayCapCents: 10_000, askAboveCents: 0 })).toEqual({
		kind: "saved",
		guard: { dayCapCents: 10_000, askAboveCents: 0, lowBalanceCents: null },
	});
	expect(await guard({ ...anna, dayCapCents: null })).toMatchObject({ guard: { dayCapCents: null, askAboveCents: 0 } });
	for (const dayCapCents of [-1, 1.5, 3_000_000_000]) {
		expect(await guard({ ...anna, dayCapCents })).toEqual({ kind: "bad_sum" });
	}
	expect(await read(anna)).toMatchObject({ locale: "en", timeZone: "UTC", guard: { askAboveCents: 0 } });
});

it("asks twice above a sum", async () => {
	const bought = await quoted(fixture, 2, "dear.com");
	const { personId, operationId } = bought;
	await fixture.actions.settings.guard({ personId, askAboveCents: 1_000 });
	expect(await bought.confirm()).toMatchObject({ kind: "ask_twice", warnings: ["sum"], limitCents: 1_000 });
	const sure = await fixture.actions.operation.confirm({ personId, operationId, number: 1, sure: true });
	expect(sure).toMatchObject({ kind: "confirmed" });
});

it("asks twice above $200 and five times the largest order, unless the person has a limit", async () => {
	fixture.deps.askTwiceAboveCents = 20_000;
	fixture.service.prices.set(".rare", { register: 15_000, renew: 1_000 });
	fixture.service.prices.set(".gems", { register: 21_000, renew: 1_000 });
	const { personId, account } = await fixture.customer(21);
	account.balanceCents = 10_000_000;
	const order = async (domain: string, sure = false) => {
		const quote = await fixture.actions.quote.register({ personId, lines: [{ domain, years: 1 }] });
		if (quote.kind !== "quoted") throw new Error(quote.kind);
		const result = await fixture.actions.operation.confirm({
			personId,
			operationId: quote.operation.id,
			number: 1,
			sure,
		});
		await fixture.settle();
		return result;
	};
	expect(await order("first.gems")).toMatchObject({ kind: "ask_twice", warnings: ["big_order"], limitCents: 20_000 });
	expect(await order("first.rare")).toMatchObject({ kind: "confirmed" });
	expect(await order("first.gems")).toMatchObject({ kind: "confirmed" });
	await fixture.database.sql`update bot.items set price_cents = 3_900, charged_cents = 3_900 where account_id in (
		select account_id from bot.connections where person_id = ${personId})`;
	expect(await order("second.gems")).toMatchObject({ kind: "ask_twice", limitCents: 20_000 });
	await fixture.actions.settings.guard({ personId, askAboveCents: 2_000_000_000 });
	expect(await order("second.gems")).toMatchObject({ kind: "confirmed" });
	fixture.deps.askTwiceAboveCents = null;
});

it("count what the service charged, if that is not the quoted price", async () => {
	fixture.service.prices.set(".shop", { register: 2_000, renew: 1_300 });
	fixture.service.charging.register = (register, years) => register * years;
	fixture.service.charging.told = true;
	const { personId } = await fixture.customer(16);
	await fixture.actions.settings.guard({ personId, dayCapCents: 4_500 });
	const buy = async (domain: string, years: number) => {
		const quote = await fixture.actions.quote.register({ personId, lines: [{ domain, years }] });
		if (quote.kind !== "quoted") throw new Error(quote.kind);
		const result = await fixture.actions.operation.confirm({ personId, operationId: quote.operation.id, number: 1 });
		await fixture.settle();
		return result;
	};
	expect(await buy("charged.shop", 2)).toMatchObject({
		kind: "confirmed",
		operation: { quote: { totalCents: 3_300 } },
	});
	expect(await buy("over-cap.com", 1)).toMatchObject({ kind: "over_cap", spentCents: 4_000 });
});

it("notifies once that the balance fell low", async () => {
	const account = fixture.service.openAccount(5_000);
	const told = async () => (await fixture.notifications()).filter((each) => each === "balance to 3").length;
	for (const [index, expected] of [0, 1, 1].entries()) {
		const bought = await quoted(fixture, 3, `low-${index}.com`, account);
		await fixture.actions.settings.guard({ personId: 3, lowBalanceCents: 3_000 });
		await bought.confirm();
		await fixture.settle();
		expect(await told()).toBe(expected);
	}
});

describe("a balance that falls low", () => {
	const told = async (personId: number) =>
		(await fixture.notifications()).filter((each) => each === `balance to ${personId}`).length;
	const read = (personId: number) => fixture.actions.account.read({ personId });

	it("is reported once if an older read with more money is answered after it", async () => {
		const account = fixture.service.openAccount(5_000);
		const { personId } = await fixture.customer(15, account);
		await fixture.actions.settings.guard({ personId, lowBalanceCents: 3_000 });
		using gate = createGate();
		fixture.service.fail(/account/, { kind: "slow", until: gate.opened });
		const calls = fixture.service.calls.length;
		account.balanceCents = 4_000;
		const older = read(personId);
		await expect.poll(() => fixture.service.calls.length).toBe(calls + 1);
		account.balanceCents = 2_000;
		await read(personId);
		gate.open();
		await older;
		await read(personId);
		expect(await told(personId)).toBe(1);
	});

	it("notifies each person on the account whose limit it passed, no matter who spent it, once per fall", async () => {
		const account = fixture.service.openAccount(5_000);
		for (const personId of [4, 5, 6]) await fixture.customer(personId, account);
		await fixture.actions.settings.guard({ personId: 5, lowBalanceCents: 3_000 });
		await fixture.actions.settings.guard({ personId: 6, lowBalanceCents: 1_000 });
		account.balanceCents = 2_000;
		await Promise.all([read(4), read(5), read(6)]);
		await read(5);
		expect([await told(4), await told(5), await told(6)]).toEqual([0, 1, 0]);
		account.balanceCents = 1_500;
		await read(4);
		expect([await told(5), await told(6)]).toEqual([1, 0]);
		account.balanceCents = 9_000;
		await read(4);
		account.balanceCents = 500;
		await read(4);
		expect([await told(5), await told(6)]).toEqual([2, 1]);
	});

	it("is reported to a person who connects while it is being stored", async () => {
		const { db, sql } = fixture.database;
		const { personId } = await fixture.customer(17, fixture.service.openAccount(5_000));
		const { personId: newcomer } = await fixture.customer(18, fixture.service.openAccount(5_000));
		await read(personId);
		await fixture.actions.settings.guard({ personId: newcomer, lowBalanceCents: 3_000 });
		const accountId = (await fixture.actions.connection.current({ personId }))?.account?.id ?? 0;
		const account = await findAccount(db, accountId);
		if (account?.balanceCents !== 5_000) throw new Error("the balance is not known");
		const { storing } = await db.transaction(async (tx) => {
			await lockAccount(tx, accountId);
			await tx.execute(`update bot.connections set account_id = ${accountId} where person_id = ${newcomer}`);
			const storing = recordBalance(fixture.deps, account, 2_000);
			await untilBlocked(sql);
			return { storing };
		});
		await storing;
		expect((await findAccount(db, accountId))?.balanceCents).toBe(2_000);
		expect([await told(personId), await told(newcomer)]).toEqual([0, 1]);
	});

	it("is not reported if the limit was chosen above it", async () => {
		const { personId } = await fixture.customer(7, fixture.service.openAccount(2_000));
		await fixture.actions.settings.guard({ personId, lowBalanceCents: 3_000 });
		await read(personId);
		expect(await told(personId)).toBe(0);
	});

	it("is reported for two concurrent orders", async () => {
		const account = fixture.service.openAccount(4_000);
		const orders = [await quoted(fixture, 8, "side-a.com", account), await quoted(fixture, 8, "side-b.com", account)];
		await fixture.actions.settings.guard({ personId: 8, lowBalanceCents: 2_900 });
		for (const { confirm } of orders) await confirm();
		await fixture.settle();
		expect(account.ledger).toHaveLength(2);
		expect(await told(8)).toBe(1);
	});

	it("is no longer shown after a top-up, or to a person who left", async () => {
		const account = fixture.service.openAccount(5_000);
		const { personId } = await fixture.customer(9, account);
		await fixture.actions.settings.guard({ personId, lowBalanceCents: 3_000 });
		account.balanceCents = 1_000;
		await read(personId);
		const connection = await fixture.actions.connection.current({ personId });
		const accountId = connection?.account?.id ?? 0;
		const low = () => fixture.actions.account.low({ personId, accountId });
		expect(await low()).toEqual({ userId: account.userId, sandbox: false, balanceCents: 1_000 });
		expect(await fixture.actions.account.low({ personId: 8, accountId })).toBeNull();
		account.balanceCents = 3_000;
		await read(personId);
		expect(await low()).toBeNull();
	});
});
