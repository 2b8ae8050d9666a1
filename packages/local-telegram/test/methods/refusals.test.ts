import { describe, expect, it } from "vitest";
import { createManualClock } from "../../../../test/support/manual-clock.ts";
import { startTelegram, type TelegramServer } from "../../../../test/support/telegram.ts";

interface Stage extends TelegramServer {
	clock: ReturnType<typeof createManualClock>;
	/**
	 * `buttons`: a text of the bot with an inline button. `plain`: one with a reply keyboard. `document`: a file of the
	 * bot. `start`: Anna's `/start`.
	 */
	ids: { buttons: number; plain: number; document: number; start: number };
}

const button = { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] };

async function setStage(): Promise<Stage> {
	const clock = createManualClock();
	const server = await startTelegram({ clock });
	const { people } = server.telegram;
	const start = people.start(1001).message_ids[0] ?? 0;
	people.start(1003);
	people.block(1003, true);
	people.groups.create({ title: "Team", members: [1001, 1002], forum: true });
	const send = async (more: object): Promise<number> => {
		const { result } = await server.api<{ message_id: number }>("sendMessage", { chat_id: 1001, text: "hi", ...more });
		return result.message_id;
	};
	const buttons = await send({ reply_markup: button });
	const plain = await send({ reply_markup: { keyboard: [["Yes"]] } });
	const kept = people.sendFile(1001, {}, { name: "a.txt", bytes: Buffer.from("a") });
	const file = people.chat(1001).messages.find(({ message_id }) => message_id === kept.message_ids[0])
		?.document?.file_id;
	const { result } = await server.api<{ message_id: number }>("sendDocument", { chat_id: 1001, document: file });
	return { ...server, clock, ids: { buttons, plain, document: result.message_id, start } };
}

type Row = [rule: string, method: string, params: (stage: Stage) => Record<string, unknown>, words: string];

const notModified =
	"Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message";

