import type { ApiMethods, MessageEntity } from "grammy/types";

/** The body of the answer to every refused request. */
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
	/**
	 * The text under "What can this bot do?" in an empty chat. It is in the person's language if the bot has set a text
	 * for that language.
	 */
	description?: string;
	about?: string;
	/** The URL of the bot's picture. Without a picture, the page shows the bot's initials. */
	picture?: string;
	/** True if inline mode is enabled. In any chat, the text `@username query` then sends the bot an inline query. */
	inline: boolean;
}

export type ChatType = "private" | "group" | "supergroup" | "channel";

/** The answer to `GET /people`. */
export interface PeopleView {
	people: Person[];
	bot: BotView;
}

/** The answer to `GET /people/<id>/chats`. */
export interface ChatsView {
	chats: ChatSummary[];
}

export interface ChatSummary {
	chat_id: number;
	type: ChatType;
	title: string;
	last_text: string;
	last_date: number;
	/** The number of messages from others that the person has not seen yet. */
	unread: number;
}

/**
 * The answer to `GET /people/<id>/chat?chat=`. It is also the data of the `chat` events of `/people/<id>/stream`. If
 * two views differ in `revision`, the one with the higher number is newer.
 */
export interface ChatView {
	revision: number;
	chat: { id: number; type: ChatType; title: string; is_forum?: boolean; topics?: TopicView[] };
	person: Person;
	bot: BotView;
	/** True once the person has sent a message. Until then, the bot cannot write. Always true in a group. */
	started: boolean;
	blocked: boolean;
	/**
	 * True while the chat shows an action of the bot ("typing…"). The action ends after five seconds, or when the bot
	 * sends a message.
	 */
	typing: boolean;
	action?: ChatAction;
	commands: CommandView[];
	menu_button?: { text: string; url: string };
	/** The id of the newest pinned message. */
	pinned_message_id?: number;
	/** The bot's keyboard below the text field. Absent if a later message removed it. */
	reply_keyboard?: ReplyKeyboardView;
	/** The message to which the bot wants a reply (`force_reply`). Absent after the person has written a message. */
	force_reply?: { message_id: number; placeholder?: string };
	/** The latest 300 messages of the chat, oldest first. */
	messages: MessageView[];
	/** The bot's answers to taps in this chat, oldest first. The server keeps the last ten answers for each person. */
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
	/** The sender: the person for whom this view is made (`person`), the bot, or another person (`other`). */
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
	/** The text of a service message, such as "Anna left the group". Absent for other messages. */
	service?: string;
	keyboard?: ButtonView[][];
	reply_to?: { message_id: number; text: string };
	/** The emoji of all reactions, from all people and the bot. */
	reactions?: string[];
	via_bot?: boolean;
	forwarded?: boolean;
	protected?: boolean;
	/** The link whose preview card is shown. Absent if the message has no card. */
	link_preview?: { url: string; above_text?: boolean };
}

export type EntityType = MessageEntity["type"];

/** A formatted part of a text. The fields have the names of the Bot API's `MessageEntity`. */
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

/** What a tap on the button does. */
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
	/** The text that the button inserts after the bot's name in the text field. */
	query?: string;
	style?: "primary" | "success" | "danger";
	/** True if this person has tapped the button and the bot has not answered yet. */
	waiting?: boolean;
}

export interface ReplyKeyboardView {
	rows: { text: string; style?: "primary" | "success" | "danger" }[][];
	placeholder?: string;
	one_time?: boolean;
}

/** The bot's answer to a tap. It is also the data of the `toast` events of `/people/<id>/stream`. */
export interface ToastView {
	text: string;
	/** True if the text is shown in a dialog that the person must close. Otherwise, it disappears after a few seconds. */
	alert: boolean;
	at_ms: number;
	/** The URL of a page that the client must open. */
	url?: string;
	/** The id of the message whose button was tapped. */
	message_id?: number;
}
