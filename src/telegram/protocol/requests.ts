import { z } from "zod";
import type { ButtonKind } from "./views.ts";

const id = z.int();
const chat = id.exactOptional();
const nonEmpty = z.string().min(1);

/** `POST /people` */
export const newPerson = z.strictObject({
	first_name: nonEmpty.max(64),
	language_code: nonEmpty.exactOptional(),
	username: nonEmpty.exactOptional(),
});
export type NewPerson = z.infer<typeof newPerson>;

/** `POST /people/<id>/messages`: more than 4096 characters become several messages, as in clients. */
export const newMessage = z.strictObject({
	text: z.string(),
	chat,
	thread: id.exactOptional(),
	reply_to: id.exactOptional(),
	/** Sent as if forwarded from another person. */
	forward: z.boolean().exactOptional(),
	/** The person writes as an administrator in the group's name. */
	anonymous: z.boolean().exactOptional(),
});
export type NewMessage = z.infer<typeof newMessage>;

/** The answer to all sending requests: `POST` of messages, files, stickers, start, inline/choose. */
export interface Sent {
	message_ids: number[];
}

/** `PATCH /people/<id>/messages/<message_id>` */
export const editMessage = z.strictObject({ text: z.string(), chat });

/** `POST /people/<id>/taps`; `data` is what a modified client sends instead of the button's (`CallbackQuery.data`). */
export const newTap = z.strictObject({
	message_id: id,
	row: id,
	column: id,
	chat,
	data: z.string().min(1).max(64).exactOptional(),
});
export type Tap = z.infer<typeof newTap>;

/** The answer to a tap. The bot answers a `callback` later, as a toast on the stream. */
export interface Tapped {
	kind: ButtonKind;
	url?: string;
	copy_text?: string;
	query?: string;
}

/** `POST /people/<id>/start` */
export const start = z.strictObject({ payload: z.string().exactOptional() });

/** `POST /people/<id>/block` */
export const block = z.strictObject({ blocked: z.boolean() });

/** `POST /people/<id>/inline`; returns when the bot has answered, or 408 after ten seconds. */
export const inlineQuery = z.strictObject({ query: z.string(), offset: z.string().exactOptional(), chat });
export type InlineQuery = z.infer<typeof inlineQuery>;

export interface InlineResultsView {
	query_id: string;
	results: { title: string; description?: string; thumbnail_url?: string }[];
	next_offset?: string;
	button?: { text: string; start_parameter?: string };
}

/** `POST /people/<id>/inline/choose`: sends a result of the last answered query to a chat. */
export const chooseInline = z.strictObject({ index: id, chat });
export type ChooseInline = z.infer<typeof chooseInline>;

/** `POST /people/<id>/files`: a form with `file`, and optionally `caption`, `chat`, `thread`, `reply_to`, `photo=1`. */

/** `POST /people/<id>/stickers` */
export const newSticker = z.strictObject({ emoji: nonEmpty.exactOptional(), chat });

/** `POST /people/<id>/reactions`: one emoji, or null to remove it. */
export const newReaction = z.strictObject({ message_id: id, emoji: nonEmpty.nullable(), chat });

/**
 * `POST /people/<id>/forwards`. `from` and `to` are the chats of the message and the destination; the default is the
 * private chat with the bot.
 */
export const newForward = z.strictObject({ message_id: id, from: chat, to: chat });

/** `POST /groups`. The first member owns the group. */
export const newGroup = z.strictObject({
	title: nonEmpty.max(128),
	members: z.array(id).min(1),
	/** Creates a supergroup with topics. */
	forum: z.boolean().exactOptional(),
	supergroup: z.boolean().exactOptional(),
	/** Only its administrators, one of which is the bot, post in it, in the channel's name. */
	channel: z.boolean().exactOptional(),
	/** The bot is a member from the start unless false. */
	with_bot: z.boolean().exactOptional(),
});
export type NewGroup = z.infer<typeof newGroup>;

/** A member's other actions: `POST /groups/<id>/bot`, `/members`, `/topics`, and `/leave` or `/migrate`. */
export const groupBot = z.strictObject({ person: id, status: z.enum(["administrator", "member", "left", "kicked"]) });
export const newMember = z.strictObject({ person: id, newcomer: id });
export const newTopic = z.strictObject({ person: id, name: nonEmpty.max(128) });
export const actor = z.strictObject({ person: id });

/** The answer to actions in groups. */
export interface GroupChanged {
	chat_id: number;
	thread_id?: number;
}

/** `POST /faults`: faults for the next calls of a method; `DELETE` removes pending ones. */
export const fault = z.strictObject({
	/** `*` means every method. */
	method: nonEmpty,
	/** The number of affected calls; default 1. */
	times: z.int().positive().exactOptional(),
	/** Milliseconds before the call runs. */
	delay: z.number().nonnegative().exactOptional(),
	/** The status to answer instead of running the call. */
	status: z.int().min(400).max(599).exactOptional(),
	description: nonEmpty.exactOptional(),
	/** Seconds, with status 429. */
	retryAfter: z.int().positive().exactOptional(),
	/** Destroys the socket before or after the call runs. */
	cut: z.enum(["before", "after"]).exactOptional(),
});
export type Fault = z.infer<typeof fault>;

/** `POST /faults/redeliver`: delivers the next updates twice. */
export const redeliver = z.strictObject({ count: z.int().positive().exactOptional() });
