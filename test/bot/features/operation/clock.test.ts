import { afterAll, beforeAll, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it("a domain can be bought if the process clock is ahead of the database by more than a quote lasts", async () => {
	const anna = await world.customer();
	await world.fixture.database.advance(-7 * 60_000);
	await anna.says("ahead.com");
	await anna.taps("Register");
	await anna.until("Register ahead.com?");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("ahead.com is registered");
});
