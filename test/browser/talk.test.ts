import { InlineKeyboard } from "grammy";
import { describe, expect, it } from "vitest";
import { openChat } from "../support/browser.ts";
import { createWorld } from "./world.ts";

const echo = (): ReturnType<typeof createWorld> =>
	createWorld(async (bot) => {
		await bot.api.setMyDescription("I repeat what you say.");
		await bot.api.setMyCommands([
			{ command: "start", description: "Begin" },
			{ command: "ops", description: "All of them" },
			{ command: "op", description: "One of them" },
		]);
		bot.command("start", (ctx) => ctx.reply(`Hello, ${ctx.from?.first_name}`));
		bot.on("message:text", (ctx) => ctx.reply(`You said: ${ctx.message.text}`));
		bot.on("edited_message:text", (ctx) => ctx.reply(`You meant: ${ctx.editedMessage.text}`));
	});

describe("talking to a bot", () => {
	it("shows a new person the bot's description and a START button, and then a chat", async () => {
		await using world = await echo();
		await using chat = await openChat(world.url);
		expect(await chat.page.locator(".empty-chat").innerText()).toContain("I repeat what you say.");
		await chat.says("/start");
		await chat.waitFor("Hello, Anna");
		await chat.says("good morning");
		await chat.waitFor("You said: good morning");
		expect(await chat.screen()).toBe("You said: good morning");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("suggests commands after a slash; Enter sends a complete one", async () => {
		await using world = await echo();
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Hello");
		const { page } = chat;
		const field = page.getByRole("combobox", { name: "Message" });
		await field.pressSequentially("/o");
		expect(await page.getByRole("option").allInnerTexts()).toEqual([
			expect.stringContaining("/ops"),
			expect.stringContaining("/op"),
		]);
		await field.press("ArrowDown");
		await field.press("Enter");
		await chat.waitFor("You said: /op");
		await chat.says("/op 4K7Q");
		await chat.waitFor("You said: /op 4K7Q");
		await chat.taps("Menu");
		await page.getByRole("option", { name: "/start" }).click();
		await expect.poll(() => page.locator(".message.in").last().innerText()).toContain("Hello, Anna");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("breaks a line with Shift+Enter, edits the last message with Up, and cancels with Escape", async () => {
		await using world = await echo();
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Hello");
		const field = chat.page.getByRole("combobox", { name: "Message" });
		await field.pressSequentially("one");
		await field.press("Shift+Enter");
		await field.pressSequentially("two");
		await field.press("Enter");
		await chat.waitFor(/You said: one\s+two/);
		await field.press("ArrowUp");
		expect(await field.inputValue()).toBe("one\ntwo");
		await field.press("Escape");
		expect(await field.inputValue()).toBe("");
		await field.press("ArrowUp");
		await field.fill("three");
		await field.press("Enter");
		await chat.waitFor("You meant: three");
		expect(await chat.page.locator(".message.out", { hasText: "three" }).locator(".edited").count()).toBe(1);
		expect(chat.consoleErrors).toEqual([]);
	});

	it("replies to, forwards and deletes a message by its menu", async () => {
		await using world = await echo();
		await using chat = await openChat(world.url);
		const { page } = chat;
		await chat.says("/start");
		await chat.waitFor("Hello");
		await page.locator(".message.in .bubble").last().click({ button: "right" });
		await chat.taps("Reply");
		await chat.says("an answer");
		await chat.waitFor("You said: an answer");
		expect(await page.locator(".message.out .reply").innerText()).toBe("Hello, Anna");
		await page.locator(".message.in .bubble").first().click({ button: "right" });
		await chat.taps("Forward");
		await page.getByRole("dialog").getByRole("button", { name: "Trading Bot" }).click();
		await chat.waitFor("You said: Hello, Anna");
		expect(await page.locator(".forwarded").count()).toBe(1);
		await page.locator(".message.out", { hasText: "an answer" }).locator(".bubble").first().click({ button: "right" });
		await chat.taps("Delete");
		await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
		await page.locator(".message.out .reply").waitFor({ state: "detached" });
		expect(chat.consoleErrors).toEqual([]);
	});

	it("accepts typing anywhere after START", async () => {
		await using world = await echo();
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Hello");
		await chat.page.keyboard.type("at once");
		await chat.page.keyboard.press("Enter");
		await chat.waitFor("You said: at once");
		await chat.page.getByRole("log").focus();
		await chat.page.keyboard.type("from the messages");
		await chat.page.keyboard.press("Enter");
		await chat.waitFor("You said: from the messages");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("works by keyboard alone", async () => {
		await using world = await createWorld((bot) => {
			bot.command("start", (ctx) => ctx.reply("Choose", { reply_markup: new InlineKeyboard().text("One", "1") }));
			bot.callbackQuery("1", (ctx) => ctx.answerCallbackQuery("You chose one"));
		});
		await using chat = await openChat(world.url);
		const { page } = chat;
		await page.getByRole("button", { name: "Start" }).focus();
		await page.keyboard.press("Enter");
		await chat.waitFor("Choose");
		await page.getByRole("combobox", { name: "Message" }).focus();
		for (let step = 0; step < 9 && (await page.locator(".key:focus").count()) === 0; step++) {
			await page.keyboard.press("Shift+Tab");
		}
		await page.keyboard.press("Enter");
		await chat.waitFor("You chose one");
		await page.getByRole("log").focus();
		await page.keyboard.press("ArrowUp");
		await page.keyboard.press("Enter");
		await page.keyboard.press("Enter");
		await page.keyboard.type("by keyboard");
		expect(await page.locator(".context-bar").innerText()).toContain("Reply to Trading Bot");
		await page.keyboard.press("Escape");
		expect(await page.locator(".context-bar").isVisible()).toBe(false);
		expect(chat.consoleErrors).toEqual([]);
	});
});
