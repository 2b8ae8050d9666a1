import { Bot } from "grammy";
import { expect, it, onTestFinished } from "vitest";
import { createManualClock } from "../../../../test/support/manual-clock.ts";
import { startTelegram, token } from "../../../../test/support/telegram.ts";

it("queries the bot while typing, sends the chosen result, and lets the bot edit it", async () => {
	const { telegram, url } = await startTelegram();
	const { people } = telegram;
	const bot = new Bot(token, { client: { apiRoot: url } });
	bot.on("inline_query", (ctx) =>
		ctx.answerInlineQuery(
			[
				{
					type: "article",
					id: "1",
					title: `${ctx.inlineQuery.query}.com`,
					description: "free",
					input_message_content: { message_text: `<b>${ctx.inlineQuery.query}.com</b>`, parse_mode: "HTML" },
					reply_markup: { inline_keyboard: [[{ text: "Check again", callback_data: "again" }]] },
				},
			],
			{ button: { text: "Connect", start_parameter: "connect" }, cache_time: 0 },
		),
	);
	bot.on("callback_query", async (ctx) => {
		await ctx.answerCallbackQuery();
		await ctx.editMessageText("taken now");
	});
	void bot.start();
	onTestFinished(() => bot.stop());
	people.start(1001);

	expect(await people.ask(1001, { query: "shop" })).toEqual({
		query_id: expect.any(String),
		results: [{ title: "shop.com", description: "free" }],
		button: { text: "Connect", start_parameter: "connect" },
	});
	const [message_id = 0] = people.choose(1001, { index: 0 }).message_ids;
	expect(people.chat(1001).messages.at(-1)).toMatchObject({ text: "shop.com", via_bot: true, from: "person" });
	people.tap(1001, { message_id, row: 0, column: 0 });
	await expect.poll(() => people.chat(1001).messages.at(-1)?.text).toBe("taken now");
	expect(telegram.refusals).toEqual([]);
});

it("drops a query after 30 seconds, and refuses a late answer [SRV add_update, 148]", async () => {
	const clock = createManualClock();
	const { telegram, api } = await startTelegram({ clock });
	telegram.people.start(1001);
	const asked = expect(telegram.people.ask(1001, { query: "shop" })).rejects.toThrow("the bot did not answer");
	const { result } = await api<{ inline_query?: { id: string } }[]>("getUpdates");
	clock.advance(10_000);
	await asked;
	clock.advance(20_000);
	expect((await api<unknown[]>("getUpdates")).result).toHaveLength(1);
	const answer = await api("answerInlineQuery", { inline_query_id: result[1]?.inline_query?.id, results: [] });
	expect(answer.description).toContain("query is too old");
});

it("refuses results that Telegram refuses [API]", async () => {
	const { api } = await startTelegram();
	const article = { type: "article", id: "1", title: "a", input_message_content: { message_text: "a" } };
	const refused = async (results: object[]) =>
		(await api("answerInlineQuery", { inline_query_id: "1", results })).description;
	expect(await refused([article, article])).toBe("Bad Request: RESULT_ID_DUPLICATE");
	expect(await refused([{ ...article, id: "я".repeat(33) }])).toBe("Bad Request: RESULT_ID_INVALID");
	expect(await refused([{ ...article, input_message_content: { message_text: "" } }])).toBe(
		"Bad Request: message text is empty",
	);
	expect(await refused([{ ...article, title: undefined }])).toBe(
		"Bad Request: can't parse inline query result: Can't find field \"title\"",
	);
});

it("does not query the bot again while an answer is cached, for everyone or for one person [API]", async () => {
	const clock = createManualClock();
	const { telegram, api } = await startTelegram({ clock });
	const answerNext = async (more: object): Promise<void> => {
		const { result } = await api<{ update_id: number; inline_query: { id: string } }[]>("getUpdates");
		await api("getUpdates", { offset: (result.at(-1)?.update_id ?? 0) + 1 });
		await api("answerInlineQuery", { inline_query_id: result.at(-1)?.inline_query.id, results: [], ...more });
	};
	const asks = async (person: number, query: string, more: object = {}): Promise<boolean> => {
		const asked = telegram.people.ask(person, { query });
		const { result } = await api<unknown[]>("getUpdates");
		if (result.length > 0) await answerNext(more);
		await asked;
		return result.length > 0;
	};
	expect([await asks(1001, "a"), await asks(1001, "a"), await asks(1002, "a")]).toEqual([true, false, false]);
	clock.advance(300_000);
	expect(await asks(1001, "a")).toBe(true);
	expect([await asks(1001, "b", { cache_time: 0 }), await asks(1001, "b", { cache_time: 0 })]).toEqual([true, true]);
	const own = { is_personal: true };
	expect([await asks(1001, "c", own), await asks(1001, "c", own), await asks(1002, "c", own)]).toEqual([
		true,
		false,
		true,
	]);
});
