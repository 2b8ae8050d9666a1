import { z } from "zod";
import type { ButtonKind } from "./views.ts";

const id = z.int();
const chat = id.exactOptional();
const nonEmpty = z.string().min(1);

/** The body of `POST /people`, which adds a person. */
export const newPerson = z.strictObject({
	first_name: nonEmpty.max(64),
	language_code: nonEmpty.exactOptional(),
	username: nonEmpty.exactOptional(),
});
export type NewPerson = z.infer<typeof newPerson>;

/**
 * The body of `POST /people/<id>/messages`. Like Telegram's clients, the server splits a text above 4096 code points
 * into several messages.
 */
export const newMessage = z.strictObject({
	text: z.string(),
	chat,
	thread: id.exactOptional(),
	reply_to: id.exactOptional(),
	/** True to mark the message as forwarded from another person. */
	forward: z.boolean().exactOptional(),
	/** True to write as an anonymous administrator. The message then shows the group as its sender. */
	anonymous: z.boolean().exactOptional(),
});
export type NewMessage = z.infer<typeof newMessage>;

/** The answer to every request that sends messages. A long text that was split has more than one id. */
export interface Sent {
	message_ids: number[];
}

/** The body of `PATCH /people/<id>/messages/<message_id>`, which edits a message. */
export const editMessage = z.strictObject({ text: z.string(), chat });

/**
 * The body of `POST /people/<id>/taps`, which taps a button. If `data` is given, it replaces the button's callback
 * data. Tests use `data` to act as a modified client, which can send any callback data.
 */
export const newTap = z.strictObject({
	message_id: id,
	row: id,
	column: id,
	chat,
	data: z.string().min(1).max(64).exactOptional(),
});
export type Tap = z.infer<typeof newTap>;

/**
 * The answer to a tap. It says what the client must do. The bot's answer to a callback query comes later, as a `toast`
 * event of `GET /people/<id>/stream`.
 */
export interface Tapped {
	kind: ButtonKind;
	/** The id that the bot's `answerCallbackQuery` will name. */
	callback_query_id?: string;
	url?: string;
	copy_text?: string;
	query?: string;
}

/**
 * The body of `POST /people/<id>/start`, which presses START. `payload` is the `start` parameter of a link to the bot.
 */
export const start = z.strictObject({ payload: z.string().exactOptional() });

/** The body of `POST /people/<id>/block`, which blocks or unblocks the bot. */
export const block = z.strictObject({ blocked: z.boolean() });

/**
 * The body of `POST /people/<id>/inline`, which sends an inline query. The request waits for the bot's answer. After
 * ten seconds without an answer, it fails with status 408.
 */
export const inlineQuery = z.strictObject({ query: z.string(), offset: z.string().exactOptional(), chat });
export type InlineQuery = z.infer<typeof inlineQuery>;

export interface InlineResultsView {
	query_id: string;
	results: { title: string; description?: string; thumbnail_url?: string }[];
	next_offset?: string;
	button?: { text: string; start_parameter?: string };
}

/**
 * The body of `POST /people/<id>/inline/choose`, which sends an inline result to a chat. `index` is a position in the
 * results that the person saw last.
 */
export const chooseInline = z.strictObject({ index: id, chat });
export type ChooseInline = z.infer<typeof chooseInline>;

/**
 * There is no schema for `POST /people/<id>/files`, which takes a multipart form. Its fields are `file`, and optionally
 * `caption`, `chat`, `thread`, `reply_to` and `photo=1`.
 */

/** The body of `POST /people/<id>/stickers`, which sends a sticker. The default emoji is 👍. */
export const newSticker = z.strictObject({ emoji: nonEmpty.exactOptional(), chat });

/**
 * The body of `POST /people/<id>/reactions`, which sets the person's reaction. If `emoji` is null, the reaction is
 * removed.
 */
export const newReaction = z.strictObject({ message_id: id, emoji: nonEmpty.nullable(), chat });

/**
 * The body of `POST /people/<id>/forwards`, which forwards a message. `from` is the message's chat, and `to` is the
 * destination. The default of both is the private chat with the bot.
 */
export const newForward = z.strictObject({ message_id: id, from: chat, to: chat });

/** The body of `POST /groups`, which creates a group. The first of `members` is its owner. */
export const newGroup = z.strictObject({
	title: nonEmpty.max(128),
	members: z.array(id).min(1),
	/** True to create a supergroup with topics (a forum). */
	forum: z.boolean().exactOptional(),
	supergroup: z.boolean().exactOptional(),
	/** True to create a channel. Only administrators can post there: the owner, and the bot if it is a member. */
	channel: z.boolean().exactOptional(),
	/** False to create the group without the bot. */
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

/** The answer to requests that change a group. `chat_id` is the id of the group. After `/migrate`, it is the new id. */
export interface GroupChanged {
	chat_id: number;
	thread_id?: number;
}

/**
 * The body of `POST /faults`, which plans a fault (a simulated failure) for later calls of a method. `DELETE /faults`
 * removes all planned faults.
 */
export const fault = z.strictObject({
	/** The name of a Bot API method, or `*` for all methods. */
	method: nonEmpty,
	/** The number of calls that the fault affects. The default is 1. */
	times: z.int().positive().exactOptional(),
	/** How long the call is delayed before it runs, in milliseconds. */
	delay: z.number().nonnegative().exactOptional(),
	/** The HTTP status of the error that the caller gets. The call itself does not run. */
	status: z.int().min(400).max(599).exactOptional(),
	description: nonEmpty.exactOptional(),
	/** The `retry_after` of the error answer in seconds, if `status` is 429. */
	retryAfter: z.int().positive().exactOptional(),
	/** Destroys the connection without an answer, before or after the call has run. */
	cut: z.enum(["before", "after"]).exactOptional(),
});
export type Fault = z.infer<typeof fault>;

/** The body of `POST /faults/redeliver`. Each of the next `count` updates is delivered twice. The default is 1. */
export const redeliver = z.strictObject({ count: z.int().positive().exactOptional() });
