import { type Bot, InlineKeyboard, Keyboard } from "grammy";
import type { InlineKeyboardButton } from "grammy/types";
import { describe, expect, it } from "vitest";
import { openChat } from "../support/browser.ts";
import { createGate } from "../support/gate.ts";
import { createWorld, type World } from "./world.ts";

function withButtons(rows: InlineKeyboardButton[][], more: (bot: Bot) => void = () => {}): Promise<World> {
	return createWorld((bot) => {
		bot.command("start", (ctx) => ctx.reply("Choose", { reply_markup: { inline_keyboard: rows } }));
		more(bot);
	});
}

describe("a button below a message", () => {
	it("shows a spinner until the bot has answered, then shows the answer", async () => {
		await using world = await withButtons([[{ text: "Ask", callback_data: "ask" }]], (bot) => {
			bot.callbackQuery("ask", async (ctx) => {
				await answer.opened;
				await ctx.answerCallbackQuery("It is free");
			});
		});
		using answer = createGate();
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.taps("Ask");
		await chat.page.locator(".key[aria-busy]").waitFor();
		answer.open();
		await chat.waitFor("It is free");
		await chat.page.locator(".key[aria-busy]").waitFor({ state: "detached" });
		expect(chat.consoleErrors).toEqual([]);
	});

	it("draws emoji in white that fonts draw in one dark color", async () => {
		await using world = await withButtons([
			[
				{ text: "➕ Add 💲", callback_data: "add" },
				{ text: "🏠 Home", callback_data: "home" },
			],
		]);
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.page.locator(".key").first().waitFor();
		expect(await chat.page.locator(".key-glyph").allInnerTexts()).toEqual(["➕", "💲"]);
		expect(await chat.page.locator(".key-text").allInnerTexts()).toEqual(["➕ Add 💲", "🏠 Home"]);
		const drawn = "getComputedStyle(document.querySelector('.key-glyph')).filter";
		expect(await chat.page.evaluate(drawn)).toBe("brightness(0) invert(1)");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("shows an alert that must be closed", async () => {
		await using world = await withButtons([[{ text: "Pay", callback_data: "pay" }]], (bot) => {
			bot.callbackQuery("pay", (ctx) => ctx.answerCallbackQuery({ text: "No funds", show_alert: true }));
		});
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.taps("Pay");
		await chat.waitFor("No funds");
		await chat.taps("OK");
		expect(await chat.page.getByRole("dialog").count()).toBe(0);
		expect(chat.consoleErrors).toEqual([]);
	});

	it("copies, and confirms it", async () => {
		await using world = await withButtons([[{ text: "Copy", copy_text: { text: "203.0.113.5" } }]]);
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.taps("Copy");
		await chat.waitFor("Copied to clipboard");
		expect(await chat.page.evaluate("navigator.clipboard.readText()")).toBe("203.0.113.5");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("opens a page after asking", async () => {
		await using world = await withButtons([]);
		const address = `${world.url}/people`;
		world.bot.command("page", (ctx) => ctx.reply("Page", { reply_markup: new InlineKeyboard().url("Open", address) }));
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.says("/page");
		const button = chat.page.locator(".key", { hasText: "Open" });
		await button.click();
		const opening = chat.page.context().waitForEvent("page");
		await chat.page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
		expect((await opening).url()).toBe(address);
	});

	it("shows its style, and is disabled if the bot says so", async () => {
		await using world = await withButtons([
			[
				{ text: "Buy", callback_data: "b", style: "success" },
				{ text: "Drop", callback_data: "d", style: "danger" },
				{ text: "Next", callback_data: "n", style: "primary" },
			],
			[{ text: "1 / 9", disabled: {} }],
		]);
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Choose");
		const colours = await chat.page.evaluate(
			"[...document.querySelectorAll('.key')].map((key) => getComputedStyle(key).backgroundColor)",
		);
		expect(new Set(Array.isArray(colours) ? colours : []).size).toBe(4);
		expect(await chat.page.getByRole("button", { name: "1 / 9" }).isDisabled()).toBe(true);
		expect(await chat.screen()).toBe("Choose\n[Buy] [Drop] [Next]\n[1 / 9]");
	});

	it("inserts an inline query into the field, and sends a result of the bot", async () => {
		await using world = await withButtons([[{ text: "Search", switch_inline_query_current_chat: "name" }]], (bot) => {
			bot.on("inline_query", (ctx) => {
				const title = `${ctx.inlineQuery.query}.com`;
				return ctx.answerInlineQuery([
					{ type: "article", id: "1", title, input_message_content: { message_text: `${title} is free` } },
				]);
			});
		});
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.taps("Search");
		await chat.page.getByRole("option", { name: "name.com" }).click();
		await chat.page.locator(".message.out", { hasText: "name.com is free" }).waitFor();
		expect(chat.consoleErrors).toEqual([]);
	});
});

it("shows a keyboard below the input, whose buttons send their labels", async () => {
	await using world = await createWorld((bot) => {
		bot.command("start", (ctx) =>
			ctx.reply("Sure?", { reply_markup: new Keyboard().text("Yes").text("No").oneTime() }),
		);
		bot.hears("Yes", (ctx) => ctx.reply("Done"));
	});
	await using chat = await openChat(world.url);
	await chat.says("/start");
	await chat.taps("Yes");
	await chat.waitFor("Done");
	expect(await chat.page.getByRole("button", { name: "No", exact: true }).count()).toBe(0);
	expect(chat.consoleErrors).toEqual([]);
});
