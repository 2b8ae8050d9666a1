import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { walkToQuote } from "../../../support/quotes.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function quoted(name: string, guard: [button: string, sum: string]) {
	const anna = await world.customer();
	await anna.starts();
	await anna.says("/settings");
	await anna.until("Settings");
	await anna.taps("Spending");
	await anna.taps(guard[0]);
	await anna.says(guard[1]);
	await anna.until("Saved");
	await walkToQuote(anna, name);
	return anna;
}

describe("the spending limits", () => {
	it("stop an order above the daily limit", async () => {
		const anna = await quoted("capped.com", ["Daily limit", "5"]);
		expect(anna.screen).toContain("This order would exceed your daily limit of $5.00: $0.00 spent, $5.00 left");
		expect(anna.buttons.flat()).toContain("💸 Spending limits");
		await anna.taps("Pay");
		const told = await anna.until("Over your daily limit of $5.00: $0.00 spent, $5.00 left");
		expect(told.text).toMatch(/It resets on \w+ \d+, \d{4}, 00:00 UTC/);
		expect(anna.account.ledger).toEqual([]);
		await anna.taps("💸 Spending limits");
		await anna.taps("Daily limit");
		await anna.taps("$50.00");
		await anna.until("Saved");
		await anna.taps("Pay");
		await anna.until("Placing your order");
	});

	it("ask twice above the sum that the person chose", async () => {
		const anna = await quoted("twice.com", ["Double-check", "$10"]);
		await anna.taps("Pay");
		await anna.until("This is over your double-check limit of $10.00.");
		expect(anna.buttons[1]).toEqual(["💸 Spending limits", "Cancel"]);
		await anna.taps("Yes, pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("twice.com is registered");
	});

	it("report once that the balance fell below the chosen sum", async () => {
		const anna = await quoted("low.com", ["Alert below", "490"]);
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("Low balance: $488.50");
		const falls = () => anna.messages.filter((each) => each.text?.includes("Low balance"));
		expect(falls()).toHaveLength(1);
		for (const cents of [60_000, 100]) {
			anna.account.balanceCents = cents;
			await anna.says("/account");
			await anna.until(cents === 100 ? "$1.00" : "$600.00");
		}
		await world.work();
		await anna.until("Low balance: $1.00");
		expect(falls()).toHaveLength(2);
	});

	it.each(["-5", "5 €, please", "1.5.5", "1000000000000", "ten", "ten dollars"])(
		"ask again for a sum instead of %s",
		async (said) => {
			const anna = await world.customer();
			await anna.says("/settings");
			await anna.taps("Spending");
			await anna.taps("Daily limit");
			await anna.says(said);
			await anna.until(`not “${said}”`);
			await anna.says("50");
			await anna.until("Saved");
		},
	);

	it("treat a typed name as a name", async () => {
		const anna = await world.customer();
		await anna.says("/settings");
		await anna.taps("Spending");
		await anna.taps("Daily limit");
		await anna.says("name.com");
		await anna.until("name.com is available");
	});
});
