import { describe, expect, it } from "vitest";
import { createManualClock } from "../../../../test/support/manual-clock.ts";
import { startTelegram, token } from "../../../../test/support/telegram.ts";

interface Sent {
	message_id: number;
	text?: string;
	edit_date?: number;
}

const button = { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] };

async function started() {
	const clock = createManualClock();
	const server = await startTelegram({ clock });
	server.telegram.people.start(1001);
	const send = async (more: object = {}): Promise<number> =>
		(await server.api<Sent>("sendMessage", { chat_id: 1001, text: "hi", ...more })).result.message_id;
	const shown = () => server.telegram.people.chat(1001).messages.at(-1);
	return { ...server, clock, send, shown };
}

describe("an edit", () => {
	it("without reply_markup removes the keyboard", async () => {
		const { api, send, shown } = await started();
		const message_id = await send({ reply_markup: button });
		await api("editMessageText", { chat_id: 1001, message_id, text: "done" });
		expect(shown()).toMatchObject({ text: "done" });
		expect(shown()).not.toHaveProperty("keyboard");
	});

	it("of the same text counts as an edit if it removes the keyboard", async () => {
		const { api, send } = await started();
		const message_id = await send({ reply_markup: button });
		expect((await api("editMessageText", { chat_id: 1001, message_id, text: "hi" })).ok).toBe(true);
		expect((await api("editMessageText", { chat_id: 1001, message_id, text: "hi" })).ok).toBe(false);
	});

	it("returns the message and its edit date", async () => {
		const { api, clock, send } = await started();
		const message_id = await send();
		clock.advance(90_000);
		const { result } = await api<Sent>("editMessageText", { chat_id: 1001, message_id, text: "later" });
		expect(result).toMatchObject({ message_id, text: "later", edit_date: Math.floor(clock.now() / 1000) });
	});

	it("changes captions and files", async () => {
		const { url, telegram, api } = await started();
		telegram.people.sendFile(1001, {}, { name: "a.txt", bytes: Buffer.from("a") });
		telegram.people.sendFile(1001, {}, { name: "b.txt", bytes: Buffer.from("b") });
		const [a, b] = telegram.people
			.chat(1001)
			.messages.slice(-2)
			.map(({ document }) => document?.file_id);
		const { result } = await api<Sent>("sendDocument", {
			chat_id: 1001,
			document: a,
			caption: "<b>one</b>",
			parse_mode: "HTML",
		});
		const at = { chat_id: 1001, message_id: result.message_id };
		const last = () => telegram.people.chat(1001).messages.at(-1);
		expect(last()).toMatchObject({ caption: "one", entities: [{ type: "bold" }] });
		await api("editMessageCaption", { ...at, caption: "two" });
		expect(last()).toMatchObject({ caption: "two", document: { file_name: "a.txt" } });
		await api("editMessageMedia", { ...at, media: { type: "document", media: b } });
		expect(last()).toMatchObject({ document: { file_name: "b.txt" } });
		const path = (await api<{ file_path: string }>("getFile", { file_id: b })).result.file_path;
		expect(await (await fetch(`${url}/file/bot${token}/${path}`)).text()).toBe("b");
	});
});

describe("deletion", () => {
	it("removes both sides' messages in a private chat, and skips deleted ones [API]", async () => {
		const { telegram, api, send } = await started();
		const mine = await send();
		const [theirs = 0] = telegram.people.say(1001, { text: "token" }).message_ids;
		expect((await api("deleteMessages", { chat_id: 1001, message_ids: [mine, theirs, 999] })).ok).toBe(true);
		expect(telegram.people.chat(1001).messages.map(({ text }) => text)).toEqual(["/start"]);
	});

	it("is allowed for 48 hours [API]", async () => {
		const { api, clock, send } = await started();
		const message_id = await send();
		clock.advance(48 * 3_600_000);
		expect((await api("deleteMessage", { chat_id: 1001, message_id })).ok).toBe(true);
	});
});

