import { chatId, openChat, openMessage } from "../access.ts";
import { postService } from "../groups.ts";
import type { ChatRow } from "../objects/chat.ts";
import { fields, isObject } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";
import type { MessageRow } from "../state/rows.ts";
import { type Context, type Methods, method } from "./method.ts";
import { ignored, json, messageId, text } from "./params.ts";

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
