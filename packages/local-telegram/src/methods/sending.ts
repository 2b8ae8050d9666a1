import type { Message } from "grammy/types";
import { chatId, openChat, openMessage, openThread } from "../access.ts";
import { keepFile } from "../files.ts";
import { post } from "../messages.ts";
import type { ChatRow } from "../objects/chat.ts";
import { messageObject } from "../objects/message.ts";
import { fields } from "../rules/fields.ts";
import { badRequest, tooManyRequests } from "../rules/refusal.ts";
import { replyMarkup } from "../rules/reply-markup.ts";
import { captionText, messageText } from "../rules/text.ts";
import type { Content, MessageRow } from "../state/rows.ts";
import {
	type Context,
	entities,
	file,
	flag,
	ignored,
	type Methods,
	messageId,
	messageIds,
	method,
	object,
	optionalText,
	preview,
	text,
	type UploadedFile,
	type Values,
} from "./method.ts";

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

type Sending = Values<typeof sendingParams>;

/**
 * Checks chat, topic, reply and rate limit in the same order as the Bot API server, so the same one of several errors
 * is reported.
 */
function send(context: Context, given: Sending, content: () => Content): Message {
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

const caption = { caption: text, parse_mode: text, caption_entities: entities, show_caption_above_media: ignored };

export const sendMethods: Methods = {
	sendMessage: method(
		{
			...sendingParams,
			text,
			parse_mode: text,
			entities,
			link_preview_options: preview,
			disable_web_page_preview: flag,
		},
		(context, given) => {
			const formatted = messageText({ text: given.text, parseMode: given.parse_mode, entities: given.entities });
			const options =
				given.link_preview_options ?? (given.disable_web_page_preview ? { is_disabled: true } : undefined);
			return send(context, given, () => ({
				type: "text",
				...formatted,
				...(options === undefined ? {} : { preview: options }),
			}));
		},
	),

	sendDocument: method(
		{ ...sendingParams, ...caption, document: file, thumbnail: ignored, disable_content_type_detection: ignored },
		(context, given) => sendMedia(context, given, "document", given.document),
	),

	sendPhoto: method({ ...sendingParams, ...caption, photo: file, has_spoiler: ignored }, (context, given) =>
		sendMedia(context, given, "photo", given.photo),
	),
};

function sendMedia(
	context: Context,
	given: Sending & Values<typeof caption>,
	type: "document" | "photo",
	media: UploadedFile | string,
) {
	const formatted = captioned(given);
	return send(context, given, () => ({ type, file: sentFile(context, type, media), ...formatted }));
}

const { reply_markup: _markup, reply_parameters: _reply, ...forwarding } = sendingParams;
const none = {
	reply_markup: "",
	reply_parameters: undefined,
	reply_to_message_id: 0,
	allow_sending_without_reply: false,
};
const source = { from_chat_id: text };

export const copyMethods: Methods = {
	forwardMessage: method({ ...forwarding, ...source, message_id: messageId }, (context, given) => {
		const row = original(context, given.from_chat_id, given.message_id, "forward");
		return messageObject(context.state, forward(context, { ...given, ...none }, row));
	}),

	forwardMessages: method({ ...forwarding, ...source, message_ids: messageIds }, (context, given) =>
		present(context, given).map((row) => ({ message_id: forward(context, { ...given, ...none }, row).id })),
	),

	copyMessage: method(
		{
			...sendingParams,
			...source,
			message_id: messageId,
			caption: optionalText,
			parse_mode: text,
			caption_entities: entities,
			show_caption_above_media: ignored,
		},
		(context, given) => {
			const row = original(context, given.from_chat_id, given.message_id, "copy");
			const { content } = row;
			const caption = given.caption === undefined ? null : captioned({ ...given, caption: given.caption });
			const isMedia = content.type === "document" || content.type === "photo";
			const sent = sendRow(context, given, () => (isMedia && caption !== null ? { ...content, ...caption } : content));
			return { message_id: sent.id };
		},
	),

	copyMessages: method({ ...forwarding, ...source, message_ids: messageIds, remove_caption: flag }, (context, given) =>
		present(context, given).map((row) => {
			const { content } = row;
			const bare = given.remove_caption && content.type !== "text" ? { ...content, text: "", entities: [] } : content;
			return { message_id: sendRow(context, { ...given, ...none }, () => bare).id };
		}),
	),
};

function original(context: Context, chat: string, id: number, verb: "forward" | "copy"): MessageRow {
	if (chat === "") throw badRequest('Parameter "from_chat_id" is required');
	const row = openMessage(context.state, openChat(context.state, chat, "read"), id, `message to ${verb}`);
	if (row.content.type === "service") throw badRequest(`Message can't be ${verb === "copy" ? "copied" : "forwarded"}`);
	if (row.isProtected) throw badRequest("Message has protected content and can't be forwarded");
	return row;
}

/** Like Telegram, skips ids without a message. */
function present(context: Context, given: { from_chat_id: string; message_ids: number[] }): MessageRow[] {
	openChat(context.state, given.from_chat_id, "read");
	return given.message_ids
		.filter((id) => context.state.message(Number(given.from_chat_id), id) !== undefined)
		.map((id) => original(context, given.from_chat_id, id, "forward"));
}

function forward(context: Context, given: Parameters<typeof sendRow>[1], row: MessageRow): MessageRow {
	const origin = row.forwardedFrom ?? { sender: row.sender, date: row.date };
	return sendRow(context, given, () => row.content, { forwardedFrom: origin });
}
