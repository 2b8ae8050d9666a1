import { type ChatRow, findChat } from "./objects/chat.ts";
import { badRequest, forbidden } from "./rules/refusal.ts";
import type { GroupRow, MessageRow, PersonRow } from "./state/rows.ts";
import { isSupergroup, type State } from "./state/state.ts";

/**
 * What a call of the bot does in a chat:
 * - `read`: reads the chat, or copies or reacts to a message.
 * - `members`: reads the members, or sets commands for the chat.
 * - `edit`: changes or deletes a message, or leaves the chat.
 * - `write`: sends a message.
 */
export type Access = "read" | "members" | "edit" | "write";

/** Throws what Telegram throws if the bot may not access the chat (check_chat_access in the Bot API server). */
export function openChat(state: State, id: string, access: Access): ChatRow {
	if (id === "") throw badRequest("chat_id is empty");
	const chat = findChat(state, Number(id));
	if (chat === undefined) throw badRequest("chat not found");
	if (chat.kind === "private") openPrivate(state, chat.person, access);
	else openGroup(chat.group, access);
	return chat;
}

export const chatId = (chat: ChatRow): number => (chat.kind === "private" ? chat.person.id : chat.group.id);

/** For `write`, the person must have started the bot and must not have blocked it. */
function openPrivate(state: State, person: PersonRow, access: Access): void {
	const isMet = person.started || state.groups.rows().some((group) => isMember(group) && person.id in group.members);
	if (!isMet) throw badRequest("chat not found");
	if (access !== "write") return;
	if (!person.started) throw forbidden("bot can't initiate conversation with a user");
	if (person.blocked) throw forbidden("bot was blocked by the user");
}

const isMember = (group: GroupRow): boolean => group.bot === "member" || group.bot === "administrator";

function openGroup(group: GroupRow, access: Access): void {
	const needsWrite = access === "write" || access === "members";
	if (group.migratedTo !== undefined) {
		if (!needsWrite) return;
		throw badRequest("group chat was upgraded to a supergroup chat", { migrate_to_chat_id: group.migratedTo });
	}
	const isPrivateSupergroup = isSupergroup(group.id);
	if (access === "read" && !isPrivateSupergroup) return;
	if (group.bot === "kicked") throw forbidden(`bot was kicked from the ${group.type} chat`);
	if (group.bot === "left") throw forbidden(`bot is not a member of the ${group.type} chat`);
	if (group.type === "channel" && access === "write" && group.bot !== "administrator") {
		throw badRequest("need administrator rights in the channel chat");
	}
}

/**
 * Undefined if `thread` is 0 (no topic) or if the group has no topics, because Telegram then ignores the parameter
 * (check_message_topic in the Bot API server).
 */
export function openThread(state: State, chat: ChatRow, thread: number): number | undefined {
	if (thread === 0) return undefined;
	if (chat.kind === "group" && !chat.group.isForum) return undefined;
	// In a private chat, the person opens a topic with its first message.
	const exists =
		chat.kind === "private"
			? state.messagesOf(chatId(chat)).some((message) => message.thread === thread)
			: String(thread) in chat.group.topics;
	if (!exists) throw badRequest("message thread not found");
	return thread;
}

/** `what` begins the error text, as in "message to edit not found". */
export function openMessage(state: State, chat: ChatRow, id: number, what: string): MessageRow {
	const message = state.message(chatId(chat), id);
	if (message === undefined) throw badRequest(`${what} not found`);
	return message;
}
