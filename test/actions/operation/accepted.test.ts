import { afterAll, beforeAll, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Returns an order that the service has accepted but not carried out yet. */
async function acceptedOf(personId: number, domain: string) {
	const order = await quoted(fixture, personId, domain);
	fixture.service.orderStatuses.set(domain, "pending");
	await order.confirm();
	await fixture.settle();
	expect(await order.now()).toMatchObject({ state: "accepted" });
	return order;
}

it.each([
	["no longer says that it is pending", undefined],
	["says that it is active", "active"],
	["gives a later status", "blocked"],
])("reports an order as done once its record %s", async (_name, standing) => {
	const domain = `told-${standing ?? "nothing"}.com`;
	const order = await acceptedOf((standing ?? "").length + 1, domain);
	await pass(fixture, 10);
	expect(await order.now()).toMatchObject({ state: "accepted" });
	expect(await order.told()).toBe(0);
	if (standing === undefined) fixture.service.orderStatuses.delete(domain);
	else fixture.service.orderStatuses.set(domain, standing);
	await pass(fixture, 10);
	expect(await order.now()).toMatchObject({ state: "succeeded" });
	expect(await order.told()).toBe(1);
});

it.each(["failed", "Cancelled"])("reports an order as failed once its record says %s", async (standing) => {
	const order = await acceptedOf(100 + standing.length, `is-${standing.toLowerCase()}.com`);
	fixture.service.orderStatuses.set(order.domain, standing);
	await pass(fixture, 10);
	expect(await order.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "order_failed" } }] });
	expect(await order.told()).toBe(1);
	const [held] = await fixture.database.sql`select locked from bot.items where operation_id = ${order.operationId}`;
	expect(held?.["locked"]).toBe(false);
});

it("asks a person after a day about an order that stays pending", async () => {
	const order = await acceptedOf(200, "for-ever.com");
	await pass(fixture, 25 * 60, 60);
	expect(await order.now()).toMatchObject({ state: "needs_human" });
});
