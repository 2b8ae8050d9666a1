import type { Chat, ChatMember, User } from "grammy/types";
import type { GroupRow, PersonRow } from "../state/rows.ts";
import type { State } from "../state/state.ts";

export type ChatRow = { kind: "private"; person: PersonRow } | { kind: "group"; group: GroupRow };

export function findChat(state: State, id: number): ChatRow | undefined {
	const person = state.people.get(id);
	if (person !== undefined) return { kind: "private", person };
	const group = state.groups.get(id);
	return group === undefined ? undefined : { kind: "group", group };
}

export function userObject(state: State, id: number): User {
	if (id === state.bot.id) {
		return { id, is_bot: true, first_name: state.bot.first_name, username: state.bot.username };
	}
	const person = state.people.get(id);
	return {
		id,
		is_bot: false,
		first_name: person?.first_name ?? "",
		...(person?.username === undefined ? {} : { username: person.username }),
		...(person?.language_code === undefined ? {} : { language_code: person.language_code }),
	};
}

export function chatObject(row: ChatRow): Chat {
	if (row.kind === "private") {
		const { id, first_name, username } = row.person;
		return { id, type: "private", first_name, ...(username === undefined ? {} : { username }) };
	}
	const { id, type, title, isForum } = row.group;
	return type === "supergroup" ? { id, type, title, ...(isForum ? { is_forum: true } : {}) } : { id, type, title };
}

export function memberObject(state: State, row: ChatRow, id: number): ChatMember {
	const user = userObject(state, id);
	const status = statusIn(state, row, id);
	if (status === "creator") return { status, user, is_anonymous: false };
	if (status === "administrator") return administrator(user);
	if (status === "kicked") return { status, user, until_date: 0 };
	return { status, user };
}

function statusIn(state: State, row: ChatRow, id: number): "creator" | "administrator" | "member" | "left" | "kicked" {
	const isBot = id === state.bot.id;
	if (row.kind === "group") return isBot ? row.group.bot : (row.group.members[id] ?? "left");
	return isBot && row.person.blocked ? "kicked" : "member";
}

function administrator(user: User): ChatMember {
	return {
		status: "administrator",
		user,
		can_be_edited: false,
		is_anonymous: false,
		can_manage_chat: true,
		can_delete_messages: true,
		can_manage_video_chats: true,
		can_restrict_members: true,
		can_promote_members: false,
		can_change_info: true,
		can_invite_users: true,
		can_post_stories: false,
		can_edit_stories: false,
		can_delete_stories: false,
		can_pin_messages: true,
		can_send_welcome_messages: false,
	};
}
