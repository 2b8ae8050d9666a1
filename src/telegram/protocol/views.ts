import type { ApiMethods, MessageEntity } from "grammy/types";

/** The body of every refusal. */
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
	/** "What can this bot do?": shown in an empty chat, in the person's language. */
	description?: string;
	about?: string;
	/** True if `@username query` in any chat asks the bot. */
	inline: boolean;
}

export type ChatType = "private" | "group" | "supergroup" | "channel";

/** `GET /people` */
export interface PeopleView {
	people: Person[];
	bot: BotView;
}

/** `GET /people/<id>/chats` */
export interface ChatsView {
	chats: ChatSummary[];
}

export interface ChatSummary {
	chat_id: number;
	type: ChatType;
	title: string;
	last_text: string;
	last_date: number;
	/** Messages of others since this person last opened the chat or wrote in it. */
	unread: number;
}

/** `GET /people/<id>/chat?chat=` and the stream's `chat` event; `revision` increases with each change. */
export interface ChatView {
	revision: number;
	chat: { id: number; type: ChatType; title: string; is_forum?: boolean; topics?: TopicView[] };
	person: Person;
	bot: BotView;
	/** False until the person has pressed Start (a bot cannot start a chat). */
	started: boolean;
	blocked: boolean;
	/** True while the bot shows a chat action: for five seconds or until its next message. */
	typing: boolean;
	action?: ChatAction;
	commands: CommandView[];
	menu_button?: { text: string; url: string };
	/** The latest pinned message. */
	pinned_message_id?: number;
	/** The keyboard below the input, from the latest message that set one. */
	reply_keyboard?: ReplyKeyboardView;
	/** The bot asked for a reply to this message (`force_reply`). */
	force_reply?: { message_id: number; placeholder?: string };
	/** The latest 300, oldest first. */
	messages: MessageView[];
	/** The last ten, newest last. */
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
	/** `person` is the reader, `other` any third person. */
	from: "person" | "bot" | "other";
	sender: { id: number; first_name: string };
	date: number;
	edit_date?: number;
	text?: string;
	caption?: string;
	/** Entities of the text or the caption. */
	entities: EntityView[];
	document?: { file_id: string; file_name: string; mime_type: string; file_size: number };
	photo?: { file_id: string; width: number; height: number };
	sticker?: { emoji: string };
	/** A service message: "Anna created the group". */
	service?: string;
	keyboard?: ButtonView[][];
	reply_to?: { message_id: number; text: string };
	/** Everyone's reactions, as emoji. */
	reactions?: string[];
	via_bot?: boolean;
	forwarded?: boolean;
	protected?: boolean;
	/** The card below the text, if the bot asked for one or a link allows it. */
	link_preview?: { url: string; above_text?: boolean };
}

export type EntityType = MessageEntity["type"];

/** Telegram's shape of a message entity. */
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

/** The effect of a tap. Callback data is never exposed: a person can tap only existing buttons. */
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
	/** Inserted into the input after the bot's name. */
	query?: string;
	style?: "primary" | "success" | "danger";
	/** True if the person tapped it and the bot has not answered yet. */
	waiting?: boolean;
}

export interface ReplyKeyboardView {
	rows: { text: string; style?: "primary" | "success" | "danger" }[][];
	placeholder?: string;
	one_time?: boolean;
}

/** The answer to a tap (also the stream's `toast` event). */
export interface ToastView {
	text: string;
	/** True for a dialog that must be closed, false for a line that fades. */
	alert: boolean;
	at_ms: number;
	/** A page to open. */
	url?: string;
	/** The message whose button was tapped. */
	message_id?: number;
}
