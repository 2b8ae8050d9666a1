import type { ApiMethods, MessageEntity } from "grammy/types";
import { z } from "zod";

/**
 * A client acts for a person through these JSON routes, as a Telegram app does.
 * - Times are in Unix seconds. If the name ends in `_ms`, they are in milliseconds.
 * - Offsets of entities are in UTF-16 units, as in the Bot API.
 * - A refused request has a 4xx status and a `PersonError` as its body.
 */

const id = z.int();
const chat = id.exactOptional();
const nonEmpty = z.string().min(1);

/** `POST /people`. */
export const newPerson = z.strictObject({
	first_name: nonEmpty.max(64),
	language_code: nonEmpty.exactOptional(),
	username: nonEmpty.exactOptional(),
});
export type NewPerson = z.infer<typeof newPerson>;

/** `POST /people/<id>/messages`. Like Telegram's clients, the server splits a text above 4096 code points. */
export const newMessage = z.strictObject({
	text: z.string(),
	chat,
	thread: id.exactOptional(),
	reply_to: id.exactOptional(),
	forward: z.boolean().exactOptional(),
	/** The message then shows the group as its sender. */
	anonymous: z.boolean().exactOptional(),
});
export type NewMessage = z.infer<typeof newMessage>;

/** A long text that was split has more than one id. */
export interface Sent {
	message_ids: number[];
}

/** `PATCH /people/<id>/messages/<message_id>`. */
export const editMessage = z.strictObject({ text: z.string(), chat });

/** `POST /people/<id>/taps`. `data` replaces the button's callback data: a modified client can send any. */
export const newTap = z.strictObject({
	message_id: id,
	row: id,
	column: id,
	chat,
	data: z.string().min(1).max(64).exactOptional(),
});
export type Tap = z.infer<typeof newTap>;

/** The bot's answer to a callback query comes later, as a `toast` event of `GET /people/<id>/stream`. */
export interface Tapped {
	kind: ButtonKind;
	/** The id that the bot's `answerCallbackQuery` will name. */
	callback_query_id?: string;
	url?: string;
	copy_text?: string;
	query?: string;
}

/** `POST /people/<id>/start`. `payload` is the `start` parameter of a link to the bot. */
export const start = z.strictObject({ payload: z.string().exactOptional() });

/** `POST /people/<id>/block`. */
export const block = z.strictObject({ blocked: z.boolean() });

/** `POST /people/<id>/inline`. After ten seconds without an answer of the bot, it fails with status 408. */
export const inlineQuery = z.strictObject({ query: z.string(), offset: z.string().exactOptional(), chat });
export type InlineQuery = z.infer<typeof inlineQuery>;

export interface InlineResultsView {
	query_id: string;
	results: { title: string; description?: string; thumbnail_url?: string }[];
	next_offset?: string;
	button?: { text: string; start_parameter?: string };
}

/** `POST /people/<id>/inline/choose`. `index` is a position in the results that the person saw last. */
export const chooseInline = z.strictObject({ index: id, chat });
export type ChooseInline = z.infer<typeof chooseInline>;

/**
 * There is no schema for `POST /people/<id>/files`, which takes a multipart form. Its fields are `file`, and optionally
 * `caption`, `chat`, `thread`, `reply_to` and `photo=1`.
 */

/** `POST /people/<id>/stickers`. The default emoji is 👍. */
export const newSticker = z.strictObject({ emoji: nonEmpty.exactOptional(), chat });

/** `POST /people/<id>/reactions`. Null removes the reaction. */
export const newReaction = z.strictObject({ message_id: id, emoji: nonEmpty.nullable(), chat });

/** `POST /people/<id>/forwards`. The default of both chats is the private chat with the bot. */
export const newForward = z.strictObject({ message_id: id, from: chat, to: chat });

