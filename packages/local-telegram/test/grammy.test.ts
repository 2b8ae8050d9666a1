import { Bot, InlineKeyboard, InputFile } from "grammy";
import { expect, it, onTestFinished } from "vitest";
import { openChat } from "../../../test/support/chat.ts";
import { startTelegram, token } from "../../../test/support/telegram.ts";

async function startBot(apiRoot: string): Promise<Bot> {
	const bot = new Bot(token, { client: { apiRoot } });
	const shop = new InlineKeyboard().text("Buy", "buy").success().row().copyText("Copy", "example.com");
	bot.command("start", (ctx) => ctx.reply(`<b>Hello</b> ${ctx.match}`, { parse_mode: "HTML", reply_markup: shop }));
	bot.callbackQuery("buy", async (ctx) => {
		await ctx.answerCallbackQuery({ text: "Bought" });
		await ctx.editMessageText("Yours now");
	});
	bot.on("message:document", async (ctx) => {
		const file = await ctx.getFile();
		const bytes = await fetch(`${apiRoot}/file/bot${token}/${file.file_path}`).then((answer) => answer.text());
		await ctx.replyWithDocument(new InputFile(Buffer.from(bytes.toUpperCase()), "цены; 2026.csv"), {
			caption: "As you asked",
		});
	});
	bot.on("message:text", (ctx) => ctx.reply(ctx.msg.text));
	void bot.start({ drop_pending_updates: true });
	onTestFinished(() => bot.stop());
	return bot;
}

it("runs a grammY bot: texts, buttons, toasts, edits, files", async () => {
	const { url } = await startTelegram();
	await startBot(url);
	using chat = await openChat({ url });

	await chat.starts("from-a-link");
	await chat.until("Hello from-a-link");
	expect(chat.buttons).toEqual([["Buy"], ["Copy"]]);
	expect(await chat.taps("Copy")).toEqual({ kind: "copy", copy_text: "example.com" });

	await chat.taps("Buy");
	await chat.until("Yours now");
	expect(chat.toasts.map((toast) => toast.text)).toEqual(["Bought"]);
	expect(chat.buttons).toEqual([]);

	await chat.sends({ name: "Список.txt", content: "пример.рф", caption: "my list" });
	const answer = await chat.until("As you asked");
	expect(answer.document?.file_name).toBe("цены; 2026.csv");
	expect(String(await chat.downloads(answer.document?.file_id ?? ""))).toBe("ПРИМЕР.РФ");
	await chat.expectNoRefusals();
});

it("separates people", async () => {
	const { url } = await startTelegram();
	await startBot(url);
	using anna = await openChat({ url });
	using boris = await anna.as({ person: 1002 });
	await Promise.all([anna.says("I am Anna"), boris.says("Я Борис")]);
	expect([anna.screen, boris.screen]).toEqual(["I am Anna", "Я Борис"]);
	expect(boris.messages).toHaveLength(2);
});

it("splits a long paste into messages of 4096 characters", async () => {
	const { url } = await startTelegram();
	await startBot(url);
	using chat = await openChat({ url });
	const sent = await chat.says("🙂".repeat(9000));
	expect(sent.message_ids).toHaveLength(3);
	await chat.untilView((view) => view.messages.filter(({ from }) => from === "bot").length === 3);
	const lengths = chat.messages.filter(({ from }) => from === "bot").map(({ text = "" }) => [...text].length);
	expect(lengths).toEqual([4096, 4096, 808]);
});
