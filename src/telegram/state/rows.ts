import type { LinkPreviewOptions } from "grammy/types";
import type { CommandView, Person } from "../protocol.ts";
import type { Entity } from "../rules/entity.ts";
import type { ReplyMarkup } from "../rules/reply-markup.ts";
import type { UpdateType } from "../rules/update-types.ts";

/** A person and their relation to the bot. The private chat with the bot has the person's id. */
export interface PersonRow extends Person {
	started: boolean;
	blocked: boolean;
}

export type MemberStatus = "creator" | "administrator" | "member";
export type BotStatus = "administrator" | "member" | "left" | "kicked";

/** A group, a supergroup or a channel; private chats have no row. */
export interface GroupRow {
	id: number;
	type: "group" | "supergroup" | "channel";
	title: string;
	isForum: boolean;
	members: Record<string, MemberStatus>;
	bot: BotStatus;
	topics: Record<string, string>;
	/** The id of the supergroup that a basic group became. */
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
	/** A person's id, or the bot's. */
	sender: number;
	/** Sent in the chat's name: a channel post, or by an anonymous administrator. */
	asChat?: true;
	date: number;
	edited?: number;
	content: Content;
	markup?: ReplyMarkup;
	replyTo?: number;
	/** The original sender: a person's id, the bot's, or an unknown name. */
	forwardedFrom?: { sender: number | string; date: number };
	/** Sent in inline mode, through the bot. */
	viaBot?: true;
	inlineId?: string;
	isProtected?: true;
	isPinned?: true;
	/** Emoji, keyed by the id of the person who set them. */
	reactions?: Record<string, string[]>;
}

export interface FileRow {
	id: string;
	uniqueId: string;
	name: string;
	mimeType: string;
	size: number;
	/** The path that `getFile` returns. */
	path: string;
	width?: number;
	height?: number;
}

/** A tap that the bot may answer. */
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
	/** Updates of one queue are delivered in order. */
	queue: string;
	/** The value of the field named after its type. */
	payload: unknown;
	/** Milliseconds. */
	expires: number;
	failures: number;
	/** Earliest delivery, in milliseconds. */
	notBefore: number;
	/** Deliver again after it was taken: a fault that a test asked for. */
	repeat?: true;
}

export interface WebhookRow {
	url: string;
	secret: string;
	maxConnections: number;
	lastErrorDate?: number;
	lastErrorMessage?: string;
}

/** Per-language values; the key `""` is the default. */
export interface CommandsRow {
	scope: string;
	language: string;
	commands: CommandView[];
}

/** The messages of a chat that a person has seen. */
export interface ReadRow {
	person: number;
	chat: number;
	last: number;
}
