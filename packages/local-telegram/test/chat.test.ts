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

it("counts an edit, a deletion and a toast as reactions", async () => {
	const { url, api } = await startTelegram();
	using chat = await openChat({ url });
	await chat.says("/start", { wait: false });
	const keyboard = { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] };
	const { result } = await api<{ message_id: number }>("sendMessage", { ...hi, reply_markup: keyboard });
	const query = async (): Promise<string | undefined> => {
		const updates = await api<{ callback_query?: { id: string } }[]>("getUpdates", { offset: -1, timeout: 5 });
		return updates.result[0]?.callback_query?.id;
	};
	const tapped = chat.taps("Go");
	await expect.poll(query).toBeDefined();
	await api("answerCallbackQuery", { callback_query_id: await query(), text: "Gone", show_alert: true });
	await tapped;
	expect(await chat.untilToast("Gone")).toMatchObject({ alert: true, message_id: result.message_id });

	const told = chat.says("change");
	await api("editMessageText", { chat_id: 1001, message_id: result.message_id, text: "changed" });
	await told;
	expect([chat.screen, chat.buttons]).toEqual(["changed", []]);
	const asked = chat.says("delete");
	await api("deleteMessage", { chat_id: 1001, message_id: result.message_id });
	await asked;
	expect(chat.screen).toBe("");
});

it("joins simultaneous changes into one event of the stream", async () => {
	const { url, telegram } = await startTelegram();
	using chat = await openChat({ url });
	const seen: number[] = [];
	for (const text of ["a", "b", "c"]) telegram.people.say(1001, { text });
	await chat.untilView((view) => seen.push(view.messages.length) > 0 && view.messages.length === 3);
	expect(new Set(seen)).toEqual(new Set([0, 3]));
});
