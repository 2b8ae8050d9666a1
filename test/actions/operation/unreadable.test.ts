import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const renewing = /renew/;
const resets = Array.from({ length: 60 }, () => ({ kind: "reset" }) as const);

/** Creates a customer who owns these names, and returns a confirmed order that renews them. */
async function renewal(names: readonly string[]) {
	const { personId, account } = await fixture.customer(++last, fixture.service.openAccount(500_000));
	for (const name of names) fixture.service.take(name, account);
	const lines = names.map((domain) => ({ domain, years: 1 }));
	const quote = await fixture.actions.quote.renew({ personId, lines });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const { id: operationId } = quote.operation;
	await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
	const now = async () => {
		const found = await fixture.actions.operation.get({ personId, operationId });
		if (found.kind !== "operation") throw new Error("the operation is gone");
		return found.operation;
	};
	return { account, now };
}

describe("a name that cannot be read", () => {
	it.each([
		["first", ["gone-first.com", "paid-second.com"]],
		["last", ["paid-first.com", "gone-second.com"]],
	])("does not hide the outcome of the other names of its order when it is %s", async (_place, names) => {
		const order = await renewal(names);
		fixture.service.fail(renewing, { kind: "lost" });
		await fixture.settle();
		expect(order.account.ledger).toHaveLength(2);
		for (const name of names) if (name.startsWith("gone")) fixture.service.owned.delete(name);
		await pass(fixture, 20);
		const paid = (await order.now()).items.find(({ domain }) => domain.startsWith("paid"));
		expect(paid).toMatchObject({ phase: "succeeded" });
	});

	it("does not prevent the proof that nothing happened to the other names", async () => {
		const order = await renewal(["gone-third.com", "unpaid-fourth.com"]);
		fixture.service.fail(renewing, ...resets);
		await fixture.settle();
		fixture.service.owned.delete("gone-third.com");
		await pass(fixture, 30);
		expect(order.account.ledger).toEqual([]);
		const open = (await order.now()).items.find(({ domain }) => domain === "unpaid-fourth.com");
		fixture.service.heal();
		expect(open?.phase).toBe("failed");
	});

	it.each(["first", "last"])("does not stop the others if its read breaks: %s", async (place) => {
		const names = ["broken-a.com", "broken-b.com"];
		const order = await renewal(names);
		fixture.service.fail(renewing, { kind: "lost" });
		await fixture.settle();
		const broken = place === "first" ? "broken-a.com" : "broken-b.com";
		fixture.service.fail(new RegExp(`domains/${broken}$`), ...resets);
		await pass(fixture, 20);
		const items = (await order.now()).items.map(({ domain, phase }) => [domain, phase]);
		expect(items).toEqual(names.map((name) => [name, name === broken ? "open" : "succeeded"]));
		fixture.service.heal();
		await pass(fixture, 5);
		expect((await order.now()).state).toBe("succeeded");
	});
});
