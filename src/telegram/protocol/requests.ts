import type { ButtonKind } from "./views.ts";

/** `POST /people` */
export interface NewPerson {
	first_name: string;
	language_code?: string;
	username?: string;
}

/** `POST /people/<id>/messages`: more than 4096 characters become several messages, as in clients. */
export interface NewMessage {
	text: string;
	chat?: number;
	thread?: number;
	reply_to?: number;
	/** Sent as if forwarded from another person. */
	forward?: boolean;
	/** The person writes as an administrator in the group's name. */
	anonymous?: boolean;
}

/** The answer to all sending requests: `POST` of messages, files, stickers, start, inline/choose. */
export interface Sent {
	message_ids: number[];
}

/** `PATCH /people/<id>/messages/<message_id>` */
export interface EditMessage {
	text: string;
	chat?: number;
}

/** `POST /people/<id>/taps` */
export interface Tap {
	message_id: number;
	row: number;
	column: number;
	chat?: number;
	/** The data that a modified client sends instead of the button's (Bot API, `CallbackQuery.data`). */
	data?: string;
}

/** The answer to a tap. The bot answers a `callback` later, as a toast on the stream. */
export interface Tapped {
	kind: ButtonKind;
	url?: string;
	copy_text?: string;
	query?: string;
}

/** `POST /people/<id>/start` */
export interface Start {
	payload?: string;
}

/** `POST /people/<id>/block` */
export interface Block {
	blocked: boolean;
}

/** `POST /people/<id>/inline`; returns when the bot has answered, or 408 after ten seconds. */
export interface InlineQuery {
	query: string;
	offset?: string;
	chat?: number;
}

export interface InlineResultsView {
	query_id: string;
	results: { title: string; description?: string; thumbnail_url?: string }[];
	next_offset?: string;
	button?: { text: string; start_parameter?: string };
}

/** `POST /people/<id>/inline/choose`: sends a result of the last answered query to a chat. */
export interface ChooseInline {
	index: number;
	chat?: number;
}

/** `POST /people/<id>/files`: a form with `file`, and optionally `caption`, `chat`, `thread`, `reply_to`, `photo=1`. */

/** `POST /people/<id>/stickers` */
export interface NewSticker {
	emoji?: string;
	chat?: number;
}

/** `POST /people/<id>/reactions`: one emoji, or null to remove it. */
export interface NewReaction {
	message_id: number;
	emoji: string | null;
	chat?: number;
}

/** `POST /people/<id>/forwards` */
export interface NewForward {
	message_id: number;
	/** The chats of the message and the destination; the default is the private chat with the bot. */
	from?: number;
	to?: number;
}

/** `POST /groups` */
export interface NewGroup {
	title: string;
	/** Person ids; the first one owns the group. */
	members: number[];
	/** Creates a supergroup with topics. */
	forum?: boolean;
	supergroup?: boolean;
	/** Only its administrators, one of which is the bot, post in it, in the channel's name. */
	channel?: boolean;
	/** The bot is a member from the start unless false. */
	with_bot?: boolean;
}

/**
 * A member's other group actions: `POST /groups/<id>/bot {person, status}`, `/members {person, newcomer}`, `/leave
 * {person}`, `/topics {person, name}`, `/migrate {person}`.
 */
export interface GroupChanged {
	chat_id: number;
	thread_id?: number;
}
