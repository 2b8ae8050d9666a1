import type { Chat, Document, Message, MessageEntity, MessageOrigin, PhotoSize, Sticker, User } from "grammy/types";
import type { Entity } from "../rules/entities.ts";
import type { FileRow, MessageRow, Service } from "../state/rows.ts";
import type { State } from "../state/state.ts";
import { chatObject, findChat, userObject } from "./chat.ts";

export function messageObject(state: State, row: MessageRow): Message {
	const replied = row.replyTo === undefined ? undefined : state.message(row.chat, row.replyTo);
	return {
		...bareMessage(state, row),
		// The cast is safe: grammY's type forbids `reply_to_message` in a replied-to message, and `bareMessage` sets none.
		...(replied === undefined ? {} : { reply_to_message: bareMessage(state, replied) as ReplyMessage }),
	};
}

type ReplyMessage = NonNullable<Message["reply_to_message"]>;

function bareMessage(state: State, row: MessageRow): Message {
	const chat = findChat(state, row.chat);
	if (chat === undefined) throw new Error(`message ${row.id} belongs to an unknown chat ${row.chat}`);
	return {
		message_id: row.id,
		...senderFields(state, row, chatObject(chat)),
		chat: chatObject(chat),
		date: row.date,
		...(row.thread === undefined ? {} : { message_thread_id: row.thread, is_topic_message: true }),
		...(row.edited === undefined ? {} : { edit_date: row.edited }),
		...(row.forwardedFrom === undefined ? {} : { forward_origin: originObject(state, row.forwardedFrom) }),
		...(row.viaBot === undefined ? {} : { via_bot: userObject(state, state.bot.id) }),
		...(row.isProtected === undefined ? {} : { has_protected_content: true }),
		...(row.markup?.kind === "inline" ? { reply_markup: { inline_keyboard: row.markup.rows } } : {}),
		...contentFields(state, row),
	};
}

/** Telegram shows this user as the sender of an anonymous administrator's messages. */
const anonymousAdmin: User = { id: 1_087_968_824, is_bot: true, first_name: "Group", username: "GroupAnonymousBot" };

function senderFields(state: State, row: MessageRow, chat: Chat): Pick<Message, "from" | "sender_chat"> {
	if (row.asChat === undefined) return { from: userObject(state, row.sender) };
	return chat.type === "channel" ? { sender_chat: chat } : { from: anonymousAdmin, sender_chat: chat };
}

function originObject(state: State, { sender, date }: NonNullable<MessageRow["forwardedFrom"]>): MessageOrigin {
	return typeof sender === "number"
		? { type: "user", sender_user: userObject(state, sender), date }
		: { type: "hidden_user", sender_user_name: sender, date };
}

function contentFields(state: State, row: MessageRow): Partial<Message> {
	const { content } = row;
	switch (content.type) {
		case "text": {
			const preview = content.preview === undefined ? {} : { link_preview_options: content.preview };
			return { text: content.text, ...entitiesField("entities", state, content.entities), ...preview };
		}
		case "document":
			return { document: documentObject(fileOf(state, content.file)), ...captionFields(state, content) };
		case "photo":
			return { photo: [photoObject(fileOf(state, content.file))], ...captionFields(state, content) };
		case "sticker":
			return { sticker: stickerObject(fileOf(state, content.file), content.emoji) };
		case "service":
			return serviceFields(state, row, content.service);
	}
}

function captionFields(state: State, { text, entities }: { text: string; entities: Entity[] }): Partial<Message> {
	return text === "" ? {} : { caption: text, ...entitiesField("caption_entities", state, entities) };
}

function entitiesField(name: "entities" | "caption_entities", state: State, entities: Entity[]): Partial<Message> {
	return entities.length === 0 ? {} : { [name]: entities.map((entity) => entityObject(state, entity)) };
}

function entityObject(state: State, entity: Entity): MessageEntity {
	// The cast is safe: the parser has set the additional fields that the entity's type needs.
	const full = entity as MessageEntity;
	return full.type === "text_mention" ? { ...full, user: userObject(state, full.user.id) } : full;
}

function serviceFields(state: State, row: MessageRow, service: Service): Partial<Message> {
	switch (service.type) {
		case "group_created":
			return row.chat < -1_000_000_000_000 ? { supergroup_chat_created: true } : { group_chat_created: true };
		case "members_added":
			return { new_chat_members: service.members.map((id) => userObject(state, id)) };
		case "member_left":
			return { left_chat_member: userObject(state, service.member) };
		case "migrated_to":
			return { migrate_to_chat_id: service.chat };
		case "migrated_from":
			return { migrate_from_chat_id: service.chat };
		case "topic_created":
			return { forum_topic_created: { name: service.name, icon_color: 7_322_096 } };
		case "pinned": {
			const pinned = state.message(row.chat, service.message);
			return pinned === undefined ? {} : { pinned_message: bareMessage(state, pinned) };
		}
	}
}

export function fileOf(state: State, id: string): FileRow {
	const row = state.files.get(id);
	if (row === undefined) throw new Error(`a message holds an unknown file ${id}`);
	return row;
}

const idsOf = (row: FileRow) => ({ file_id: row.id, file_unique_id: row.uniqueId, file_size: row.size });

function documentObject(row: FileRow): Document {
	return { ...idsOf(row), file_name: row.name, mime_type: row.mimeType };
}

function photoObject(row: FileRow): PhotoSize {
	return { ...idsOf(row), width: row.width ?? 0, height: row.height ?? 0 };
}

function stickerObject(row: FileRow, emoji: string): Sticker {
	return { ...idsOf(row), type: "regular", width: 512, height: 512, is_animated: false, is_video: false, emoji };
}
