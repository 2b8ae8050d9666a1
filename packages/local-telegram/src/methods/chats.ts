import { chatId, openChat, openThread } from "../access.ts";
import { leaveGroup } from "../groups.ts";
import { chatObject, memberObject } from "../objects/chat.ts";
import { messageObject } from "../objects/message.ts";
import type { ChatAction } from "../protocol.ts";
import { badRequest } from "../rules/refusal.ts";
import { type Methods, method } from "./method.ts";
import { messageId, text, userId } from "./params.ts";

/** Telegram still accepts older names of some actions (get_chat_action in the Bot API server). */
const actions: ReadonlyMap<string, ChatAction | "cancel"> = new Map([
	["cancel", "cancel"],
	["typing", "typing"],
	["upload_photo", "upload_photo"],
	["record_video", "record_video"],
	["upload_video", "upload_video"],
	["record_voice", "record_voice"],
	["record_audio", "record_voice"],
	["upload_voice", "upload_voice"],
	["upload_audio", "upload_voice"],
	["upload_document", "upload_document"],
	["choose_sticker", "choose_sticker"],
	["find_location", "find_location"],
	["pick_up_location", "find_location"],
	["record_video_note", "record_video_note"],
	["upload_video_note", "upload_video_note"],
]);

export const chatMethods: Methods = {
	sendChatAction: method({ chat_id: text, message_thread_id: messageId, action: text }, (context, given) => {
		const action = actions.get(given.action.toLowerCase());
		if (action === undefined) throw badRequest("Wrong parameter action in request");
		const chat = openChat(context.state, given.chat_id, "write");
		openThread(context.state, chat, given.message_thread_id);
		if (action === "cancel") context.presence.stop(chatId(chat));
		else context.presence.act(chatId(chat), action);
		return true;
	}),

	getChat: method({ chat_id: text }, ({ state }, given) => {
		const chat = openChat(state, given.chat_id, "read");
		const pinned = state.messagesOf(chatId(chat)).findLast((row) => row.isPinned);
		return {
			...chatObject(chat),
			accent_color_id: 0,
			max_reaction_count: 11,
			accepted_gift_types: {
				unlimited_gifts: false,
				limited_gifts: false,
				unique_gifts: false,
				premium_subscription: false,
				gifts_from_channels: false,
			},
			...(pinned === undefined ? {} : { pinned_message: messageObject(state, pinned) }),
		};
	}),

	getChatMember: method({ chat_id: text, user_id: userId }, ({ state }, given) => {
		const chat = openChat(state, given.chat_id, "members");
		const isKnown = given.user_id === state.bot.id || state.people.get(given.user_id) !== undefined;
		if (!isKnown) throw badRequest("user not found");
		return memberObject(state, chat, given.user_id);
	}),

	getChatMemberCount: method({ chat_id: text }, ({ state }, given) => {
		const chat = openChat(state, given.chat_id, "members");
		return chat.kind === "private" ? 2 : Object.keys(chat.group.members).length + 1;
	}),

	getChatAdministrators: method({ chat_id: text }, ({ state }, given) => {
		const chat = openChat(state, given.chat_id, "members");
		if (chat.kind === "private") throw badRequest("there are no administrators in the private chat");
		const ids = [...Object.keys(chat.group.members).map(Number), state.bot.id];
		return ids
			.map((id) => memberObject(state, chat, id))
			.filter(({ status }) => status === "creator" || status === "administrator");
	}),

	leaveChat: method({ chat_id: text }, (context, given) => {
		const chat = openChat(context.state, given.chat_id, "edit");
		if (chat.kind === "private") throw badRequest("chat member status can't be changed in private chats");
		leaveGroup(context, chat.group, context.state.bot.id);
		return true;
	}),
};
