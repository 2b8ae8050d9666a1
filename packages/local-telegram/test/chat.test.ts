import { expect, it } from "vitest";
import { openChat } from "../../../test/support/chat.ts";
import { startTelegram } from "../../../test/support/telegram.ts";

const hi = { chat_id: 1001, text: "hi" };

it("fails a test after an unexpected refusal", async () => {
	const { url, api, telegram } = await startTelegram();
	using chat = await openChat({ url });
	telegram.people.start(1001);
	await api("sendMessage", { ...hi, text: "<b>", parse_mode: "HTML" });
	await expect(chat.expectNoRefusals()).rejects.toThrow("to deeply equal []");
	chat.expectsRefusal("find end tag");
	await chat.expectNoRefusals();
	await api("sendMessage", { ...hi, protect: true });
	await expect(chat.expectNoRefusals()).rejects.toThrow("to deeply equal []");
});

it("reports the expected text and the chat if nothing comes", async () => {
	const { url, api } = await startTelegram();
	using chat = await openChat({ url, timeoutMs: 50 });
	await chat.says("anybody?", { wait: false });
	await api("sendMessage", { ...hi, reply_markup: { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] } });
	await chat.until("hi");
	await expect(chat.until("bye")).rejects.toThrow(
		/no message contained bye within 50 ms.*person: anybody\?.*bot: hi \[Go\]/s,
	);
	await expect(chat.taps("Stop")).rejects.toThrow(/no button "Stop"/);
	await expect(chat.says("still there?")).rejects.toThrow(/did not react to "still there\?"/);
});

it("counts an edit, a deletion and a toast as reactions to a tap", async () => {
	const { url, api } = await startTelegram();
	using chat = await openChat({ url });
	await chat.says("/start", { wait: false });
	const keyboard = { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] };
	const { result } = await api<{ message_id: number }>("sendMessage", { ...hi, reply_markup: keyboard });
	const message = { chat_id: 1001, message_id: result.message_id };
	let offset = -1;
	async function tap(answer: (callback_query_id: string) => Promise<unknown>): Promise<void> {
		const tapped = chat.taps("Go");
		const updates = async () =>
			(
				await api<{ update_id: number; callback_query?: { id: string } }[]>("getUpdates", { offset, timeout: 5 })
			).result.filter((update) => update.callback_query);
		await expect.poll(updates).toHaveLength(1);
		const [update] = await updates();
		offset = (update?.update_id ?? 0) + 1;
		await answer(update?.callback_query?.id ?? "");
		await tapped;
	}
	await tap((callback_query_id) => api("answerCallbackQuery", { callback_query_id, text: "Gone", show_alert: true }));
	expect(await chat.untilToast("Gone")).toMatchObject({ alert: true, message_id: result.message_id });
	await tap(async (callback_query_id) => {
		await api("answerCallbackQuery", { callback_query_id });
		await api("editMessageText", { ...message, text: "changed", reply_markup: keyboard });
	});
	expect(chat.screen).toBe("changed");
	await tap(async (callback_query_id) => {
		await api("answerCallbackQuery", { callback_query_id });
		await api("deleteMessage", message);
	});
	expect(chat.screen).toBe("");
});

it("does not take an edit of an older message for the answer to a text", async () => {
	const { url, api } = await startTelegram();
	using chat = await openChat({ url });
	await chat.says("/start", { wait: false });
	const { result: alert } = await api<{ message_id: number }>("sendMessage", hi);
	const edit = (text: string) =>
		api("editMessageText", { chat_id: 1001, message_id: alert.message_id, text }).then(() => chat.until(text));
	const said = chat.says("/domains").then(() => chat.screen);
	await edit("hi, edited");
	await api("sendMessage", { ...hi, text: "your domains" });
	expect(await said).toBe("your domains");
	const reacted = chat.says("thanks").then(() => chat.messages.at(-1)?.reactions);
	await edit("hi, edited again");
	await expect.poll(() => chat.messages.at(-1)?.text).toBe("thanks");
	const message_id = chat.messages.at(-1)?.message_id;
	await api("setMessageReaction", { chat_id: 1001, message_id, reaction: [{ type: "emoji", emoji: "👍" }] });
	expect(await reacted).toEqual(["👍"]);
});

it("joins simultaneous changes into one event of the stream", async () => {
	const { url, telegram } = await startTelegram();
	using chat = await openChat({ url });
	const seen: number[] = [];
	for (const text of ["a", "b", "c"]) telegram.people.say(1001, { text });
	await chat.untilView((view) => seen.push(view.messages.length) > 0 && view.messages.length === 3);
	expect(new Set(seen)).toEqual(new Set([0, 3]));
});
