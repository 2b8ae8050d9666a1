/**
 * The person's side of the local Telegram, as JSON over HTTP: what a client on a phone would know. Times are Unix
 * seconds unless the name ends in `_ms`; entity offsets are UTF-16 units, as in the Bot API. Every refusal is a
 * `PersonError` with a 4xx status.
 */

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

export type ChatAction =
	| "typing"
	| "upload_photo"
	| "record_video"
	| "upload_video"
	| "record_voice"
	| "upload_voice"
	| "upload_document"
	| "choose_sticker"
	| "find_location"
	| "record_video_note"
	| "upload_video_note";

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

export type EntityType =
	| "mention"
	| "hashtag"
	| "cashtag"
	| "bot_command"
	| "url"
	| "email"
	| "phone_number"
	| "bold"
	| "italic"
	| "underline"
	| "strikethrough"
	| "spoiler"
	| "blockquote"
	| "expandable_blockquote"
	| "code"
	| "pre"
	| "text_link"
	| "text_mention"
	| "custom_emoji"
	| "date_time";

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

/** `GET /calls?after=N`: the bot's calls of the Bot API, oldest first. */
export interface CallsView {
	calls: CallView[];
}

export interface CallView {
	n: number;
	at_ms: number;
	method: string;
	/** As received, with tokens masked and files given by size. */
	params: Record<string, unknown>;
	status: number;
	/** False if Telegram would have refused the call: shown in red. */
	ok: boolean;
	/** True for a fault that a test asked for. */
	fault?: boolean;
	description?: string;
	ms: number;
}

/** `GET /refusals`: refused calls and oddities in others; `DELETE` clears them. */
export interface RefusalsView {
	refusals: RefusalView[];
}

export interface RefusalView {
	/** Number of the call. */
	n: number;
	at_ms: number;
	method: string;
	/** The error description, or the oddity: an unknown method, parameter or field. */
	description: string;
	params: Record<string, unknown>;
}

/** `POST /faults`: faults for the next calls of a method; `DELETE` removes pending ones. */
export interface Fault {
	/** `*` means every method. */
	method: string;
	/** The number of affected calls; default 1. */
	times?: number;
	/** Milliseconds before the call runs. */
	delay?: number;
	/** The status to answer instead of running the call. */
	status?: number;
	description?: string;
	/** Seconds, with status 429. */
	retryAfter?: number;
	/** Destroys the socket before or after the call runs. */
	cut?: "before" | "after";
}

/** `POST /faults/redeliver`: delivers the next updates twice. */
export interface Redeliver {
	count?: number;
}
