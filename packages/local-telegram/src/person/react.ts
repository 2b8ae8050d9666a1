import { seconds } from "../clock.ts";
import type { Core } from "../core.ts";
import { chatObject, userObject } from "../objects/chat.ts";
import { findPlace } from "./chat-access.ts";
import { Problem } from "./problem.ts";

/**
 * If `emoji` is null, removes the reaction. The bot gets an update if its `allowed_updates` contain `message_reaction`,
 * and in a group only as an administrator (Bot API).
 */
export function react(core: Core, personId: number, messageId: number, emoji: string | null, chatId?: number): void {
	const { state } = core;
	const { chat, id } = findPlace(state, personId, chatId);
	const row = state.message(id, messageId);
	if (row === undefined) throw new Problem("not_found", "that message is not there");
	const { [personId]: before = [], ...others } = row.reactions ?? {};
	const after = emoji === null ? [] : [emoji];
	if (before.join() === after.join()) return;
	state.store.transact(() => {
		state.putMessage({ ...row, reactions: emoji === null ? others : { ...others, [personId]: after } });
		if (chat.kind === "group" && chat.group.bot !== "administrator") return;
		core.updates.push("message_reaction", id, {
			chat: chatObject(chat),
			message_id: messageId,
			user: userObject(state, personId),
			date: seconds(core.clock),
			old_reaction: before.map(reactionType),
			new_reaction: after.map(reactionType),
		});
	});
}

const reactionType = (emoji: string) => ({ type: "emoji", emoji });