describe("copies and forwards", () => {
	it("keep the text; a forward names its origin, a copy does not", async () => {
		const { api, send } = await started();
		const message_id = await send({ text: "<i>x</i>", parse_mode: "HTML" });
		const from = { chat_id: 1001, from_chat_id: 1001, message_id };
		const forwarded = await api("forwardMessage", from);
		expect(forwarded.result).toMatchObject({
			text: "x",
			forward_origin: { type: "user" },
			entities: [{ type: "italic" }],
		});
		const copy = await api<Sent>("copyMessage", { ...from, reply_markup: button });
		expect(copy.result).toEqual({ message_id: message_id + 2 });
	});

	it("are refused for protected messages [TD]", async () => {
		const { api, send } = await started();
		const message_id = await send({ protect_content: true });
		const answer = await api("forwardMessage", { chat_id: 1001, from_chat_id: 1001, message_id });
		expect(answer.description).toBe("Bad Request: message has protected content and can't be forwarded");
	});
});

it("sends an album of uploaded files as separate messages", async () => {
	const { url, telegram } = await started();
	const form = new FormData();
	form.set("chat_id", "1001");
	form.set(
		"media",
		JSON.stringify([
			{ type: "document", media: "attach://one", caption: "first" },
			{ type: "document", media: "attach://two" },
		]),
	);
	form.set("one", new Blob(["1"]), "1.txt");
	form.set("two", new Blob(["2"]), "2.txt");
	const answer = await fetch(`${url}/bot${token}/sendMediaGroup`, { method: "POST", body: form });
	const { result } = (await answer.json()) as { result: { media_group_id: string }[] };
	expect(new Set(result.map((each) => each.media_group_id)).size).toBe(1);
	const names = telegram.people
		.chat(1001)
		.messages.slice(-2)
		.map(({ document }) => document?.file_name);
	expect(names).toEqual(["1.txt", "2.txt"]);
	expect(telegram.refusals).toEqual([]);
});

it("sends the bot a service message about its own pin, as Telegram does [SRV]", async () => {
	const { api, send } = await started();
	const message_id = await send();
	await api("pinChatMessage", { chat_id: 1001, message_id });
	const { result } = await api<{ message: { pinned_message?: Sent } }[]>("getUpdates");
	expect(result.at(-1)?.message.pinned_message?.message_id).toBe(message_id);
	await api("unpinAllChatMessages", { chat_id: 1001 });
	expect((await api("unpinChatMessage", { chat_id: 1001 })).description).toBe(
		"Bad Request: message to unpin not found",
	);
});

it("reports a person's reaction only to a bot that asked for it [API]", async () => {
	const { telegram, api, send } = await started();
	const message_id = await send();
	telegram.people.react(1001, message_id, "👍");
	await api("getUpdates", { allowed_updates: ["message_reaction"] });
	telegram.people.react(1001, message_id, null);
	const { result } = await api<Record<string, { old_reaction: unknown; new_reaction: unknown }>[]>("getUpdates");
	expect(result.slice(1).map((update) => update["message_reaction"])).toMatchObject([
		{ old_reaction: [{ type: "emoji", emoji: "👍" }], new_reaction: [] },
	]);
});

it("describes the bot, and stores its menu button and texts", async () => {
	const { api } = await started();
	expect((await api("getMe")).result).toMatchObject({ id: 1000, is_bot: true, username: "local_bot" });
	await api("setMyName", { name: "Desk" });
	await api("setMyName", { name: "Стол", language_code: "ru" });
	expect((await api("getMyName", { language_code: "ru" })).result).toEqual({ name: "Стол" });
	expect((await api("getMyName", { language_code: "es" })).result).toEqual({ name: "Desk" });
	const menu = { type: "web_app", text: "Open", web_app: { url: "https://a.example/" } };
	await api("setChatMenuButton", { menu_button: menu });
	expect((await api("getChatMenuButton", { chat_id: 1001 })).result).toEqual(menu);
	await api("setMyCommands", {
		commands: [{ command: "start", description: "d" }],
		scope: { type: "chat", chat_id: 1001 },
	});
	expect((await api("getMyCommands", { scope: { type: "chat", chat_id: 1001 } })).result).toEqual([
		{ command: "start", description: "d" },
	]);
	expect((await api("getMyCommands")).result).toEqual([]);
});
