import { openChat, openMessage } from "../access.ts";
import { messageObject } from "../objects/message.ts";
import { badRequest } from "../rules/refusal.ts";
import type { MessageRow } from "../state/rows.ts";
import { type Context, type Methods, method } from "./method.ts";
import { flag, ignored, messageId, messageIds, optionalText, text } from "./params.ts";
import { captioned, sendingParams, sendRow } from "./sending.ts";
import { entities } from "./text-params.ts";

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
