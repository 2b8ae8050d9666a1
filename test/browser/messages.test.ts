import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InlineKeyboard, InputFile } from "grammy";
import { describe, expect, it } from "vitest";
import { type BrowserChat, openChat } from "../support/browser.ts";
import { createWorld, type World } from "./world.ts";

/** Starts a bot that answers `/start` with this HTML, and opens its chat in a browser. */
async function shown(html: string): Promise<{ world: World; chat: BrowserChat } & AsyncDisposable> {
	const world = await createWorld((bot) => {
		bot.command("start", (ctx) => ctx.reply(html, { parse_mode: "HTML", link_preview_options: { is_disabled: true } }));
	});
	const chat = await openChat(world.url);
	await chat.says("/start");
	await chat.page.locator(".message.in").waitFor();
	return {
		world,
		chat,
		async [Symbol.asyncDispose]() {
			await chat.close();
			await world[Symbol.asyncDispose]();
		},
	};
}

describe("the text of a message", () => {
	it("shows every format that Telegram knows", async () => {
		const moment = Date.UTC(2027, 0, 2, 22, 30) / 1000;
		await using open = await shown(
			`<b>bold <i>both</i></b> <u>under</u> <s>struck</s> <code>code</code> <a href="https://example.com/">link</a> ` +
				`@somebody https://example.org /help <tg-time unix="${moment}" format="Dt">then</tg-time>` +
				`<pre><code class="language-bash">ls -l</code></pre><blockquote>quoted</blockquote>`,
		);
		const words = open.chat.page.locator(".message.in .words");
		const texts = (selector: string): Promise<string[]> => words.locator(selector).allInnerTexts();
		expect(await texts("strong")).toEqual(["bold both"]);
		expect(await texts("strong em")).toEqual(["both"]);
		expect(await texts("u")).toEqual(["under"]);
		expect(await texts("s")).toEqual(["struck"]);
		expect(await texts("a")).toEqual(["link", "@somebody", "https://example.org"]);
		expect(await texts("button.link")).toEqual(["/help"]);
		expect(await texts("pre code")).toEqual(["ls -l"]);
		expect(await texts(".code-head span")).toEqual(["bash"]);
		expect(await texts("blockquote")).toEqual(["quoted"]);
		// The browser's time zone is Berlin, which is one hour ahead of UTC in winter. The page shows local time.
		expect(await texts("time")).toEqual(["January 2, 2027 at 23:30"]);
		expect(open.chat.consoleErrors).toEqual([]);
	});

	it("shows markup that a bot escaped as plain text", async () => {
		await using open = await shown("&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;");
		expect(await open.chat.screen()).toBe("<img src=x onerror=alert(1)> <b>");
		expect(open.chat.consoleErrors).toEqual([]);
	});

	it("covers spoilers until one is tapped", async () => {
		await using open = await shown("<tg-spoiler>first</tg-spoiler> and <tg-spoiler>second</tg-spoiler>");
		const { page } = open.chat;
		expect(await page.getByRole("button", { name: "Hidden text: show" }).count()).toBe(2);
		await page.getByRole("button", { name: "Hidden text: show" }).first().click();
		expect(await page.locator(".spoiler.open").count()).toBe(2);
	});

	it("folds an expandable quote that is longer than three lines", async () => {
		await using open = await shown(
			`<blockquote expandable>${"a long quote ".repeat(40)}</blockquote>between<blockquote expandable>short</blockquote>`,
		);
		const { page } = open.chat;
		const quote = page.locator("blockquote").first();
		const folded = (await quote.boundingBox())?.height ?? 0;
		await quote.getByRole("button").click();
		expect((await quote.boundingBox())?.height ?? 0).toBeGreaterThan(folded * 2);
		expect(await page.locator("blockquote").last().getByRole("button").isVisible()).toBe(false);
	});

	it("copies code on a tap", async () => {
		await using open = await shown("take <code>example.com</code>");
		await open.chat.taps("example.com");
		await open.chat.waitFor("Copied to clipboard");
		expect(await open.chat.page.evaluate("navigator.clipboard.readText()")).toBe("example.com");
		expect(open.chat.consoleErrors).toEqual([]);
	});

	it("asks before it opens a link, and starts the bot by a deep link", async () => {
		await using open = await shown(
			`<a href="https://example.com/a">page</a> <a href="https://t.me/trading_bot?start=op-4K7Q">again</a>`,
		);
		const { page } = open.chat;
		await page.getByRole("link", { name: "page" }).click();
		expect(await page.getByRole("dialog").innerText()).toContain("https://example.com/a");
		await open.chat.taps("Cancel");
		await page.getByRole("link", { name: "again" }).click();
		await page.locator(".message.out", { hasText: "/start op-4K7Q" }).waitFor();
		expect(page.context().pages()).toHaveLength(1);
	});
});

