import type { Message } from "grammy/types";
import { chatId, openChat, openThread } from "../access.ts";
import { keepFile } from "../files.ts";
import { post } from "../messages.ts";
import type { ChatRow } from "../objects/chat.ts";
import { messageObject } from "../objects/message.ts";
import { fields } from "../rules/fields.ts";
import { badRequest, tooManyRequests } from "../rules/refusal.ts";
import { replyMarkup } from "../rules/reply-markup.ts";
import { captionText } from "../rules/text.ts";
import type { Content, MessageRow } from "../state/rows.ts";
import type { Context } from "./method.ts";
import { flag, ignored, messageId, object, text, type UploadedFile, type Values } from "./params.ts";

export const sendingParams = {
	chat_id: text,
	message_thread_id: messageId,
	reply_parameters: object("reply parameters"),
	reply_to_message_id: messageId,
	allow_sending_without_reply: flag,
	reply_markup: text,
	protect_content: flag,
	disable_notification: ignored,
	message_effect_id: ignored,
	allow_paid_broadcast: ignored,
};

export type Sending = Values<typeof sendingParams>;

/**
 * Checks chat, topic, reply and rate limit in the same order as the Bot API server, so the same one of several errors
 * is reported.
 */
export function send(context: Context, given: Sending, content: () => Content): Message {
	return messageObject(context.state, sendRow(context, given, content));
}

export function sendRow(
	context: Context,
	given: Sending,
	content: () => Content,
	more: Partial<MessageRow> = {},
): MessageRow {
	const markup = replyMarkup(given.reply_markup, context.notes);
	const chat = openChat(context.state, given.chat_id, "write");
	const thread = openThread(context.state, chat, given.message_thread_id);
	const replyTo = repliedMessage(context, chat, given);
	const wait = context.flood(chatId(chat));
	if (wait > 0) throw tooManyRequests(wait);
	return post(context, {
		...more,
		chat: chatId(chat),
		sender: context.state.bot.id,
		content: content(),
		...(thread === undefined ? {} : { thread }),
		...(replyTo === undefined ? {} : { replyTo }),
		...(markup === null ? {} : { markup }),
		...(given.protect_content ? { isProtected: true } : {}),
	});
}

function repliedMessage(context: Context, chat: ChatRow, given: Sending): number | undefined {
	const wanted = repliesTo(given);
	if (wanted === null) return undefined;
	const found = context.state.message(chatId(chat), wanted.id);
	if (found !== undefined) return found.id;
	if (wanted.optional) return undefined;
	throw badRequest("message to be replied not found");
}

function repliesTo(given: Sending): { id: number; optional: boolean } | null {
	if (given.reply_parameters === undefined) {
		const id = given.reply_to_message_id;
		return id === 0 ? null : { id, optional: given.allow_sending_without_reply };
	}
	if (Object.keys(given.reply_parameters).length === 0) return null;
	const read = fields(given.reply_parameters);
	return { id: read.integer("message_id"), optional: read.flag("allow_sending_without_reply") };
}

/** Throws for a URL, because this server downloads nothing. */
export function sentFile(context: Context, kind: "document" | "photo", given: UploadedFile | string): string {
	if (typeof given !== "string") return keepFile(context, kind, given).id;
	if (given === "") throw badRequest(`There is no ${kind} in the request`);
	if (/^https?:\/\//i.test(given)) {
		context.notes.warn("the local Telegram fetches no files from other addresses");
		throw badRequest("failed to get HTTP URL content");
	}
	const row = context.state.files.get(given);
	if (row === undefined) throw badRequest("wrong file identifier/HTTP URL specified");
	if (kind === "photo" && row.width === undefined) throw badRequest("can't use file of type Document as Photo");
	return row.id;
}

export const captioned = (given: {
	caption: string;
	parse_mode: string;
	caption_entities: Parameters<typeof captionText>[0]["entities"];
}) => captionText({ text: given.caption, parseMode: given.parse_mode, entities: given.caption_entities });
