import type { LinkPreviewOptions } from "grammy/types";
import type { CommandView, Person } from "../protocol.ts";
import type { Entity } from "../rules/entities.ts";
import type { ReplyMarkup } from "../rules/reply-markup.ts";
import type { UpdateType } from "../rules/updates.ts";

/** The private chat with the bot has the same id as the person. */
export interface PersonRow extends Person {
	started: boolean;
	blocked: boolean;
}

export type MemberStatus = "creator" | "administrator" | "member";
export type BotStatus = "administrator" | "member" | "left" | "kicked";

/** Private chats have no row here: `PersonRow` represents them. */
export interface GroupRow {
	id: number;
	type: "group" | "supergroup" | "channel";
	title: string;
	isForum: boolean;
	members: Record<string, MemberStatus>;
	bot: BotStatus;
	topics: Record<string, string>;
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
	sender: number;
	/** Posts in a channel and messages of anonymous administrators show the chat as their sender. */
	asChat?: true;
	date: number;
	edited?: number;
	content: Content;
	markup?: ReplyMarkup;
	replyTo?: number;
	/** `sender` is an id, or the name of a person who hides their account. */
	forwardedFrom?: { sender: number | string; date: number };
	/** A person chose an inline result of the bot. */
	viaBot?: true;
	inlineId?: string;
	isProtected?: true;
	isPinned?: true;
	/** The key is the id of the person or bot that set them. */
	reactions?: Record<string, string[]>;
}

export interface FileRow {
	id: string;
	uniqueId: string;
	name: string;
	mimeType: string;
	size: number;
	path: string;
	width?: number;
	height?: number;
}

/** Exists until the bot answers the tap. */
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
	/** The type and the id of a chat or a person. The updates of one queue are delivered in order. */
	queue: string;
	/** In the Bot API's `Update` object, the field named by `type` has this value. */
	payload: unknown;
	/** Milliseconds since 1970. */
	expires: number;
	failures: number;
	/** Milliseconds since 1970. */
	notBefore: number;
	/** A test wants this update to be delivered twice. */
	repeat?: true;
}

export interface WebhookRow {
	url: string;
	secret: string;
	maxConnections: number;
	lastErrorDate?: number;
	lastErrorMessage?: string;
}

/** The default language is an empty string. */
export interface CommandsRow {
	scope: string;
	language: string;
	commands: CommandView[];
}

/** The last message that a person has seen. */
export interface ReadRow {
	person: number;
	chat: number;
	last: number;
}
