import { afterAll, beforeAll, expect, it } from "vitest";
import { commands, menuCommands } from "../../src/bot/commands.ts";
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

it.each([
	["/serch", ["search"]],
	["/domain example.com", ["domains"]],
	["/order", ["orders"]],
	["/nonsense", []],
])("an unknown command is answered with the three that are most like it: %s", async (text, nearest) => {
	const anna = await world.customer();
	await anna.says(text);
	await anna.until("There is no such command");
	const offered = [...(anna.screen ?? "").matchAll(/^\/(\w+) — /gm)].map(([, name]) => name);
	expect(offered).toHaveLength(3);
	expect(offered).toEqual(expect.arrayContaining(nearest));
});

it("/help describes every command once", async () => {
	const anna = await world.customer();
	await anna.says("/help");
	await anna.until("What the bot can do");
	const described = [...(anna.screen ?? "").matchAll(/^\/(\w+) — /gm)].map(([, name]) => name);
	expect(described.sort()).toEqual(commands.filter((command) => command !== "ops").sort());
	expect(menuCommands).toHaveLength(8);
});