/** `POST /groups`. The first of `members` is the owner. */
export const newGroup = z.strictObject({
	title: nonEmpty.max(128),
	members: z.array(id).min(1),
	/** With topics. */
	forum: z.boolean().exactOptional(),
	supergroup: z.boolean().exactOptional(),
	/** Only administrators can post there: the owner, and the bot if it is a member. */
	channel: z.boolean().exactOptional(),
	with_bot: z.boolean().exactOptional(),
});
export type NewGroup = z.infer<typeof newGroup>;

/**
 * The bodies of `POST /groups/<id>/bot`, `/members` and `/topics`. `actor` is the body of `/leave` and of `/migrate`.
 */
export const groupBot = z.strictObject({ person: id, status: z.enum(["administrator", "member", "left", "kicked"]) });
export const newMember = z.strictObject({ person: id, newcomer: id });
export const newTopic = z.strictObject({ person: id, name: nonEmpty.max(128) });
export const actor = z.strictObject({ person: id });

/** After `/migrate`, `chat_id` is the new id. */
export interface GroupChanged {
	chat_id: number;
	thread_id?: number;
}

/** `POST /faults`. `DELETE /faults` removes all planned faults. */
export const fault = z.strictObject({
	/** The name of a Bot API method, or `*` for all methods. */
	method: nonEmpty,
	/** How many calls it affects. The default is 1. */
	times: z.int().positive().exactOptional(),
	/** Before the call runs, in milliseconds. */
	delay: z.number().nonnegative().exactOptional(),
	/** The HTTP status of the error. The call itself does not run. */
	status: z.int().min(400).max(599).exactOptional(),
	description: nonEmpty.exactOptional(),
	/** In seconds, if `status` is 429. */
	retryAfter: z.int().positive().exactOptional(),
	/** Destroys the connection without an answer, before or after the call has run. */
	cut: z.enum(["before", "after"]).exactOptional(),
});
export type Fault = z.infer<typeof fault>;

/** `POST /faults/redeliver`. Each of the next `count` updates is delivered twice. The default is 1. */
export const redeliver = z.strictObject({ count: z.int().positive().exactOptional() });

export interface PersonError {
	error: { code: "not_found" | "conflict" | "invalid" | "forbidden" | "too_large" | "timeout"; message: string };
}

export interface Person {
	id: number;
	first_name: string;
	username?: string;
	language_code?: string;
}

export interface BotView {
	id: number;
	username: string;
	first_name: string;
	/** "What can this bot do?" in an empty chat, in the person's language if the bot has set it. */
	description?: string;
	about?: string;
	/** Without a picture, the page shows the bot's initials. */
	picture?: string;
	/** True if inline mode is enabled. */
	inline: boolean;
}

type ChatType = "private" | "group" | "supergroup" | "channel";

export interface PeopleView {
	people: Person[];
	bot: BotView;
}

export interface ChatsView {
	chats: ChatSummary[];
}

export interface ChatSummary {
	chat_id: number;
	type: ChatType;
	title: string;
	last_text: string;
	last_date: number;
	/** From others. */
	unread: number;
}

/**
 * `GET /people/<id>/chat?chat=`, and the `chat` events of `/people/<id>/stream`. The view with the higher `revision` is
 * newer.
 */
export interface ChatView {
	revision: number;
	chat: { id: number; type: ChatType; title: string; is_forum?: boolean; topics?: TopicView[] };
	person: Person;
	bot: BotView;
	/** True once the person has sent a message. Until then, the bot cannot write. Always true in a group. */
	started: boolean;
	blocked: boolean;
	/** "typing…" and other actions end after five seconds, or when the bot sends a message. */
	typing: boolean;
	action?: ChatAction;
	commands: CommandView[];
	menu_button?: { text: string; url: string };
	/** The newest. */
	pinned_message_id?: number;
	/** Absent if a later message removed it. */
	reply_keyboard?: ReplyKeyboardView;
	/** Absent after the person has written a message. */
	force_reply?: { message_id: number; placeholder?: string };
	/** The latest 300, oldest first. */
	messages: MessageView[];
	/** Oldest first. The server keeps the last ten answers for each person. */
	toasts: ToastView[];
}