describe("files", () => {
	it("are sent in both directions, under any name", async () => {
		await using world = await createWorld((bot) => {
			bot.command("start", (ctx) =>
				ctx.replyWithDocument(new InputFile(Buffer.from("a,b\n1,2\n"), "прайс-лист.csv"), { caption: "Prices" }),
			);
			bot.on("message:document", (ctx) => ctx.reply(`Got ${ctx.message.document.file_name}: ${ctx.message.caption}`));
		});
		await using chat = await openChat(world.url);
		const { page } = chat;
		await chat.says("/start");
		await chat.waitFor("Prices");
		const downloading = page.waitForEvent("download");
		await page.getByRole("link", { name: "Download прайс-лист.csv" }).click();
		const download = await downloading;
		expect(download.suggestedFilename()).toBe("прайс-лист.csv");
		expect(await readFile(await download.path(), "utf8")).toBe("a,b\n1,2\n");
		const file = join(await mkdtemp(join(tmpdir(), "page-")), "мои имена.txt");
		await writeFile(file, "example.com\n");
		await page.locator("input[type=file]").setInputFiles(file);
		await page.getByLabel("Caption").fill("my names");
		await chat.taps("Send");
		await chat.waitFor("Got мои имена.txt: my names");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("can be dropped on the page", async () => {
		await using world = await createWorld((bot) => {
			bot.command("start", (ctx) => ctx.reply("Ready"));
			bot.on("message:document", (ctx) => ctx.reply(`Got ${ctx.message.document.file_name}`));
		});
		await using chat = await openChat(world.url);
		const { page } = chat;
		await chat.says("/start");
		await chat.waitFor("Ready");
		const dataTransfer = await page.evaluateHandle(
			"(() => { const data = new DataTransfer(); data.items.add(new File(['x'], 'dropped.txt')); return data; })()",
		);
		await page.dispatchEvent("main", "dragover", { dataTransfer });
		expect(await page.getByText("Drop files here").isVisible()).toBe(true);
		await page.dispatchEvent("main", "drop", { dataTransfer });
		await chat.taps("Send");
		await chat.waitFor("Got dropped.txt");
		expect(chat.consoleErrors).toEqual([]);
	});

	it("include pictures and stickers", async () => {
		const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
		await using world = await createWorld((bot) => {
			bot.command("start", (ctx) => ctx.replyWithPhoto(new InputFile(Buffer.from(pixel, "base64"), "p.png")));
			bot.on("message:sticker", (ctx) => ctx.reply(`A sticker: ${ctx.message.sticker.emoji}`));
		});
		await using chat = await openChat(world.url);
		await chat.says("/start");
		const photo = chat.page.getByRole("button", { name: "Photo: show whole" });
		await expect.poll(() => chat.page.evaluate("document.querySelector('.photo img')?.naturalWidth")).toBe(1);
		await photo.click();
		await chat.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
		await chat.taps("Stickers");
		await chat.taps("Send sticker 🚀");
		await chat.waitFor("A sticker: 🚀");
		expect(chat.consoleErrors).toEqual([]);
	});
});

describe("a message that changes", () => {
	it("is edited in place or removed, and other messages do not move", async () => {
		await using world = await createWorld((bot) => {
			bot.command("start", (ctx) =>
				ctx.reply("Before", { reply_markup: new InlineKeyboard().text("Edit", "edit").text("Delete", "delete") }),
			);
			bot.callbackQuery("edit", async (ctx) => {
				await ctx.answerCallbackQuery();
				await ctx.editMessageText("After", { reply_markup: new InlineKeyboard().text("Delete", "delete") });
			});
			bot.callbackQuery("delete", async (ctx) => {
				await ctx.answerCallbackQuery("Gone");
				await ctx.deleteMessage();
			});
		});
		await using chat = await openChat(world.url);
		await chat.says("/start");
		await chat.waitFor("Before");
		await chat.taps("Edit");
		await chat.waitFor("After");
		expect(await chat.screen()).toBe("After\n[Delete]");
		expect(await chat.page.locator(".message.in .edited").count()).toBe(1);
		await chat.taps("Delete");
		await chat.waitFor("Gone");
		await chat.page.locator(".message.in").waitFor({ state: "detached" });
		expect(chat.consoleErrors).toEqual([]);
	});
});
