import { openChat, openMessage } from "../access.ts";
import { rewrite } from "../messages.ts";
import { messageObject } from "../objects/message.ts";
import { badRequest } from "../rules/refusal.ts";
import { replyMarkup } from "../rules/reply-markup.ts";
import { messageText } from "../rules/text.ts";
import type { Content, MessageRow } from "../state/rows.ts";
import { type Context, type Methods, method } from "./method.ts";
import { ignored, messageId, text, type Values } from "./params.ts";
import { captioned } from "./sending.ts";
import { entities, preview } from "./text-params.ts";

export const target = { chat_id: text, message_id: messageId, inline_message_id: text, reply_markup: text };

export const editMethods: Methods = {
	editMessageText: method(
		{ ...target, text, parse_mode: text, entities, link_preview_options: preview },
		(context, given) => {
			const formatted = messageText({ text: given.text, parseMode: given.parse_mode, entities: given.entities });
			const options = given.link_preview_options;
			return editMessage(context, given, (row) => {
				if (row.content.type !== "text") throw badRequest("There is no text in the message to edit");
				return { type: "text", ...formatted, ...(options === undefined ? {} : { preview: options }) };
			});
		},
	),

	editMessageCaption: method(
		{ ...target, caption: text, parse_mode: text, caption_entities: entities, show_caption_above_media: ignored },
		(context, given) => {
			const formatted = captioned(given);
			return editMessage(context, given, ({ content }) => {
				if (content.type !== "document" && content.type !== "photo") {
					throw badRequest("There is no caption in the message to edit");
				}
				return { ...content, ...formatted };
			});
		},
	),

	/** Replaces the keyboard of a message. Without `reply_markup`, removes it. */
	editMessageReplyMarkup: method(target, (context, given) => editMessage(context, given, (row) => row.content)),
};

/** Returns true instead of the `Message` if the call identifies the message by `inline_message_id`. */
export function editMessage(
	context: Context,
	given: Values<typeof target>,
	change: (row: MessageRow) => Content,
): unknown {
	const markup = replyMarkup(given.reply_markup, context.notes);
	if (markup !== null && markup.kind !== "inline") throw badRequest("Inline keyboard expected");
	const row = targetRow(context, given);
	if (row.sender !== context.state.bot.id && row.inlineId === undefined) throw badRequest("Message can't be edited");
	if (row.content.type === "service" || (row.markup !== undefined && row.markup.kind !== "inline")) {
		throw badRequest("Message can't be edited");
	}
	const content = change(row);
	if (JSON.stringify([content, markup]) === JSON.stringify([row.content, row.markup ?? null])) {
		throw badRequest(
			"message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
		);
	}
	const edited = rewrite(context, row, content, markup);
	return given.inline_message_id === "" ? messageObject(context.state, edited) : true;
}

function targetRow(context: Context, given: Values<typeof target>): MessageRow {
	const { state } = context;
	if (given.chat_id !== "" || given.message_id !== 0) {
		return openMessage(state, openChat(state, given.chat_id, "edit"), given.message_id, "message to edit");
	}
	if (given.inline_message_id === "") throw badRequest("Message identifier is not specified");
	const row = state.allMessages().find((each) => each.inlineId === given.inline_message_id);
	if (row === undefined) throw badRequest("MESSAGE_ID_INVALID");
	return row;
}