describe("calls that Telegram refuses", () => {
	const rows: Row[] = [
		["[SRV] an unknown method", "sendMassage", () => ({}), "Not Found: method not found"],
		[
			"[TD] a tag that is a member of every object",
			"sendMessage",
			() => ({ chat_id: 1001, text: "<constructor>a</constructor>", parse_mode: "HTML" }),
			'Bad Request: can\'t parse entities: Unsupported start tag "constructor" at byte offset 0',
		],
		[
			"[SRV] an action that is a member of every object",
			"sendChatAction",
			() => ({ chat_id: 1001, action: "constructor" }),
			"Bad Request: wrong parameter action in request",
		],
		["[SRV] no chat", "sendMessage", () => ({ text: "a" }), "Bad Request: chat_id is empty"],
		["[API] an unknown chat", "sendMessage", () => ({ chat_id: 42, text: "a" }), "Bad Request: chat not found"],
		["[SRV] no text", "sendMessage", () => ({ chat_id: 1001 }), "Bad Request: message text is empty"],
		[
			"[TD] a chat that a bot cannot begin",
			"sendMessage",
			() => ({ chat_id: 1002, text: "a" }),
			"Forbidden: bot can't initiate conversation with a user",
		],
		[
			"[SRV 127] a person who blocked the bot",
			"sendMessage",
			() => ({ chat_id: 1003, text: "a" }),
			"Forbidden: bot was blocked by the user",
		],
		[
			"[SRV] an action for one who blocked the bot",
			"sendChatAction",
			() => ({ chat_id: 1003, action: "typing" }),
			"Forbidden: bot was blocked by the user",
		],
		[
			"[SRV] an unknown action",
			"sendChatAction",
			() => ({ chat_id: 1001, action: "sleeping" }),
			"Bad Request: wrong parameter action in request",
		],
		[
			"[SRV] an unknown topic",
			"sendMessage",
			({ telegram }) => ({ chat_id: telegram.people.chats(1001)[1]?.chat_id, text: "a", message_thread_id: 99 }),
			"Bad Request: message thread not found",
		],
		[
			"[SRV] a topic in a private chat",
			"sendMessage",
			() => ({ chat_id: 1001, text: "a", message_thread_id: 5 }),
			"Bad Request: message thread not found",
		],
		[
			"[SRV] a reply to nothing",
			"sendMessage",
			() => ({ chat_id: 1001, text: "a", reply_parameters: { message_id: 999 } }),
			"Bad Request: message to be replied not found",
		],
		[
			"[SRV] a reply without a number",
			"sendMessage",
			() => ({ chat_id: 1001, text: "a", reply_parameters: { quote: "a" } }),
			'Bad Request: can\'t find field "message_id"',
		],
		[
			"[SRV] no document",
			"sendDocument",
			() => ({ chat_id: 1001 }),
			"Bad Request: there is no document in the request",
		],
		[
			"[SRV] an unknown file",
			"sendDocument",
			() => ({ chat_id: 1001, document: "BQAC" }),
			"Bad Request: wrong file identifier/HTTP URL specified",
		],
		[
			"[SRV] an address that cannot be reached",
			"sendPhoto",
			() => ({ chat_id: 1001, photo: "https://a.example/a.png" }),
			"Bad Request: failed to get HTTP URL content",
		],
		[
			"[SRV] an edit of nothing",
			"editMessageText",
			() => ({ chat_id: 1001, message_id: 999, text: "a" }),
			"Bad Request: message to edit not found",
		],
		[
			"[SRV] an edit without a message",
			"editMessageText",
			() => ({ text: "a" }),
			"Bad Request: message identifier is not specified",
		],
		[
			"[TD] an edit of a person's message",
			"editMessageText",
			({ ids }) => ({ chat_id: 1001, message_id: ids.start, text: "a" }),
			"Bad Request: message can't be edited",
		],
		[
			"[API] an edit of a message with a reply keyboard",
			"editMessageText",
			({ ids }) => ({ chat_id: 1001, message_id: ids.plain, text: "a" }),
			"Bad Request: message can't be edited",
		],
		[
			"[SRV 110] an edit that changes nothing",
			"editMessageText",
			({ ids }) => ({ chat_id: 1001, message_id: ids.buttons, text: "hi", reply_markup: button }),
			notModified,
		],
		[
			"[SRV 110] a keyboard that is there already",
			"editMessageReplyMarkup",
			({ ids }) => ({ chat_id: 1001, message_id: ids.buttons, reply_markup: button }),
			notModified,
		],
		[
			"[TD] a text for a document",
			"editMessageText",
			({ ids }) => ({ chat_id: 1001, message_id: ids.document, text: "a" }),
			"Bad Request: there is no text in the message to edit",
		],
		[
			"[TD] a caption for a text",
			"editMessageCaption",
			({ ids }) => ({ chat_id: 1001, message_id: ids.buttons, caption: "a" }),
			"Bad Request: there is no caption in the message to edit",
		],
		[
			"[TD] a reply keyboard in an edit",
			"editMessageReplyMarkup",
			({ ids }) => ({ chat_id: 1001, message_id: ids.buttons, reply_markup: { keyboard: [["a"]] } }),
			"Bad Request: inline keyboard expected",
		],
		[
			"[API] an unknown inline message",
			"editMessageText",
			() => ({ inline_message_id: "x", text: "a" }),
			"Bad Request: MESSAGE_ID_INVALID",
		],
		[
			"[SRV] a deletion of nothing",
			"deleteMessage",
			() => ({ chat_id: 1001, message_id: 999 }),
			"Bad Request: message to delete not found",
		],
		[
			"[SRV] a deletion without a message",
			"deleteMessage",
			() => ({ chat_id: 1001 }),
			"Bad Request: message identifier is not specified",
		],
		[
			"[API] a deletion after 48 hours",
			"deleteMessage",
			({ clock, ids }) => {
				clock.advance(48 * 3_600_000 + 1000);
				return { chat_id: 1001, message_id: ids.buttons };
			},
			"Bad Request: message can't be deleted for everyone",
		],
		[
			"[SRV] too many deletions",
			"deleteMessages",
			() => ({ chat_id: 1001, message_ids: Array.from({ length: 101 }, (_, i) => i + 1) }),
			"Bad Request: too many message identifiers specified",
		],
		[
			"[SRV 148] an answer to an unknown tap",
			"answerCallbackQuery",
			() => ({ callback_query_id: "1" }),
			"Bad Request: query is too old and response timeout expired or query ID is invalid",
		],
		[
			"[API] a toast of 201",
			"answerCallbackQuery",
			() => ({ callback_query_id: "1", text: "a".repeat(201) }),
			"Bad Request: MESSAGE_TOO_LONG",
		],
		[
			"[SRV] an answer to an unknown inline query",
			"answerInlineQuery",
			() => ({ inline_query_id: "1", results: [] }),
			"Bad Request: query is too old and response timeout expired or query ID is invalid",
		],
		[
			"[API] 51 inline results",
			"answerInlineQuery",
			() => ({ inline_query_id: "1", results: Array.from({ length: 51 }, () => ({})) }),
			"Bad Request: too many inline query results specified",
		],
		[
			"[SRV] an unknown file to fetch",
			"getFile",
			() => ({ file_id: "x" }),
			"Bad Request: wrong file_id or the file is temporarily unavailable",
		],
		["[SRV] no file to fetch", "getFile", () => ({}), "Bad Request: file_id not specified"],
		[
			"[SRV] administrators of a private chat",
			"getChatAdministrators",
			() => ({ chat_id: 1001 }),
			"Bad Request: there are no administrators in the private chat",
		],
		[
			"[SRV] a member without a number",
			"getChatMember",
			() => ({ chat_id: 1001 }),
			"Bad Request: invalid user_id specified",
		],
		[
			"[SRV] commands for an unknown chat",
			"setMyCommands",
			() => ({ commands: [], scope: { type: "chat", chat_id: 42 } }),
			"Bad Request: chat not found",
		],
		[
			"[API] an unknown reaction",
			"setMessageReaction",
			({ ids }) => ({ chat_id: 1001, message_id: ids.start, reaction: [{ type: "emoji", emoji: "🧾" }] }),
			"Bad Request: REACTION_INVALID",
		],
		[
			"[API] two reactions of a bot",
			"setMessageReaction",
			({ ids }) => ({ chat_id: 1001, message_id: ids.start, reaction: [1, 2] }),
			"Bad Request: REACTIONS_TOO_MANY",
		],
		[
			"[SRV] a copy of nothing",
			"copyMessage",
			() => ({ chat_id: 1001, from_chat_id: 1001, message_id: 999 }),
			"Bad Request: message to copy not found",
		],
		[
			"[SRV] a forward from nowhere",
			"forwardMessage",
			() => ({ chat_id: 1001, message_id: 1 }),
			'Bad Request: parameter "from_chat_id" is required',
		],
		[
			"[TD] a pin without the right",
			"pinChatMessage",
			({ telegram }) => ({ chat_id: telegram.people.chats(1001)[1]?.chat_id, message_id: 1 }),
			"Bad Request: not enough rights to manage pinned messages in the chat",
		],
	];

	it.each(rows)("%s", async (_rule, method, params, words) => {
		const stage = await setStage();
		const answer = await stage.api(method, params(stage));
		expect(answer.description).toBe(words);
		const status = words.startsWith("Forbidden") ? 403 : words.startsWith("Not Found") ? 404 : 400;
		expect(answer).toEqual({ ok: false, error_code: status, description: words });
		expect(stage.telegram.refusals.map(({ description }) => description)).toEqual([words]);
	});
});

