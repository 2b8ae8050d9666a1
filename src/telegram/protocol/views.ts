import type { ApiMethods, MessageEntity } from "grammy/types";

/** The body of every refused request. */
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
	/** The text under "What can this bot do?" in an empty chat, in the person's language. */
	description?: string;
	about?: string;
	/** The address of the bot's picture. Without one, the page shows the bot's initials. */
	picture?: string;
	/** True if the bot is in inline mode: the text `@username query` in any chat sends it a query. */
	inline: boolean;
}

export type ChatType = "private" | "group" | "supergroup" | "channel";

/** The answer of `GET /people`. */
export interface PeopleView {
	people: Person[];
	bot: BotView;
}

/** The answer of `GET /people/<id>/chats`. */
export interface ChatsView {
	chats: ChatSummary[];
}

export interface ChatSummary {
	chat_id: number;
	type: ChatType;
	title: string;
	last_text: string;
	last_date: number;
	/** The number of messages by others that this person has not seen. */
	unread: number;
}

/** The answer of `GET /people/<id>/chat?chat=`, and the `chat` event. A view with a higher `revision` is newer. */
export interface ChatView {
	revision: number;
	chat: { id: number; type: ChatType; title: string; is_forum?: boolean; topics?: TopicView[] };
	person: Person;
	bot: BotView;
	/** False until the person has pressed Start, because a bot cannot start a chat. */
	started: boolean;
	blocked: boolean;
	/** True for five seconds after a chat action of the bot, or until its next message. */
	typing: boolean;
	action?: ChatAction;
	commands: CommandView[];
	menu_button?: { text: string; url: string };
	/** The id of the latest pinned message. */
	pinned_message_id?: number;
	/** The keyboard below the input, unless a later message removed it. */
	reply_keyboard?: ReplyKeyboardView;
	/** The message to which the bot asked for a reply (`force_reply`). */
	force_reply?: { message_id: number; placeholder?: string };
	/** The latest 300 messages, oldest first. */
	messages: MessageView[];
	/** The last ten answers to taps, newest last. */
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
	/** The sender: the person who reads (`person`), the bot, or another person (`other`). */
	from: "person" | "bot" | "other";
	sender: { id: number; first_name: string };
	date: number;
	edit_date?: number;
	text?: string;
	caption?: string;
	/** The entities of the text or, in a file, of the caption. */
	entities: EntityView[];
	document?: { file_id: string; file_name: string; mime_type: string; file_size: number };
	photo?: { file_id: string; width: number; height: number };
	sticker?: { emoji: string };
	/** The text of a service message, such as "Anna left the group". */
	service?: string;
	keyboard?: ButtonView[][];
	reply_to?: { message_id: number; text: string };
	/** The reactions of all people, as emoji. */
	reactions?: string[];
	via_bot?: boolean;
	forwarded?: boolean;
	protected?: boolean;
	/** The preview card of a link; absent if the message shows none. */
	link_preview?: { url: string; above_text?: boolean };
}

export type EntityType = MessageEntity["type"];

/** A formatted part of a text, with the Bot API's field names. */
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

/** The effect of a tap on a button. Views contain no callback data: a person can tap only existing buttons. */
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
	/** The text to insert into the input after the bot's name. */
	query?: string;
	style?: "primary" | "success" | "danger";
	/** True if the bot has not answered this person's tap yet. */
	waiting?: boolean;
}

export interface ReplyKeyboardView {
	rows: { text: string; style?: "primary" | "success" | "danger" }[][];
	placeholder?: string;
	one_time?: boolean;
}

/** The bot's answer to a tap, and the stream's `toast` event. */
export interface ToastView {
	text: string;
	/** True for a dialog that the person must close, false for a text that disappears. */
	alert: boolean;
	at_ms: number;
	/** The address of a page to open. */
	url?: string;
	/** The message whose button was tapped. */
	message_id?: number;
}
