import { openChat, openMessage } from "../access.ts";
import { seconds } from "../clock.ts";
import { remove } from "../messages.ts";
import type { ChatRow } from "../objects/chat.ts";
import { badRequest } from "../rules/refusal.ts";
import type { MessageRow } from "../state/rows.ts";
import { type Context, type Methods, method } from "./method.ts";
import { messageId, messageIds, text } from "./params.ts";

const twoDays = 48 * 3600;

export const deleteMethods: Methods = {
	deleteMessage: method({ chat_id: text, message_id: messageId }, (context, given) => {
		if (given.chat_id === "") throw badRequest("Chat identifier is not specified");
		if (given.message_id === 0) throw badRequest("Message identifier is not specified");
		const chat = openChat(context.state, given.chat_id, "edit");
		const row = openMessage(context.state, chat, given.message_id, "message to delete");
		checkDeletable(context, chat, row);
		remove(context, row);
		return true;
	}),

	deleteMessages: method({ chat_id: text, message_ids: messageIds }, (context, given) => {
		const chat = openChat(context.state, given.chat_id, "edit");
		const rows = given.message_ids.flatMap((id) => {
			const row = context.state.message(Number(given.chat_id), id);
			return row === undefined ? [] : [row];
		});
		for (const row of rows) checkDeletable(context, chat, row);
		for (const row of rows) remove(context, row);
		return true;
	}),
};

/**
 * In a private chat, the bot may delete every message. In a group, it may delete its own messages, and as an
 * administrator every message. A message that is older than 48 hours cannot be deleted.
 */
function checkDeletable(context: Context, chat: ChatRow, row: MessageRow): void {
	const isOwn = row.sender === context.state.bot.id;
	if (chat.kind === "group" && !isOwn && chat.group.bot !== "administrator")
		throw badRequest("Message can't be deleted");
	if (seconds(context.clock) - row.date > twoDays) throw badRequest("Message can't be deleted for everyone");
}
