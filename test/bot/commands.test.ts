import { afterAll, beforeAll, expect, it } from "vitest";
import { commands, menuCommands } from "../../src/bot/commands.ts";
import { helpView as helpContent, helpTopics } from "../../src/bot/features/help.ts";
import { texts } from "../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../support/views.ts";
import { type BotUnderTest, startBot } from "./setup.ts";

const helpView = onScreen(helpContent);

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it.each([
	["/Start", "🏠 Home"],
	["/HELP", "What you can do here"],
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

it.each([
	["/limits", "Daily limit: the most you can spend in one day"],
	["/top_up 40", "Add $40.00"],
])("an unknown command that is a request is answered like the same words: %s", async (text, answer) => {
	const anna = await world.customer();
	await anna.says(text);
	await anna.until(answer);
});

it("/help lists the topics, and these describe every command", async () => {
	const anna = await world.customer();
	await anna.says("/help");
	await anna.until("What you can do here");
	expect(anna.buttons.flat()).toEqual(expect.arrayContaining(["DNS", "Renew", "Restore", "Freeze", "API"]));
	const described = helpTopics.flatMap((topic) => {
		const text = visible(helpView(texts("en"), null, { topic }));
		return [...text.matchAll(/^\/(\w+) — /gm)].map(([, name]) => name);
	});
	const all = commands.filter((command) => command !== "ops");
	expect([...new Set(described)].sort()).toEqual([...all].sort());
	expect(menuCommands).toHaveLength(8);
});

it.each([
	["dns", "DNS"],
	["renew", "Renew"],
	["alerts", "Alerts"],
	["undo", "Restore"],
	["/quiet", "Alerts"],
	["Auto-Renew", "Renew"],
	["token", "API"],
])("/help %s opens the topic %s", async (text, topic) => {
	const anna = await world.customer();
	await anna.says(`/help ${text}`);
	await anna.until(`❓ ${topic}`);
	expect(anna.screen).not.toContain("There is no topic");
});

it("/help with an unknown topic opens the nearest one, and says so", async () => {
	const anna = await world.customer();
	await anna.says("/help tempaltes");
	await anna.until("There is no topic “tempaltes”.");
	expect(anna.screen).toContain("❓ Templates");
	await anna.taps("Back");
	await anna.until("What you can do here");
	await anna.says("freeze");
	await anna.until("❓ Freeze");
	await anna.taps("Back");
	await anna.until("What you can do here");
	await anna.says("freeze.com");
	await anna.until("freeze.com is available");
});

it.each(texts.locales)("every topic of help has a short answer in %s, with its command or a way there", (locale) => {
	// Three names fit in a row of a phone.
	const names = labels(helpView(texts(locale), null, {}))
		.slice(0, -1)
		.flat();
	expect(names.filter((name) => [...name].length > 9)).toEqual([]);
	expect(new Set(names).size).toBe(helpTopics.length);
	for (const topic of helpTopics) {
		const view = helpView(texts(locale), null, { topic });
		expect(refusals(view)).toEqual([]);
		expect(visible(view).split("\n").length, topic).toBeLessThanOrEqual(10);
	}
});

it("help understands a topic in the language of the person", async () => {
	const boris = await world.chat({ person: (await world.meet("ru")).id });
	await boris.says("/help продление");
	await boris.until("❓ Продлить");
});
