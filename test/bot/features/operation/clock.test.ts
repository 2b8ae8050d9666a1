import { afterAll, beforeAll, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it("can be bought in a process whose clock is ahead of the database's by more than a quote holds", async () => {
	const anna = await world.customer();
	await world.desk.database.advance(-7 * 60_000);
	await anna.says("ahead.com");
	await anna.taps("Register");
	await anna.taps("1 year");
	await anna.taps("Go on");
	await anna.until("Register ahead.com?");
	await anna.taps("Confirm");
	await world.work();
	await anna.until("ahead.com is registered");
});
