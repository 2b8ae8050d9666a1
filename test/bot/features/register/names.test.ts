import { afterAll, beforeAll, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function quoteOf(...names: string[]) {
	const anna = await world.customer();
	await anna.says(names.join("\n"));
	await anna.until(`✅ ${names.length} available`);
	await anna.taps(`Register ${names.length} domains`);
	await anna.until(`Register ${names.length} domains?`);
	return anna;
}

it("changes the years and the label of one name of a list, and orders each as the quote shows it", async () => {
	const anna = await quoteOf("own-one.com", "own-two.com", "own-three.com");
	await anna.taps("Edit one by one");
	await anna.until("3 domains in this order");
	await anna.taps("own-two.com · 1 year");
	await anna.until("How many years for own-two.com?");
	await anna.taps("3 years");
	const { text } = await anna.until("own-two.com · $36.50 · 3 years");
	expect(text).toContain("own-one.com · $11.50 · 1 year");
	expect(text).toContain("Price: $59.50");
	await anna.taps("Edit one by one");
	await anna.taps("own-three.com · 1 year");
	await anna.taps("Set label");
	await anna.says("for Bob");
	const labelled = await anna.until("own-three.com · $11.50 · 1 year · 🔖 for Bob");
	expect(labelled.text).toContain("own-two.com · $36.50 · 3 years");
	expect(labelled.text).not.toContain("Label:");
	await anna.taps("Pay $59.50");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("✅ own-three.com");
	expect(anna.account.ledger.map(({ domain, cents }) => [domain, cents]).toSorted()).toEqual([
		["own-one.com", 1_150],
		["own-three.com", 1_150],
		["own-two.com", 3_650],
	]);
	expect(world.fixture.service.owned.get("own-three.com")?.client_ref).toBe("for Bob");
});

it("goes back from one name to the names, and from these to the quote and to the list", async () => {
	const anna = await quoteOf("back-one.com", "back-two.com");
	await anna.taps("Edit one by one");
	await anna.taps("back-two.com · 1 year");
	await anna.until("How many years for back-two.com?");
	await anna.taps("Back");
	await anna.until("2 domains in this order");
	await anna.taps("Back");
	await anna.until("Register 2 domains?");
	await anna.taps("Back");
	await anna.until("✅ 2 available");
});

it("leaves names out of an order", async () => {
	const anna = await quoteOf("keep-one.com", "drop-two.com", "keep-three.com");
	await anna.taps("Edit one by one");
	await anna.taps("Remove domains");
	await anna.until("Selected: 3 of 3");
	expect(anna.buttons.flat().join()).not.toContain("Keep");
	await anna.taps("☑️ drop-two.com");
	await anna.taps("Keep 2 domains");
	const { text } = await anna.until("Register 2 domains?");
	expect(text).toContain("$23.00");
	expect(text).not.toContain("drop-two.com");
});

it.each(["/expiring", "/renew"])("changes years and names of a renewal that began with %s", async (command) => {
	const anna = await world.customer();
	const names = ["due-one.com", "due-two.com", "due-three.com"].map((name) => `${command.slice(1)}-${name}`);
	const expires = world.fixture.service.now() + 40 * 24 * 3_600_000;
	for (const name of names) world.fixture.service.take(name, anna.account, { expires });
	await world.advance(24 * 3_600_000);
	await world.fixture.look();
	await anna.says(command === "/renew" ? `/renew ${names.join(" ")} 1` : "/expiring 400");
	if (command === "/expiring") await anna.taps("Renew all 3");
	await anna.until("Renew 3 domains?");
	await anna.taps("Options");
	await anna.until("How many years for 3 domains?");
	expect(anna.buttons.flat().join()).not.toContain("edge");
	await anna.taps("2 years");
	await anna.until("Total, 3 domains × 2 years: $75.00");
	await anna.taps("Edit one by one");
	await anna.taps(`${names[1]} · 2 years`);
	await anna.taps("1 year");
	await anna.until("Price: $62.50");
	await anna.taps("Edit one by one");
	await anna.taps("Remove domains");
	await anna.taps(`☑️ ${names[0]}`);
	await anna.taps("Keep 2 domains");
	await anna.until("Price: $37.50");
	await anna.taps("Pay $37.50");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("Your balance fell by $37.50");
});
