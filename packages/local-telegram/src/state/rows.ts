import type { LinkPreviewOptions } from "grammy/types";
import type { CommandView, Person } from "../protocol.ts";
import type { Entity } from "../rules/entity.ts";
import type { ReplyMarkup } from "../rules/reply-markup.ts";
import type { UpdateType } from "../rules/update-types.ts";

/**
 * A person. `started` is true once the person has started the bot. `blocked` is true while the person blocks the bot.
 * The private chat with the bot has the same id as the person.
 */
export interface PersonRow extends Person {
	started: boolean;
	blocked: boolean;
}

export type MemberStatus = "creator" | "administrator" | "member";
export type BotStatus = "administrator" | "member" | "left" | "kicked";

/** A group, a supergroup or a channel. Private chats have no row here: `PersonRow` represents them. */
export interface GroupRow {
	id: number;
	type: "group" | "supergroup" | "channel";
	title: string;
	isForum: boolean;
	members: Record<string, MemberStatus>;
	bot: BotStatus;
	topics: Record<string, string>;
	/** The id of the supergroup into which this basic group was converted. */
	migratedTo?: number;
}

export type Service =
	| { type: "group_created" }
	| { type: "members_added"; members: number[] }
	| { type: "member_left"; member: number }
	| { type: "migrated_to"; chat: number }
	| { type: "migrated_from"; chat: number }
	| { type: "topic_created"; name: string }
	| { type: "pinned"; message: number };

export type Content =
	| { type: "text"; text: string; entities: Entity[]; preview?: LinkPreviewOptions }
	| { type: "document"; file: string; text: string; entities: Entity[] }
	| { type: "photo"; file: string; text: string; entities: Entity[] }
	| { type: "sticker"; file: string; emoji: string }
	| { type: "service"; service: Service };

export interface MessageRow {
	chat: number;
	id: number;
	thread?: number;
	/** The id of the person or bot that sent the message. */
	sender: number;
	/**
	 * Set if the message shows the chat as its sender. This applies to posts in a channel and to messages of anonymous
	 * administrators.
	 */
	asChat?: true;
	date: number;
	edited?: number;
	content: Content;
	markup?: ReplyMarkup;
	replyTo?: number;
	/**
	 * The origin of a forwarded message. `sender` is the id of the person or bot that wrote it. For a person who hides
	 * their account, `sender` is the name.
	 */
	forwardedFrom?: { sender: number | string; date: number };
	/** Set if a person sent the message by choosing an inline result of the bot. */
	viaBot?: true;
	inlineId?: string;
	isProtected?: true;
	isPinned?: true;
	/** The emoji of the reactions. The key is the id of the person or bot that set them. */
	reactions?: Record<string, string[]>;
}

export interface FileRow {
	id: string;
	uniqueId: string;
	name: string;
	mimeType: string;
	size: number;
	/** The path that `getFile` returns. The bot downloads the file from this path. */
	path: string;
	width?: number;
	height?: number;
}

/** A tap on a callback button. The row exists until the bot answers the tap. */
export interface TapRow {
	id: string;
	person: number;
	chat: number;
	message: number;
	row: number;
	column: number;
	at: number;
}

export interface UpdateRow {
	id: number;
	type: UpdateType;
	/**
	 * The name of the update's queue, which consists of the update's type and the id of a chat or a person. The updates
	 * of one queue are delivered in order.
	 */
	queue: string;
	/**
	 * The content of the update, such as a `Message` object. In the Bot API's `Update` object, the field named by `type`
	 * has this value.
	 */
	payload: unknown;
	/** When an undelivered update is dropped, in milliseconds since 1970. */
	expires: number;
	failures: number;
	/** The earliest time of the next attempt to deliver the update, in milliseconds since 1970. */
	notBefore: number;
	/** Set if a test requested that this update is delivered twice. */
	repeat?: true;
}

export interface WebhookRow {
	url: string;
	secret: string;
	maxConnections: number;
	lastErrorDate?: number;
	lastErrorMessage?: string;
}

/** The bot's commands for one scope and one language. The default language is an empty string. */
export interface CommandsRow {
	scope: string;
	language: string;
	commands: CommandView[];
}

/** The id of the last message in a chat that a person has seen. */
export interface ReadRow {
	person: number;
	chat: number;
	last: number;
}
