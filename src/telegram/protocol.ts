/**
 * The person's side of the local Telegram, as JSON over HTTP: what a client on a phone would know.
 * Times are Unix seconds except where a name ends in `_ms`; offsets of entities are UTF-16 units, as in the Bot API.
 * Every refusal is a `PersonError` with a status of 4xx.
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
	/** True where `@username query` in any chat asks the bot. */
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
	/** Messages of others since this person last looked at the chat or wrote in it. */
	unread: number;
}

/** `GET /people/<id>/chat?chat=` and the event `chat` of the stream; `revision` rises with each change. */
export interface ChatView {
	revision: number;
	chat: { id: number; type: ChatType; title: string; is_forum?: boolean; topics?: TopicView[] };
	person: Person;
	bot: BotView;
	/** False until the person has pressed Start (a bot cannot begin a chat). */
	started: boolean;
	blocked: boolean;
	/** True while the bot shows any action, for five seconds or until its next message. */
	typing: boolean;
	action?: ChatAction;
	commands: CommandView[];
	menu_button?: { text: string; url: string };
	/** The newest pinned message. */
	pinned_message_id?: number;
	/** The keyboard below the input: that of the newest message which set one. */
	reply_keyboard?: ReplyKeyboardView;
	/** The bot asked for an answer to this message (`force_reply`). */
	force_reply?: { message_id: number; placeholder?: string };
	/** Oldest first, the newest 300. */
	messages: MessageView[];
	/** Newest last; the last ten. */
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
	/** `person` is the reader, `other` any third one. */
	from: "person" | "bot" | "other";
	sender: { id: number; first_name: string };
	date: number;
	edit_date?: number;
	text?: string;
	caption?: string;
	/** Of the text or of the caption. */
	entities: EntityView[];
	document?: { file_id: string; file_name: string; mime_type: string; file_size: number };
	photo?: { file_id: string; width: number; height: number };
	sticker?: { emoji: string };
	/** A line of the chat itself: "Anna created the group". */
	service?: string;
	keyboard?: ButtonView[][];
	reply_to?: { message_id: number; text: string };
	/** Reactions by anyone, as emoji. */
	reactions?: string[];
	via_bot?: boolean;
	forwarded?: boolean;
	protected?: boolean;
	/** The card below the text, where the bot asked for one or a link allows it. */
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

/** What happens at a tap. The data of a callback is never shown: nobody can press what is not there. */
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
	/** What is put into the input after the bot's name. */
	query?: string;
	style?: "primary" | "success" | "danger";
	/** The person tapped it and the bot has not answered yet. */
	waiting?: boolean;
}

export interface ReplyKeyboardView {
	rows: { text: string; style?: "primary" | "success" | "danger" }[][];
	placeholder?: string;
	one_time?: boolean;
}

/** The answer to a tap (also the event `toast` of the stream). */
export interface ToastView {
	text: string;
	/** A box that must be closed, rather than a line that fades. */
	alert: boolean;
	at_ms: number;
	/** A page that opens. */
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

/** `POST /people/<id>/messages`: more than 4096 characters become several messages, as clients do. */
export interface NewMessage {
	text: string;
	chat?: number;
	thread?: number;
	reply_to?: number;
	/** Sent as if forwarded from somebody else. */
	forward?: boolean;
	/** By an administrator in the name of the group. */
	anonymous?: boolean;
}

/** Answer to everything that sends: `POST` of messages, files, stickers, start, inline/choose. */
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
	/** What a client of somebody's own making sends instead of what the button holds (Bot API, `CallbackQuery.data`). */
	data?: string;
}

/** Answer to a tap. A `callback` is answered by the bot later, on the stream, as a toast. */
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

/** `POST /people/<id>/inline`; answered when the bot has answered, or with 408 after ten seconds. */
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

/** `POST /people/<id>/inline/choose`: sends the result of the last answered query into a chat. */
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

/** `POST /people/<id>/reactions`: one emoji, or null to take it back. */
export interface NewReaction {
	message_id: number;
	emoji: string | null;
	chat?: number;
}

/** `POST /people/<id>/forwards` */
export interface NewForward {
	message_id: number;
	/** Where the message is, and where it goes; the private chat with the bot unless said. */
	from?: number;
	to?: number;
}

/** `POST /groups` */
export interface NewGroup {
	title: string;
	/** Person ids; the first one owns the group. */
	members: number[];
	/** Makes a supergroup with topics. */
	forum?: boolean;
	supergroup?: boolean;
	/** Only its administrators post, in the name of the channel; the bot is one of them. */
	channel?: boolean;
	/** The bot is a member from the start unless false. */
	with_bot?: boolean;
}

/**
 * What else a member can do with a group: `POST /groups/<id>/bot {person, status}`, `/members {person, newcomer}`,
 * `/leave {person}`, `/topics {person, name}`, `/migrate {person}`.
 */
export interface GroupChanged {
	chat_id: number;
	thread_id?: number;
}

/** `GET /calls?after=N`: what the bot asked of the Bot API, oldest first. */
export interface CallsView {
	calls: CallView[];
}

export interface CallView {
	n: number;
	at_ms: number;
	method: string;
	/** As received, a token inside masked, bytes of files told by their size. */
	params: Record<string, unknown>;
	status: number;
	/** False where Telegram would have refused it: shown in red. */
	ok: boolean;
	/** A test asked for this trouble. */
	fault?: boolean;
	description?: string;
	ms: number;
}

/** `GET /refusals`: calls that were refused, and odd things about others; `DELETE` forgets them. */
export interface RefusalsView {
	refusals: RefusalView[];
}

export interface RefusalView {
	/** Number of the call. */
	n: number;
	at_ms: number;
	method: string;
	/** What was answered, or what is odd: an unknown method, parameter or field. */
	description: string;
	params: Record<string, unknown>;
}

/** `POST /faults`: trouble with the next calls of a method; `DELETE` takes back what has not happened yet. */
export interface Fault {
	/** `*` is every method. */
	method: string;
	/** How many calls it meets; once unless said. */
	times?: number;
	/** Milliseconds before the call is carried out. */
	delay?: number;
	/** Answered instead of carrying out the call. */
	status?: number;
	description?: string;
	/** Seconds, with status 429. */
	retryAfter?: number;
	/** The socket is cut: before the call is carried out, or after it. */
	cut?: "before" | "after";
}

/** `POST /faults/redeliver`: the next updates reach the bot twice. */
export interface Redeliver {
	count?: number;
}