describe("taps", () => {
	it("are answered once, within fifteen seconds [SRV 148, our reading]", async () => {
		const { telegram, api, clock, ids } = await setStage();
		const tap = async (): Promise<string> => {
			telegram.people.tap(1001, { message_id: ids.buttons, row: 0, column: 0 });
			const { result } = await api<{ callback_query?: { id: string } }[]>("getUpdates", { offset: -1 });
			return result[0]?.callback_query?.id ?? "";
		};
		const first = await tap();
		clock.advance(15_000);
		expect((await api("answerCallbackQuery", { callback_query_id: first, text: "Yes" })).ok).toBe(true);
		expect((await api("answerCallbackQuery", { callback_query_id: first })).ok).toBe(false);
		const late = await tap();
		clock.advance(15_001);
		expect((await api("answerCallbackQuery", { callback_query_id: late })).ok).toBe(false);
		expect(telegram.people.chat(1001).toasts).toEqual([
			{ text: "Yes", alert: false, at_ms: expect.any(Number), message_id: ids.buttons },
		]);
	});
});

describe("oddities that Telegram accepts and a test wants to see", () => {
	it.each([
		["an unknown parameter", { parsemode: "HTML" }, 'unknown parameter "parsemode"'],
		[
			"an unknown field of a button",
			{ reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "a", id: 1 }]] } },
			`Can't parse inline keyboard button: unknown field "id"`,
		],
	])("%s runs and is recorded", async (_what, more, words) => {
		const { telegram, api } = await setStage();
		expect((await api("sendMessage", { chat_id: 1001, text: "a", ...more })).ok).toBe(true);
		expect(telegram.refusals.map(({ description }) => description)).toEqual([words]);
	});

	it("changes nothing in a refused call", async () => {
		const { telegram, api, ids } = await setStage();
		const before = telegram.people.chat(1001).messages;
		await api("deleteMessages", { chat_id: 1001, message_ids: [ids.buttons, 0] });
		expect(telegram.people.chat(1001).messages).toEqual(before);
	});
});