interface TopicView {
	thread_id: number;
	name: string;
}

export type ChatAction = Parameters<ApiMethods["sendChatAction"]>[0]["action"];

export interface CommandView {
	command: string;
	description: string;
}

export interface MessageView {
	message_id: number;
	thread_id?: number;
	/** The person for whom this view is made (`person`), the bot, or another person (`other`). */
	from: "person" | "bot" | "other";
	sender: { id: number; first_name: string };
	date: number;
	edit_date?: number;
	text?: string;
	caption?: string;
	/** The entities of the text or of the caption. */
	entities: EntityView[];
	document?: { file_id: string; file_name: string; mime_type: string; file_size: number };
	photo?: { file_id: string; width: number; height: number };
	sticker?: { emoji: string };
	/** Such as "Anna left the group". */
	service?: string;
	keyboard?: ButtonView[][];
	reply_to?: { message_id: number; text: string };
	/** All people and the bot. */
	reactions?: string[];
	via_bot?: boolean;
	forwarded?: boolean;
	protected?: boolean;
	/** Absent if the message has no card. */
	link_preview?: { url: string; above_text?: boolean };
}

export type EntityType = MessageEntity["type"];

/** The fields have the names of the Bot API's `MessageEntity`. */
export interface EntityView {
	type: EntityType;
	offset: number;
	length: number;
	url?: string;
	user?: { id: number; first_name: string };
	language?: string;
	custom_emoji_id?: string;
	unix_time?: number;
	date_time_format?: string;
}

export type ButtonKind =
	| "callback"
	| "url"
	| "copy"
	| "switch_inline"
	| "switch_inline_current"
	| "web_app"
	| "login"
	| "disabled";

export interface ButtonView {
	text: string;
	kind: ButtonKind;
	url?: string;
	copy_text?: string;
	query?: string;
	style?: "primary" | "success" | "danger";
	/** This person has tapped the button and the bot has not answered yet. */
	waiting?: boolean;
}

export interface ReplyKeyboardView {
	rows: { text: string; style?: "primary" | "success" | "danger" }[][];
	placeholder?: string;
	one_time?: boolean;
}

/** Also the data of the `toast` events of `/people/<id>/stream`. */
export interface ToastView {
	text: string;
	/** Shown in a dialog that the person must close. Otherwise, it disappears after a few seconds. */
	alert: boolean;
	at_ms: number;
	/** The client must open it. */
	url?: string;
	message_id?: number;
}

/**
 * `GET /calls?after=N`: the calls with a number above N, oldest first. The server keeps the latest 2,000, with the
 * calls to other services that the bot reports.
 */
export interface CallsView {
	calls: CallView[];
}

export interface CallView {
	n: number;
	at_ms: number;
	method: string;
	/** As the bot sent them, with masked tokens. A file is shown as its name and size. */
	params: Record<string, unknown>;
	status: number;
	ok: boolean;
	/** A test planned the failure. Telegram would not refuse the call. */
	fault?: boolean;
	description?: string;
	ms: number;
	/** Absent for a call of the Bot API. */
	service?: string;
	/** Tokens are masked. Absent for the Bot API. */
	answer?: unknown;
}

/** The bot's program reports it with `telegram.record()`. */
export interface ServiceCall extends Pick<CallView, "method" | "params" | "answer" | "ms"> {
	service: string;
	/** Null if the service did not answer. */
	status: number | null;
}

/**
 * `GET /refusals`: refused calls, and accepted calls that contain a likely mistake. `DELETE /refusals` empties the
 * list.
 */
export interface RefusalsView {
	refusals: RefusalView[];
}

export interface RefusalView extends Pick<CallView, "n" | "at_ms" | "method" | "params"> {
	/** Telegram's error text, or the likely mistake of an accepted call, such as an unknown field. */
	description: string;
}
