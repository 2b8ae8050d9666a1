import { join } from "node:path";
import { expect, it } from "vitest";
import { openChat } from "../support/browser.ts";
import { openWorld } from "../support/world.ts";

/**
 * The folder in which to save the picture for README.md. If the environment variable `GUIDE` is not set, no picture is
 * saved.
 */
const { GUIDE: guide } = process.env;

it("leads a new person from Start to a registered domain with real clicks", async () => {
	const world = await openWorld();
	await using chat = await openChat(world.url, { width: 1120, height: 760 });
	await chat.says("/start");
	await chat.waitFor("Welcome");
	await chat.taps("🧪 Open a sandbox");
	await chat.waitFor("$500.00");
	await chat.says("my-new-shop.com");
	await chat.waitFor("my-new-shop.com is available");
	await chat.taps("Register");
	await chat.waitFor("Register my-new-shop.com?");
	await chat.taps(/Pay/);
	await chat.waitFor("my-new-shop.com is registered");
	if (guide !== undefined) await chat.screenshot(join(guide, "receipt.png"));
	expect(chat.consoleErrors).toEqual([]);
});

it("does so in Russian on a phone in dark mode", async () => {
	const world = await openWorld();
	await using chat = await openChat(world.url, { person: 1002, width: 400, height: 800, dark: true });
	await chat.says("/start");
	await chat.taps("🧪 Открыть песочницу");
	await chat.waitFor("500");
	await chat.says("мой-магазин.рф");
	await chat.waitFor("xn--");
	expect(chat.consoleErrors).toEqual([]);
});
