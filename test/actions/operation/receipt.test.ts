import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../src/actions/index.ts";
import { operationView } from "../../../src/bot/features/operation/view.ts";
import { createGate } from "../../support/gate.ts";
import { texts } from "../../support/texts.ts";
import { visible } from "../../support/views.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;
const { signal } = new AbortController();

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
afterEach(() => {
	fixture.service.charging.told = false;
	delete fixture.service.charging.register;
	fixture.service.prices.set(".com", { register: 1_150, renew: 1_250 });
	fixture.service.heal();
});

const quote = (domain: string) => quoted(fixture, ++last, domain);
const receipt = (operation: Operation, now = operation.readAt) =>
	visible(operationView(texts("en"), { operation, now, topUpUrl: null }));

async function confirmed(domain: string) {
	const bought = await quote(domain);
	await bought.confirm();
	return bought;
}

/** Creates a customer who has confirmed the registration of these names, each for the given number of years. */
async function listOf(names: readonly string[], years = 1) {
	const { personId, account } = await fixture.customer(++last);
	const lines = names.map((domain) => ({ domain, years }));
	const result = await fixture.actions.quote.register({ personId, lines });
	if (result.kind !== "quoted") throw new Error(result.kind);
	const { id: operationId } = result.operation;
	await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
	const now = async (): Promise<Operation> => {
		const found = await fixture.actions.operation.get({ personId, operationId });
		if (found.kind !== "operation") throw new Error("the operation is gone");
		return found.operation;
	};
	return { account, now };
}

describe.each([true, false])("if the service reports its charge (%s)", (told) => {
	it("a receipt shows the real price of two years, next to the expected one", async () => {
		fixture.service.prices.set(".shop", { register: 2_000, renew: 1_300 });
		fixture.service.charging.register = (register, years) => register * years;
		fixture.service.charging.told = told;
		const order = await listOf([`two-${last}.shop`], 2);
		await fixture.settle();
		const text = receipt(await order.now());
		expect(order.account.ledger).toMatchObject([{ cents: 4_000 }]);
		expect(text).toContain(told ? "Charged: $40.00" : "Your balance fell by $40.00");
		expect(text).toContain("Expected: $33.00");
		expect(text).toContain("Balance: $500.00 → $460.00");
	});

	it("a receipt shows the price that fell after the quote", async () => {
		fixture.service.charging.told = told;
		const bought = await confirmed(`fell-${last}.com`);
		fixture.service.prices.set(".com", { register: 1_000, renew: 1_250 });
		await fixture.settle();
		const text = receipt(await bought.now());
		expect(text).toContain(told ? "Charged: $10.00" : "Your balance fell by $10.00");
		expect(text).toContain("Expected: $11.50");
	});

	it("a receipt of a partly successful list counts what succeeded", async () => {
		fixture.service.charging.told = told;
		const names = ["one", "two", "three"].map((name) => `${name}-${last}.com`);
		const order = await listOf(names);
		fixture.service.take(names[1] ?? "", fixture.service.openAccount());
		fixture.service.prices.set(".com", { register: 1_000, renew: 1_250 });
		await fixture.settle();
		const operation = await order.now();
		expect(operation.items.map(({ phase }) => phase)).toEqual(["succeeded", "failed", "succeeded"]);
		expect(receipt(operation)).toContain(told ? "Charged: $20.00" : "Your balance fell by $20.00");
		expect(receipt(operation)).toContain("Expected: $23.00");
		expect(receipt(operation)).toContain(`✅ ${names[0]} · ${told ? "$10.00 (expected $11.50)" : "expected $11.50"}`);
	});
});

describe("an order whose answer never comes", () => {
	it("shows the balance that was read once the outcome was found", async () => {
		const bought = await confirmed("found.com");
		fixture.service.fail(
			/register/,
			{ kind: "lost" },
			...Array.from({ length: 40 }, () => ({ kind: "reset" as const })),
		);
		await pass(fixture, 15);
		const operation = await bought.now();
		expect(operation).toMatchObject({ state: "succeeded", balanceBeforeCents: 50_000, balanceAfterCents: 48_850 });
		expect(receipt(operation)).toContain("Your balance fell by $11.50");
	});

	it("says that its charge is unknown if the balance cannot be read", async () => {
		const bought = await confirmed("dark.com");
		fixture.service.fail(/register/, { kind: "lost" });
		await fixture.settle();
		fixture.service.fail(/account/, ...Array.from({ length: 90 }, () => ({ kind: "reset" as const })));
		await pass(fixture, 15);
		const operation = await bought.now();
		const minutesLater = (minutes: number) => new Date(Number(operation.settledAt) + minutes * 60_000);
		expect(receipt(operation, minutesLater(4))).toContain("The registrar hasn’t reported the amount yet.");
		const text = receipt(operation, minutesLater(5));
		expect(text).toContain("The registrar does not report the amount charged.");
		expect(text).toContain("Expected: $11.50");
		expect(text).not.toContain("Balance");
	});
});

describe("a balance that another order changes", () => {
	it("appears with the amounts as read, and without a reason", async () => {
		const account = fixture.service.openAccount();
		const slow = await quoted(fixture, ++last, "slow.com", account);
		const fast = await quoted(fixture, ++last, "fast.com", account);
		await Promise.all([slow.confirm(), fast.confirm()]);
		using answer = createGate();
		fixture.service.fail(/register/, { kind: "slow", until: answer.opened });
		const working = fixture.tasks.operation(String(await slow.requestId()), signal);
		await expect.poll(() => account.ledger.length).toBe(1);
		await fixture.tasks.operation(String(await fast.requestId()), signal);
		answer.open();
		await working;
		const [first, second] = [receipt(await slow.now()), receipt(await fast.now())];
		expect(first).toContain("Your balance fell by $23.00");
		expect(first).toContain("Expected: $11.50");
		expect(first).toContain("Balance: $500.00 → $477.00");
		expect(second).toContain("Your balance fell by $11.50");
		expect(second).not.toContain("Expected");
		expect(`${first}${second}`).not.toMatch(/other orders|payments/);
	});

	it("counts from the read before the attempt that was sent", async () => {
		const bought = await confirmed("held.com");
		fixture.service.fail(/register/, { kind: "refused", status: 429, code: "rate_limited", retryAfter: 60 });
		await fixture.settle();
		bought.account.balanceCents += 1_000;
		await pass(fixture, 2);
		expect(await bought.now()).toMatchObject({ balanceBeforeCents: 51_000, balanceAfterCents: 49_850 });
	});
});
