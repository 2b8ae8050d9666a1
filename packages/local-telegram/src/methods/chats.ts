import type { MenuButton } from "grammy/types";
import { chatId, openChat, openThread } from "../access.ts";
import { leaveGroup, openTopic } from "../groups.ts";
import { remove } from "../messages.ts";
import { chatObject, memberObject } from "../objects/chat.ts";
import { messageObject } from "../objects/message.ts";
import type { ChatAction } from "../protocol.ts";
import { type CommandScope, commandList, commandScope, languageCode } from "../rules/commands.ts";
import { fields } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";
import type { GroupRow } from "../state/rows.ts";
import {
	type Context,
	ignored,
	json,
	type Methods,
	messageId,
	method,
	object,
	optionalText,
	text,
	userId,
} from "./method.ts";

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

const topic = { chat_id: text, message_thread_id: messageId };

export const topicMethods: Methods = {
	createForumTopic: method(
		{ chat_id: text, name: text, icon_color: ignored, icon_custom_emoji_id: ignored },
		(context, given) => {
			const forum = openForum(context, given.chat_id);
			const name = topicName(given.name);
			return { message_thread_id: openTopic(context, forum, context.state.bot.id, name), name, icon_color: 7_322_096 };
		},
	),

	editForumTopic: method({ ...topic, name: optionalText, icon_custom_emoji_id: ignored }, (context, given) => {
		const forum = openForum(context, given.chat_id);
		const thread = knownTopic(forum, given.message_thread_id);
		const name = topicName(given.name ?? forum.topics[thread] ?? "");
		context.state.groups.put(forum.id, { ...forum, topics: { ...forum.topics, [thread]: name } });
		return true;
	}),

	deleteForumTopic: method(topic, (context, given) => {
		const { state } = context;
		const forum = openForum(context, given.chat_id);
		const thread = knownTopic(forum, given.message_thread_id);
		const { [thread]: _name, ...topics } = forum.topics;
		state.groups.put(forum.id, { ...forum, topics });
		for (const row of state.messagesOf(forum.id)) if (row.thread === Number(thread)) remove(context, row);
		return true;
	}),
};

function openForum(context: Context, id: string): GroupRow {
	const chat = openChat(context.state, id, "write");
	if (chat.kind === "private" || !chat.group.isForum) throw badRequest("the chat is not a forum");
	if (chat.group.bot !== "administrator") throw badRequest("not enough rights to manage topics");
	return chat.group;
}

function knownTopic(forum: GroupRow, thread: number): string {
	if (!(String(thread) in forum.topics)) throw badRequest("TOPIC_ID_INVALID");
	return String(thread);
}

function topicName(name: string): string {
	if (name === "") throw badRequest("TOPIC_TITLE_EMPTY");
	if ([...name].length > 128) throw badRequest("TOPIC_TITLE_INVALID");
	return name;
}

const scoped = { scope: json("BotCommandScope"), language_code: text };

export const commandMethods: Methods = {
	setMyCommands: method({ ...scoped, commands: json("commands") }, (context, given) => {
		const commands = commandList(given.commands ?? []);
		const scope = scopeKey(context, commandScope(given.scope));
		const language = languageCode(given.language_code);
		if (commands.length === 0) context.state.commands.delete(`${scope} ${language}`);
		else context.state.commands.put(`${scope} ${language}`, { scope, language, commands });
		return true;
	}),

	getMyCommands: method(scoped, (context, given) => {
		const scope = scopeKey(context, commandScope(given.scope));
		return context.state.commands.get(`${scope} ${languageCode(given.language_code)}`)?.commands ?? [];
	}),

	deleteMyCommands: method(scoped, (context, given) => {
		const scope = scopeKey(context, commandScope(given.scope));
		context.state.commands.delete(`${scope} ${languageCode(given.language_code)}`);
		return true;
	}),

	setChatMenuButton: method({ chat_id: optionalText, menu_button: object("menu button") }, (context, given) => {
		context.state.menuButtons.put(menuKey(context, given.chat_id), menuButton(given.menu_button));
		return true;
	}),

	getChatMenuButton: method({ chat_id: optionalText }, (context, given) => {
		const { menuButtons } = context.state;
		return menuButtons.get(menuKey(context, given.chat_id)) ?? menuButtons.get("") ?? { type: "commands" };
	}),
};

function scopeKey(context: Context, scope: CommandScope): string {
	if (scope.chat === undefined) return scope.type;
	const chat = chatId(openChat(context.state, scope.chat, "members"));
	return `${scope.type} ${chat}${scope.person === undefined ? "" : ` ${scope.person}`}`;
}

function menuKey(context: Context, chat: string | undefined): string {
	return chat === undefined ? "" : String(chatId(openChat(context.state, chat, "read")));
}

function menuButton(value: Record<string, unknown> | undefined): MenuButton {
	if (value === undefined) return { type: "default" };
	const read = fields(value);
	const type = read.string("type");
	if (type === "default" || type === "commands") return { type };
	if (type !== "web_app") throw badRequest("MenuButton has unsupported type");
	return { type, text: read.string("text"), web_app: { url: fields(read.object("web_app")).string("url") } };
}
