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

/** The body of `POST /people/<id>/messages`. More than 4096 characters become several messages, as in clients. */
export const newMessage = z.strictObject({
	text: z.string(),
	chat,
	thread: id.exactOptional(),
	reply_to: id.exactOptional(),
	/** True to send the text as if forwarded from another person. */
	forward: z.boolean().exactOptional(),
	/** True to write in the group's name, as an anonymous administrator. */
	anonymous: z.boolean().exactOptional(),
});
export type NewMessage = z.infer<typeof newMessage>;

/** The answer to each request that sends something: messages, files, stickers, forwards, start and inline/choose. */
export interface Sent {
	message_ids: number[];
}

/** The body of `PATCH /people/<id>/messages/<message_id>`, which edits a message. */
export const editMessage = z.strictObject({ text: z.string(), chat });

/**
 * The body of `POST /people/<id>/taps`. If present, `data` is sent instead of the button's callback data, as a modified
 * client could do (`CallbackQuery.data`).
 */
export const newTap = z.strictObject({
	message_id: id,
	row: id,
	column: id,
	chat,
	data: z.string().min(1).max(64).exactOptional(),
});
export type Tap = z.infer<typeof newTap>;

/** The answer to a tap. The bot's answer to a `callback` comes later, as a `toast` event on the stream. */
export interface Tapped {
	kind: ButtonKind;
	url?: string;
	copy_text?: string;
	query?: string;
}

/** The body of `POST /people/<id>/start`, which presses Start. `payload` is the parameter of a link to the bot. */
export const start = z.strictObject({ payload: z.string().exactOptional() });

/** The body of `POST /people/<id>/block`, which blocks or unblocks the bot. */
export const block = z.strictObject({ blocked: z.boolean() });

/**
 * The body of `POST /people/<id>/inline`, an inline query. The request returns when the bot has answered, or with 408
 * after ten seconds.
 */
export const inlineQuery = z.strictObject({ query: z.string(), offset: z.string().exactOptional(), chat });
export type InlineQuery = z.infer<typeof inlineQuery>;

export interface InlineResultsView {
	query_id: string;
	results: { title: string; description?: string; thumbnail_url?: string }[];
	next_offset?: string;
	button?: { text: string; start_parameter?: string };
}

/** The body of `POST /people/<id>/inline/choose`, which sends one result of the last answered query to a chat. */
export const chooseInline = z.strictObject({ index: id, chat });
export type ChooseInline = z.infer<typeof chooseInline>;

/** `POST /people/<id>/files` takes a form: `file`, optionally `caption`, `chat`, `thread`, `reply_to`, `photo=1`. */

/** The body of `POST /people/<id>/stickers`, which sends a sticker; by default 👍. */
export const newSticker = z.strictObject({ emoji: nonEmpty.exactOptional(), chat });

/** The body of `POST /people/<id>/reactions`: one emoji, or null to remove the reaction. */
export const newReaction = z.strictObject({ message_id: id, emoji: nonEmpty.nullable(), chat });

/**
 * The body of `POST /people/<id>/forwards`. `from` is the chat of the message and `to` the destination. Each is the
 * private chat with the bot if absent.
 */
export const newForward = z.strictObject({ message_id: id, from: chat, to: chat });

/** The body of `POST /groups`, which creates a group. Its first member owns it. */
export const newGroup = z.strictObject({
	title: nonEmpty.max(128),
	members: z.array(id).min(1),
	/** True to create a supergroup with topics. */
	forum: z.boolean().exactOptional(),
	supergroup: z.boolean().exactOptional(),
	/** True to create a channel. Only its administrators, such as the owner and the bot, post there. */
	channel: z.boolean().exactOptional(),
	/** False to create the group without the bot. */
	with_bot: z.boolean().exactOptional(),
});
export type NewGroup = z.infer<typeof newGroup>;

/** The bodies of other actions in a group: `POST /groups/<id>/bot`, `/members`, `/topics`, `/leave`, `/migrate`. */
export const groupBot = z.strictObject({ person: id, status: z.enum(["administrator", "member", "left", "kicked"]) });
export const newMember = z.strictObject({ person: id, newcomer: id });
export const newTopic = z.strictObject({ person: id, name: nonEmpty.max(128) });
export const actor = z.strictObject({ person: id });

/** The answer to all actions in groups. */
export interface GroupChanged {
	chat_id: number;
	thread_id?: number;
}

/** The body of `POST /faults`, which plans a fault for the next calls of a method. `DELETE` removes all. */
export const fault = z.strictObject({
	/** The name of a Bot API method, or `*` for all. */
	method: nonEmpty,
	/** The number of calls to which the fault applies; default 1. */
	times: z.int().positive().exactOptional(),
	/** The number of milliseconds to wait before the call runs. */
	delay: z.number().nonnegative().exactOptional(),
	/** The HTTP status to answer with instead of running the call. */
	status: z.int().min(400).max(599).exactOptional(),
	description: nonEmpty.exactOptional(),
	/** The answer's `retry_after` in seconds, for status 429. */
	retryAfter: z.int().positive().exactOptional(),
	/** When to destroy the connection: `before` the call runs, or `after` it ran but before the answer. */
	cut: z.enum(["before", "after"]).exactOptional(),
});
export type Fault = z.infer<typeof fault>;

/** The body of `POST /faults/redeliver`: how many of the next updates to deliver twice; default 1. */
export const redeliver = z.strictObject({ count: z.int().positive().exactOptional() });
