import { chatId, openChat, openMessage } from "../access.ts";
import { seconds } from "../clock.ts";
import { postService } from "../groups.ts";
import { remove, rewrite } from "../messages.ts";
import type { ChatRow } from "../objects/chat.ts";
import { messageObject } from "../objects/message.ts";
import { fields, isObject } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";
import { replyMarkup } from "../rules/reply-markup.ts";
import { messageText } from "../rules/text.ts";
import type { Content, MessageRow } from "../state/rows.ts";
import {
	type Context,
	entities,
	ignored,
	json,
	type Methods,
	messageId,
	messageIds,
	method,
	preview,
	text,
	type Values,
} from "./method.ts";
import { captioned } from "./sending.ts";

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

/** Telegram lets bots use a few more (Bot API, ReactionTypeEmoji). */
const emoji =
	"👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝🤗🫡🎅🎄💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾😡";

export const markMethods: Methods = {
	setMessageReaction: method(
		{ chat_id: text, message_id: messageId, reaction: json("reaction types"), is_big: ignored },
		(context, given) => {
			const chat = openChat(context.state, given.chat_id, "read");
			const row = openMessage(context.state, chat, given.message_id, "message to react");
			const chosen = reactions(given.reaction ?? []);
			const { [context.state.bot.id]: _before, ...others } = row.reactions ?? {};
			const all = chosen.length === 0 ? others : { ...others, [context.state.bot.id]: chosen };
			context.state.putMessage({ ...row, reactions: all });
			return true;
		},
	),

	pinChatMessage: method({ chat_id: text, message_id: messageId, disable_notification: ignored }, (context, given) => {
		const chat = openChat(context.state, given.chat_id, "write");
		checkMayPin(chat);
		const row = openMessage(context.state, chat, given.message_id, "message to pin");
		if (row.isPinned) return true;
		context.state.putMessage({ ...row, isPinned: true });
		const note = { type: "pinned", message: row.id } as const;
		postService(context, row.chat, context.state.bot.id, note);
		return true;
	}),

	/** Unpins a message. Without `message_id`, unpins the newest pinned message. */
	unpinChatMessage: method({ chat_id: text, message_id: messageId }, (context, given) => {
		const chat = openChat(context.state, given.chat_id, "write");
		checkMayPin(chat);
		const pinned = context.state.messagesOf(chatId(chat)).filter((row) => row.isPinned);
		const row = given.message_id === 0 ? pinned.at(-1) : pinned.find((each) => each.id === given.message_id);
		if (row === undefined) throw badRequest("message to unpin not found");
		unpin(context, row);
		return true;
	}),

	unpinAllChatMessages: method({ chat_id: text }, (context, given) => {
		const chat = openChat(context.state, given.chat_id, "write");
		checkMayPin(chat);
		for (const row of context.state.messagesOf(chatId(chat))) if (row.isPinned) unpin(context, row);
		return true;
	}),
};

function reactions(value: unknown): string[] {
	const prefix = "Can't parse reaction type: ";
	if (!Array.isArray(value)) throw badRequest("Expected an Array of ReactionType");
	if (value.length > 1) throw badRequest("REACTIONS_TOO_MANY");
	return value.map((each: unknown) => {
		if (!isObject(each)) throw badRequest(`${prefix}expected an Object`);
		const read = fields(each, prefix);
		if (read.string("type") !== "emoji") throw read.wrong("invalid reaction type specified");
		const chosen = read.string("emoji");
		if (chosen === "" || !emoji.includes(chosen.replace("\ufe0f", ""))) throw badRequest("REACTION_INVALID");
		return chosen;
	});
}

function checkMayPin(chat: ChatRow): void {
	if (chat.kind === "group" && chat.group.bot !== "administrator") {
		throw badRequest("not enough rights to manage pinned messages in the chat");
	}
}

function unpin(context: Context, row: MessageRow): void {
	const { isPinned: _isPinned, ...rest } = row;
	context.state.putMessage(rest);
}
