import type { Context, MiddlewareFn } from "grammy";
import type { Chat, Document, MaybeInaccessibleMessage, Message, Update, User } from "grammy/types";
import type { Topic } from "../api/scopes.ts";

/** The kinds of update that the bot requests from Telegram, by polling and by webhook. */
export const allowedUpdates = ["message", "edited_message", "callback_query", "my_chat_member"] as const;

export type UpdateKind = (typeof allowedUpdates)[number] | "other";

/** The content of a message. `file` means a document, a photo, a video or an audio file. */
export type MessageContent = "text" | "command" | "file" | "sticker" | "other";

/**
 * The parsed fields of an update. `person`, `chat` and `message` are null in an update of a kind outside
 * `allowedUpdates`.
 */
export interface IncomingUpdate {
	id: number;
	kind: UpdateKind;
	/**
	 * The id of the person or chat that caused the update, from `senderOf`. The rate limit and the queue use it as their
	 * key.
	 */
	sender: number;
	person: User | null;
	chat: Chat | null;
	/** The id of the callback query, which the bot must answer; null for other updates. */
	callbackId: string | null;
	/** The message that the person sent or edited; null for other updates. */
	message: Message | null;
	/** The text or the caption of `message`; "" if it has neither. */
	text: string;
	content: MessageContent;
	/** The document of `message`, or null. */
	file: Document | null;
	/** The name of the sent file, of any kind; "" if it has none. */
	fileName: string;
	/** The topic of the message that was sent, edited or tapped; null outside topics. */
	topic: Topic | null;
}

export type IncomingContext = Context & { incoming: IncomingUpdate };

export function readUpdate(update: Update): IncomingUpdate {
	const { callback_query: callback, my_chat_member: member } = update;
	const message = update.message ?? update.edited_message;
	return {
		id: update.update_id,
		kind: allowedUpdates.find((kind) => kind in update) ?? "other",
		sender: senderOf(update),
		person: (callback ?? message ?? member)?.from ?? null,
		chat: (callback?.message ?? message ?? member)?.chat ?? null,
		callbackId: callback?.id ?? null,
		message: message ?? null,
		text: message?.text ?? message?.caption ?? "",
		content: contentOf(message),
		file: message?.document ?? null,
		fileName: (message?.document ?? message?.video ?? message?.audio)?.file_name ?? "",
		topic: topicOf(callback?.message ?? message),
	};
}

function topicOf(message: MaybeInaccessibleMessage | undefined): Topic | null {
	if (!message || !("is_topic_message" in message) || message.message_thread_id === undefined) return null;
	return { chatId: message.chat.id, id: message.message_thread_id };
}

/** Runs before all other middleware, and stores the parsed update in `ctx.incoming`. */
export const readIncoming: MiddlewareFn<IncomingContext> = async (ctx, next) => {
	ctx.incoming = readUpdate(ctx.update);
	await next();
};

/**
 * Rewrites a command to its plain form: in lower case, and without the name of the bot, which Telegram adds in groups.
 * Turns an edited message with a command into a new message, so that the command runs.
 */
export const plainCommands: MiddlewareFn<IncomingContext> = async (ctx, next) => {
	const message = ctx.update.message ?? ctx.update.edited_message;
	const [written, name] = /^\/(\w+)(?:@\w+)?/.exec(message?.text ?? "") ?? [];
	if (message?.text !== undefined && written !== undefined && name !== undefined) {
		const plain = `/${name.toLowerCase()}`;
		const text = `${plain}${message.text.slice(written.length)}`;
		const entity = { type: "bot_command", offset: 0, length: plain.length } as const;
		ctx.update.message = { ...message, text, entities: [entity] };
		delete ctx.update.edited_message;
		ctx.incoming = readUpdate(ctx.update);
	}
	await next();
};

function contentOf(message: Message | undefined): MessageContent {
	if (message?.sticker) return "sticker";
	if (message?.document || message?.photo || message?.video || message?.audio) return "file";
	if (message?.text === undefined) return "other";
	return message.text.startsWith("/") ? "command" : "text";
}

const senders = ["sender_chat", "from", "user", "chat"] as const;

/**
 * Returns the id of the person who caused an update. If there is none, returns the id of the chat, or else 0. If a
 * person writes in the name of a chat, returns the id of that chat, because Telegram then reports the same placeholder
 * user for everyone.
 */
export function senderOf(update: Update): number {
	for (const each of Object.values(update)) {
		for (const name of senders) {
			const id = fieldOf(fieldOf(each, name), "id");
			if (typeof id === "number") return id;
		}
	}
	return 0;
}

/** Every update passes here, of any kind, so this is written without a schema. */
function fieldOf(value: unknown, name: string): unknown {
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
	// The cast is safe, because the object has this field.
	return (value as Record<string, unknown>)[name];
}
