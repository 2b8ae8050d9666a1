import { afterAll, beforeAll, expect, it } from "vitest";
import { walkToQuote } from "../support/quotes.ts";
import { type BotUnderTest, startBot } from "./setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * Locks a table, so that the bot's queries hang. Then calls `ask`, which sends something to the bot, and `given`, which
 * waits until the bot has given up. Releases the lock afterwards.
 */
async function whileHung(ask: () => Promise<unknown>, given: () => Promise<unknown>): Promise<void> {
	await world.fixture.database.sql.begin(async (sql) => {
		await sql`set local idle_in_transaction_session_timeout = 0`;
		await sql`lock table bot.updates in access exclusive mode`;
		await ask();
		await given();
	});
}

it("work that was abandoned because nothing answered is not done later, and the bot continues", {
	timeout: 60_000,
}, async () => {
	const { id: personId } = await world.meet();
	const { account } = await world.fixture.customer(personId);
	const anna = await world.chat({ person: personId, timeoutMs: 20_000 });
	await walkToQuote(anna, "given-up.com");
	await whileHung(
		() => anna.taps("Pay", { wait: false }),
		() => anna.until("took too long"),
	);
	const told = await anna.until("took too long");
	expect(told.keyboard?.flat().map(({ text }) => text)).toEqual(["🧾 Orders", "🏠 Home"]);
	await anna.taps("Orders");
	const [line = ""] = (await anna.until("newest first")).keyboard?.flat().map(({ text }) => text) ?? [];
	expect(line).toContain("given-up.com");
	await world.work();
	expect(account.ledger).toEqual([]);
	await anna.taps("Pay", { wait: false });
	await anna.until("Placing your order");
	await world.work();
	await anna.until("given-up.com is registered");
});
