import { z } from "zod";
import type { ButtonKind } from "./views.ts";

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
