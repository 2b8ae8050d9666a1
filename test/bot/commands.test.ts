import { afterAll, beforeAll, expect, it } from "vitest";
import { commands } from "../../src/bot/commands.ts";
import { type BotUnderTest, startBot } from "./setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it.each([
	["/Start", "🏠 Home"],
	["/HELP", "What the bot can do"],
	["/Search@Any_Bot written.com", "written.com is available"],
	["/search@botname", "Search domains"],
])("a command is recognized in any spelling: %s", async (text, answer) => {
	const anna = await world.customer();
	await anna.says(text);
	await anna.until(answer);
});

it("a mistyped command can be corrected by an edit", async () => {
	const anna = await world.customer();
	const sent = await anna.says("/serch corrected.com");
	await anna.until("There is no such command");
	await anna.edits(sent.message_ids[0] ?? 0, "/search corrected.com");
	await anna.until("corrected.com is available");
});

it("an unknown command is answered with the list of commands", async () => {
	const anna = await world.customer();
	await anna.says("/nonsense");
	await anna.until("There is no such command");
	for (const command of commands) expect(anna.screen).toContain(`/${command} — `);
});
