import { afterAll, beforeAll, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const day = 86_400;
const blocked = { kind: "refused", status: 429, code: "rate_limited", retryAfter: day } as const;

/**
 * Returns the person's spending in cents over all days, and the number of domains that the person's orders have locked.
 * A lock prevents two orders for one domain at the same time.
 */
async function heldBy(personId: number): Promise<{ cents: number; locks: number }> {
	const [spent] = await fixture.database.sql`
		select coalesce(sum(spent_cents), 0)::int as cents from bot.spend_days where person_id = ${personId}`;
	const [locks] = await fixture.database.sql`
		select count(*)::int as locks from bot.items i join bot.operations o on o.id = i.operation_id
		where o.person_id = ${personId} and i.locked`;
	return { cents: Number(spent?.["cents"]), locks: Number(locks?.["locks"]) };
}

it("drops an order on time that a day-long block holds, and releases its locks and money", async () => {
	const order = await quoted(fixture, 1, "day-long.com");
	await order.confirm();
	fixture.service.fail(/domains\/register$/, blocked);
	await fixture.settle();
	expect(await order.now()).toMatchObject({ state: "confirmed", hold: "pace", holdIsLast: true });
	expect(await heldBy(1)).toEqual({ cents: 1_150, locks: 1 });
	await pass(fixture, 15, 5);
	expect(await order.now()).toMatchObject({ state: "lapsed", hold: "none" });
	expect(await order.told()).toBe(1);
	expect(await heldBy(1)).toEqual({ cents: 0, locks: 0 });
	await pass(fixture, 24 * 60, 120);
	expect(order.account.ledger).toEqual([]);
});

it("asks the person after an hour about a call that may have run, although the service blocks for a day", async () => {
	const order = await quoted(fixture, 2, "day-lost.com");
	await order.confirm();
	fixture.service.fail(/domains\/register$/, { kind: "reset" });
	await fixture.settle();
	fixture.service.fail(/domains\/register$/, blocked);
	await pass(fixture, 1);
	expect(await order.now()).toMatchObject({ state: "unknown", hold: "pace", holdIsLast: true });
	fixture.service.fail(/domains\/day-lost/, blocked);
	await pass(fixture, 60, 10);
	expect(await order.now()).toMatchObject({ state: "needs_human" });
	expect(await order.told()).toBe(1);
});
