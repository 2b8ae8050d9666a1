import type { LinkPreviewOptions } from "grammy/types";
import type { CommandView, Person } from "../protocol.ts";
import type { Entity } from "../rules/entity.ts";
import type { ReplyMarkup } from "../rules/reply-markup.ts";
import type { UpdateType } from "../rules/update-types.ts";

/** A person. `started` and `blocked` refer to the bot. The person's private chat with the bot has the same id. */
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
	/** The id of the supergroup that this basic group became. */
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
	/** The id of a person or of the bot. */
	sender: number;
	/** Set if the message appears in the chat's name: a channel post, or one by an anonymous administrator. */
	asChat?: true;
	date: number;
	edited?: number;
	content: Content;
	markup?: ReplyMarkup;
	replyTo?: number;
	/** The origin of a forwarded message. `sender` is the id of a person or the bot. It is a name if the id is hidden. */
	forwardedFrom?: { sender: number | string; date: number };
	/** Set if a person sent the message through the bot in inline mode. */
	viaBot?: true;
	inlineId?: string;
	isProtected?: true;
	isPinned?: true;
	/** The emoji of each reaction, keyed by the id of the person or bot who set it. */
	reactions?: Record<string, string[]>;
}

export interface FileRow {
	id: string;
	uniqueId: string;
	name: string;
	mimeType: string;
	size: number;
	/** The path that `getFile` returns for downloading the file. */
	path: string;
	width?: number;
	height?: number;
}

/** A tap on a callback button that the bot has not answered. */
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
	/** The name of the update's queue. Updates of one queue are delivered in order. */
	queue: string;
	/** The content of the update: the value of the field that is named after its type. */
	payload: unknown;
	/** The time at which an undelivered update is dropped, in milliseconds since 1970. */
	expires: number;
	failures: number;
	/** The earliest time of the next delivery, in milliseconds since 1970. */
	notBefore: number;
	/** Set if a planned fault delivers the update twice. */
	repeat?: true;
}

export interface WebhookRow {
	url: string;
	secret: string;
	maxConnections: number;
	lastErrorDate?: number;
	lastErrorMessage?: string;
}

/** The bot's commands for one scope and language. The language `""` is the default. */
export interface CommandsRow {
	scope: string;
	language: string;
	commands: CommandView[];
}

/** The last message of a chat that a person has seen. */
export interface ReadRow {
	person: number;
	chat: number;
	last: number;
}
