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
	await anna.says("/account");
	await anna.taps("Limits");
	await anna.taps(guard[0]);
	await anna.says(guard[1]);
	await anna.until("Saved");
	await walkToQuote(anna, name);
	return anna;
}

describe("the spending limits", () => {
	it("offer no payment above the daily limit, until the limit is changed", async () => {
		const anna = await quoted("capped.com", ["Daily limit", "5"]);
		expect(anna.screen).toMatch(
			/^⚠️ \$6\.50 over your daily limit of \$5\.00: \$0\.00 spent\. This order alone is above the limit\. To pay now, change/,
		);
		expect(anna.buttons).toEqual([["🧢 Change limit"], ["Options", "Cancel"], ["🏠 Home"]]);
		await anna.taps("🧢 Change limit");
		await anna.until("Daily limit: tap");
		await anna.taps("$50.00");
		await anna.until("Saved");
		await world.work();
		await anna.taps("Pay $11.50");
		await anna.until("Placing your order");
	});

	it("count what was spent today, and say when the limit resets", async () => {
		const anna = await quoted("spent-one.com", ["Daily limit", "20"]);
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await walkToQuote(anna, "spent-two.com");
		expect(anna.screen).toMatch(
			/^⚠️ \$3\.00 over your daily limit of \$20\.00: \$11\.50 spent\. The limit resets on \w+ \d+, \d{4}, 00:00 UTC\. To/,
		);
		expect(anna.buttons.flat().join()).not.toContain("Pay");
	});

	it.each([
		["several names", (base: string) => `${base}-a.com ${base}-b.com`, "Register 2 domains"],
		["a renewal", (base: string) => `/renew ${base}-own.com 1`, null],
		["several renewals", (base: string) => `/renew ${base}-own.com ${base}-own.net 1`, null],
	])("offer no payment of %s above the daily limit", async (what, said, button) => {
		const anna = await world.customer();
		const base = what.replaceAll(" ", "-");
		for (const end of ["com", "net"]) world.fixture.service.take(`${base}-own.${end}`, anna.account);
		await anna.says("/account");
		await anna.taps("Limits");
		await anna.taps("Daily limit");
		await anna.says("5");
		await anna.until("Saved");
		await anna.says(said(base));
		if (button !== null) await anna.taps(button);
		const { text } = await anna.until("over your daily limit of $5.00");
		expect(text?.includes("or order fewer domains")).toBe(what.startsWith("several"));
		expect(anna.buttons[0]).toEqual(["🧢 Change limit"]);
		expect(anna.buttons.flat().join()).not.toContain("Pay");
	});

	it("take the payment away from an open quote as soon as another order uses the limit", async () => {
		const anna = await quoted("first-of-two.com", ["Daily limit", "20"]);
		await walkToQuote(anna, "second-of-two.com");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("$3.00 over your daily limit of $20.00: $11.50 spent");
		await anna.untilView(({ messages }) =>
			messages.every((each) => !each.keyboard?.flat().some(({ text }) => text.includes("Pay"))),
		);
		await world.work();
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("ask twice above the sum that the person chose", async () => {
		const anna = await quoted("twice.com", ["Double-check", "$10"]);
		await anna.taps("Pay");
		await anna.until("This is over your double-check limit of $10.00.");
		expect(anna.buttons[1]).toEqual(["💸 Spending limits", "Cancel"]);
		await anna.taps("⚠️ Pay");
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
			await anna.says("/account");
			await anna.taps("Limits");
			await anna.taps("Daily limit");
			await anna.says(said);
			await anna.until(`not “${said}”`);
			await anna.says("50");
			await anna.until("Saved");
		},
	);

	it("treat a typed name as a name", async () => {
		const anna = await world.customer();
		await anna.says("/account");
		await anna.taps("Limits");
		await anna.taps("Daily limit");
		await anna.says("name.com");
		await anna.until("name.com is available");
	});
});
