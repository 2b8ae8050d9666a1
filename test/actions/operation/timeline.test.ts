import { afterAll, beforeAll, expect, it } from "vitest";
import { timelineView } from "../../../src/bot/features/operation/view.ts";
import { texts } from "../../support/texts.ts";
import { visible } from "../../support/views.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function timelineOf({ personId, operationId }: { personId: number; operationId: number }) {
	const result = await fixture.actions.operation.timeline({ personId, operationId });
	if (result.kind !== "timeline") throw new Error(result.kind);
	return result;
}

it("lists quote, confirmation, sending and the answer with the charge", async () => {
	fixture.service.charging.told = true;
	const order = await quoted(fixture, 1, "steps.com");
	expect((await timelineOf(order)).entries).toMatchObject([{ happened: "quoted" }]);
	await order.confirm();
	await fixture.settle();
	const { entries } = await timelineOf(order);
	expect(entries.map(({ happened }) => happened)).toEqual(["quoted", "confirmed", "sent", "succeeded"]);
	expect(entries.at(-1)).toMatchObject({ done: 1, failed: 0, chargedCents: 1_150 });
	expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => +a - +b));
	fixture.service.charging.told = false;
});

it("shows that an order was in doubt and then found, once each", async () => {
	const order = await quoted(fixture, 2, "steps-lost.com");
	await order.confirm();
	const resets = Array.from({ length: 60 }, () => ({ kind: "reset" }) as const);
	fixture.service.fail(/domains\/register/, ...resets);
	await fixture.settle();
	fixture.service.take(order.domain, order.account, { external_ref: order.reference });
	await pass(fixture, 30);
	fixture.service.heal();
	fixture.service.heal();
	const { entries } = await timelineOf(order);
	expect(entries.map(({ happened }) => happened)).toEqual(["quoted", "confirmed", "sent", "unknown", "found"]);
});

it("shows that a refused order failed, and when an order waits for access", async () => {
	const refused = await quoted(fixture, 3, "steps-refused.com");
	await refused.confirm();
	fixture.service.take("steps-refused.com", fixture.service.openAccount());
	await fixture.settle();
	expect((await timelineOf(refused)).entries.at(-1)).toMatchObject({ happened: "failed", done: 0, failed: 1 });
	const held = await quoted(fixture, 4, "steps-held.com");
	await held.confirm();
	fixture.service.reissue(held.account);
	await fixture.settle();
	expect((await timelineOf(held)).entries.at(-1)).toMatchObject({ happened: "hold_access" });
});

it("reads what the columns say of an order from before steps were stored", async () => {
	const order = await quoted(fixture, 5, "steps-old.com");
	await order.confirm();
	await fixture.settle();
	await fixture.database.sql`update bot.requests set steps = '[]' where operation_id = ${order.operationId}`;
	const { entries } = await timelineOf(order);
	expect(entries.map(({ happened }) => happened)).toEqual(["quoted", "confirmed", "sent", "succeeded"]);
});

it("is for people of the account only", async () => {
	const order = await quoted(fixture, 6, "steps-own.com");
	await fixture.customer(7);
	const { operationId } = order;
	expect(await fixture.actions.operation.timeline({ personId: 7, operationId })).toEqual({ kind: "not_found" });
});

it("shows the time of each step in the person's time zone, and the first and last ones of a long history", async () => {
	const order = await quoted(fixture, 8, "steps-zone.com");
	await order.confirm();
	const { operation, entries } = await timelineOf(order);
	const [first] = entries;
	if (!first) throw new Error("no entry");
	const at = new Date("2027-03-01T23:30:00Z");
	const one = { ...first, at };
	const tokyo = visible(timelineView(texts("en", "Asia/Tokyo"), { kind: "timeline", operation, entries: [one] }));
	expect(tokyo).toContain("Mar 2, 2027\n08:30 · 🧾 Prepared");
	const many = Array.from({ length: 45 }, () => one);
	const long = visible(timelineView(texts("en"), { kind: "timeline", operation, entries: many }));
	expect(long.split("Prepared")).toHaveLength(31);
	expect(long).toContain("and 15 more");
});
