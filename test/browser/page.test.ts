import { describe, expect, it } from "vitest";
import { openChat } from "../support/browser.ts";
import { createWorld } from "./world.ts";

const quiet = (): ReturnType<typeof createWorld> =>
	createWorld((bot) => {
		bot.command("start", (ctx) => ctx.reply("Hello"));
		bot.command("think", (ctx) => ctx.replyWithChatAction("typing"));
	});

describe("the page", () => {
	it("shows when the bot is typing", async () => {
		await using world = await quiet();
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Hello");
		expect(await chat.page.locator(".header-subtitle").innerText()).toBe("bot");
		await chat.says("/think");
		await chat.page.locator(".header-subtitle", { hasText: "typing" }).waitFor();
	});

	it("lists the bot's calls, refusals in red and counted", async () => {
		await using world = await quiet();
		await using chat = await openChat(world.url);
		const { page } = chat;
		await chat.says("/start");
		await chat.waitFor("Hello");
		await expect(world.bot.api.sendMessage(1001, "<x>", { parse_mode: "HTML" })).rejects.toThrow();
		await page.getByRole("button", { name: "Bot API calls, 1 refused" }).click();
		const refused = page.locator(".call.refused");
		expect(await refused.innerText()).toContain("Unsupported start tag");
		await refused.locator("summary").click();
		expect(await refused.locator(".call-params").innerText()).toContain('"text": "<x>"');
		expect(await page.locator(".call", { hasText: "getUpdates" }).count()).toBe(0);
		await page.getByLabel("Refused only").check();
		expect(await page.locator(".call").count()).toBe(1);
		await page.keyboard.press("Escape");
		expect(await page.locator(".calls").isVisible()).toBe(false);
		expect(chat.consoleErrors).toEqual([]);
	});

	it("lists calls to other services with body and answer, and hides them on demand", async () => {
		await using world = await quiet();
		const call = { service: "Names", method: "POST /register", params: { body: { domain: "a.com" } }, ms: 12 };
		world.record({ ...call, status: 200, answer: { ok: true, token: `dts_${"a".repeat(49)}` } });
		world.record({ ...call, method: "GET /account", params: {}, status: null, answer: "" });
		await using chat = await openChat(world.url);
		const { page } = chat;
		await chat.says("/start");
		await chat.waitFor("Hello");
		await page.getByRole("button", { name: "Bot API calls", exact: true }).click();
		const bought = page.locator(".call", { hasText: "POST /register" });
		expect(await bought.locator("summary").innerText()).toMatch(/200\s+12 ms[\s\S]+Names/);
		await bought.locator("summary").click();
		const [body = "", answer = ""] = await bought.locator(".call-params").allInnerTexts();
		expect(body).toContain('"domain": "a.com"');
		expect(answer).toContain('"token": "[masked]"');
		expect(await page.locator(".call.refused").innerText()).toContain("GET /account");
		await page.getByLabel("Services").uncheck();
		expect(await page.locator(".call[data-service]").count()).toBe(0);
		expect(await page.locator(".call").count()).toBeGreaterThan(0);
		expect(chat.consoleErrors).toEqual([]);
	});

	it("shows the bot's picture in its header and in the list of chats", async () => {
		await using world = await quiet();
		await using chat = await openChat(world.url);
		for (const place of [".chat-header", ".chat-row"]) {
			await chat.page.locator(`${place} img.avatar`).waitFor();
			const isDrawn = `(({ complete, naturalWidth }) => complete && naturalWidth > 0)(document.querySelector("${place} img.avatar"))`;
			await expect.poll(() => chat.page.evaluate(isDrawn)).toBe(true);
		}
		expect(chat.consoleErrors).toEqual([]);
	});

	it("follows the system's theme until the person switches", async () => {
		await using world = await quiet();
		await using chat = await openChat(world.url, { dark: true });
		const background = (): Promise<unknown> => chat.page.evaluate("getComputedStyle(document.body).backgroundColor");
		const dark = await background();
		await chat.taps("Switch to light");
		const light = await background();
		expect(light).not.toBe(dark);
		await chat.page.reload();
		await chat.page.getByRole("button", { name: "Switch to dark" }).waitFor();
		expect(await background()).toBe(light);
	});

	it.each([360, 1280])("fits a window %i wide, with the list of chats next to or behind the chat", async (width) => {
		await using world = await quiet();
		await using chat = await openChat(world.url, { width, height: 740 });
		const { page } = chat;
		await chat.says("/start");
		await chat.says(`a-very-long-name-${"x".repeat(300)}.example.com`);
		await page.locator(".message.out", { hasText: "a-very-long-name" }).waitFor();
		expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
		expect(await page.evaluate("document.querySelector('.days').scrollWidth")).toBeLessThanOrEqual(width);
		const list = page.getByRole("navigation", { name: "Chats" });
		expect(await list.isVisible()).toBe(width > 760);
		if (width < 760) await chat.taps("Back to the chats");
		await list.getByRole("button", { name: "Trading Bot" }).click();
		await page.getByRole("combobox", { name: "Message" }).waitFor();
		expect(chat.consoleErrors).toEqual([]);
	});

	it("gives every control an accessible name", async () => {
		await using world = await quiet();
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Hello");
		const controls = await chat.page.locator("button, a, input, select, textarea").all();
		expect(controls.length).toBeGreaterThan(10);
		for (const control of controls) {
			const snapshot = await control.ariaSnapshot();
			expect(snapshot).not.toMatch(/^- (?:button|link|textbox|combobox|checkbox)$/);
		}
	});

	it("reconnects when the local Telegram is back", async () => {
		await using world = await quiet();
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Hello");
		const start = await world.stop();
		await chat.page.locator(".header-subtitle", { hasText: "connecting" }).waitFor();
		await chat.says("are you there?");
		await chat.waitFor("does not answer");
		expect(await chat.page.getByRole("combobox", { name: "Message" }).inputValue()).toBe("are you there?");
		await start();
		await chat.page.locator(".header-subtitle", { hasText: "bot" }).waitFor();
		await world.bot.api.sendMessage(1001, "Back again");
		await chat.waitFor("Back again");
	});

	it("keeps its position in a long chat until the person scrolls to the end", async () => {
		await using world = await quiet();
		await using chat = await openChat(world.url);
		const { page } = chat;
		await chat.says("/start");
		await chat.waitFor("Hello");
		for (let count = 1; count <= 40; count++) await world.bot.api.sendMessage(1001, `line ${count}`);
		await chat.waitFor("line 40");
		await page.locator(".history").hover();
		await page.mouse.wheel(0, -800);
		const end = page.getByRole("button", { name: "To the newest message" });
		await end.waitFor();
		await world.bot.api.sendMessage(1001, "news");
		await expect.poll(() => end.innerText()).toBe("1");
		await end.click();
		await end.waitFor({ state: "hidden" });
		expect(await page.locator(".message.in", { hasText: "news" }).isVisible()).toBe(true);
		expect(chat.consoleErrors).toEqual([]);
	});
});
