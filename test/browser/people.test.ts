import { describe, expect, it } from "vitest";
import { openChat } from "../support/browser.ts";
import { createWorld } from "./world.ts";

const greeter = (): ReturnType<typeof createWorld> =>
	createWorld((bot) => {
		bot.command("start", (ctx) => ctx.reply(`${ctx.from?.first_name} speaks ${ctx.from?.language_code}`));
		bot.command("who", (ctx) => ctx.reply(`${ctx.from?.first_name} in ${ctx.chat.title}`));
	});

describe("several people", () => {
	it("have separate chats, languages and addresses", async () => {
		await using world = await greeter();
		await using chat = await openChat(world.url);
		const { page } = chat;
		await chat.says("/start");
		await chat.waitFor("Anna speaks en");
		await page.getByRole("button", { name: "You are Anna" }).click();
		await page.getByRole("menuitemradio", { name: "Boris" }).click();
		await chat.says("/start");
		await chat.waitFor("Boris speaks ru");
		expect(await page.locator(".message", { hasText: "Anna" }).count()).toBe(0);
		expect(await page.locator(".day-label").innerText()).toBe("Сегодня");
		await page.reload();
		await chat.waitFor("Boris speaks ru");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("read the page in their language, or in English if the page does not support it", async () => {
		await using world = await greeter();
		await using chat = await openChat(world.url);
		const { page } = chat;
		await page.locator(".start-button", { hasText: "Start" }).waitFor();
		await page.getByRole("button", { name: "You are Anna" }).click();
		await page.getByRole("menuitemradio", { name: "Boris" }).click();
		await chat.says("/start");
		await chat.waitFor("Boris speaks ru");
		expect(await page.getByRole("textbox").or(page.getByRole("combobox")).getAttribute("placeholder")).toBe(
			"Сообщение",
		);
		await page.getByRole("button", { name: "Вы — Boris" }).click();
		await page.getByRole("menuitemradio", { name: "Carla" }).click();
		await page.locator(".start-button", { hasText: "Start" }).waitFor();
		expect(await page.locator("html").getAttribute("lang")).toBe("en");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("are shown instead if the address names an unknown person or chat", async () => {
		await using world = await greeter();
		await using chat = await openChat(world.url, { person: 4242 });
		await chat.page.getByRole("button", { name: "You are Anna" }).waitFor();
		await chat.page.goto(`${world.url}/?again#person=1002&chat=-77`);
		await chat.says("/start");
		await chat.waitFor("Boris speaks ru");
		expect(new URL(chat.page.url()).hash).toBe("#person=1002");
	});

	it("can be added, in the chosen language", async () => {
		await using world = await greeter();
		await using chat = await openChat(world.url, { person: 1003 });
		const { page } = chat;
		await page.getByRole("button", { name: "You are Carla" }).click();
		await chat.taps("Add a person");
		await page.getByLabel("First name").fill("Dieter");
		await page.getByLabel("Language").selectOption("de");
		await chat.taps("Add");
		await page.getByRole("button", { name: "You are Dieter" }).waitFor();
		await chat.says("/start");
		await chat.waitFor("Dieter speaks de");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("talk in a group, each with name and avatar", async () => {
		await using world = await greeter();
		await using chat = await openChat(world.url);
		const { page } = chat;
		await chat.taps("New group");
		await page.getByLabel("Group name").fill("Buyers");
		await chat.taps("Create");
		await page.getByRole("heading", { name: "Buyers" }).waitFor();
		await chat.says("/who");
		await chat.waitFor("Anna in Buyers");
		await page.getByRole("button", { name: "You are Anna" }).click();
		await page.getByRole("menuitemradio", { name: "Boris" }).click();
		await page.locator(".chat-row", { hasText: "Buyers" }).click();
		await chat.waitFor("Anna in Buyers");
		await page.locator(".message.in .sender", { hasText: "Anna" }).waitFor();
		expect(await page.locator(".message.in .sender").allInnerTexts()).toEqual(["Anna", "Trading Bot"]);
		expect(chat.consoleErrors).toEqual([]);
	});

	it("block and unblock the bot", async () => {
		await using world = await greeter();
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Anna speaks en");
		await chat.taps("More");
		await chat.taps("Block bot");
		await chat.page.getByRole("button", { name: "Unblock" }).waitFor();
		await expect(world.bot.api.sendMessage(1001, "x")).rejects.toThrow("blocked");
		await chat.taps("Unblock");
		await chat.says("/start");
		await expect.poll(() => chat.page.locator(".message.in").count()).toBe(2);
		expect(chat.consoleErrors).toEqual([]);
	});
});
