import { afterAll, beforeAll, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it("says that a name is already the person's own, and does not watch it", async () => {
	const anna = await world.customer();
	world.fixture.service.take("own-name.com", anna.account);
	await anna.says("/domains own-name.com");
	await anna.until("own-name.com");
	await anna.says("/watch own-name.com 5");
	await anna.until("own-name.com is yours");
	expect(anna.screen).toContain("You’re not watching any names");
});

it("opens an existing watch with its price limit when the name is watched again", async () => {
	const anna = await world.customer();
	world.fixture.service.take("wanted-name.com", world.fixture.service.openAccount());
	await anna.says("/watch wanted-name.com 40");
	await anna.until("available for $40.00 or less");
	await anna.says("wanted-name.com");
	await anna.taps("🔔 Watch this name");
	await anna.until("available for $40.00 or less");
	await anna.says("/watch wanted-name.com");
	await anna.until("available for $40.00 or less");
	await anna.says("/watch wanted-name.com 20");
	await anna.until("available for $20.00 or less");
	await anna.taps("Any price");
	await anna.until("We’ll message you once, when it’s available.");
});
