import type { ApiMethods, MessageEntity } from "grammy/types";

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

export type ChatType = "private" | "group" | "supergroup" | "channel";

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

export interface TopicView {
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
