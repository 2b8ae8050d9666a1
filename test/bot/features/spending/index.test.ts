import { afterAll, beforeAll, expect, it } from "vitest";
import { walkToQuote } from "../../../support/quotes.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
	world.fixture.service.charging.told = true;
});
afterAll(() => world[Symbol.asyncDispose]());

it("says that there are no orders yet", async () => {
	const anna = await world.customer();
	await anna.says("/spending");
	await anna.until("Nothing was spent in the last 12 months");
	expect(anna.buttons.flat()).toEqual(["🧾 Orders", "‹ Back", "🏠 Home"]);
});

it("sums what the registrar charged, says what it did not report, and sends both as a picture and as CSV", async () => {
	const anna = await world.customer();
	await walkToQuote(anna, "spent.com");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("spent.com is registered");
	await anna.says("/renew spent.com 2");
	await anna.until("Renew spent.com?");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("spent.com is renewed");
	await anna.says("/account");
	await anna.until("Account");
	await anna.taps("📊 Spending");
	await anna.until("Spending, account");
	expect(anna.screen).toContain("This month: $11.50, 2 orders");
	expect(anna.screen).toContain("🌐 1 domain: $11.50");
	expect(anna.screen).toContain("the registrar did not report the charge for 1 domain, quoted at $25.00");
	await anna.taps("⬇️ CSV");
	await anna.until("as charged by the registrar");
	await anna.taps("🖼 Show chart");
	await anna.until("Spending by month. Months without a bar");
	expect(world.calls.filter(({ method }) => method === "sendPhoto")).toHaveLength(1);
});

it("counts what another program paid, so that the sum agrees with the balance", async () => {
	const { id } = await world.meet();
	const { account } = await world.fixture.customer(id);
	const anna = await world.chat({ person: id });
	await anna.starts();
	await anna.says("/account");
	await walkToQuote(anna, "spent-here.com");
	await anna.taps("Pay");
	await world.work();
	await anna.until("spent-here.com is registered");
	account.balanceCents -= 2_500;
	await anna.says("/account");
	await anna.until("$463.50");
	await anna.says("/spending");
	await anna.until("This month: $36.50");
	expect(anna.screen).toContain("elsewhere, by balance: $25.00");
});

it("names an order in doubt and does not sum it", async () => {
	const anna = await world.customer();
	await walkToQuote(anna, "spent-doubt.com");
	world.fixture.service.fail(/domains\/register/, ...Array.from({ length: 60 }, () => ({ kind: "reset" }) as const));
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.says("/spending");
	await anna.until("1 domain without a result yet, quoted at $11.50");
	expect(anna.screen).toContain("This month: $0.00");
	world.fixture.service.heal();
});
