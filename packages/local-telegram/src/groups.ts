import type { ChatMember } from "grammy/types";
import { seconds } from "./clock.ts";
import type { Core } from "./core.ts";
import { queueMessageUpdate } from "./dispatch-message.ts";
import { post } from "./messages.ts";
import { type ChatRow, chatObject, memberObject, userObject } from "./objects/chat.ts";
import type { GroupRow, MessageRow, Service } from "./state/rows.ts";

export function postService(core: Core, chat: number, sender: number, service: Service): MessageRow {
	const row = post(core, { chat, sender, content: { type: "service", service } });
	queueMessageUpdate(core, row);
	return row;
}

/** A change of the bot's membership has the type `my_chat_member`, that of a person's `chat_member`. */
export function queueMembershipUpdate(
	core: Core,
	chat: ChatRow,
	actor: number,
	before: ChatMember,
	after: ChatMember,
): void {
	const isBot = after.user.id === core.state.bot.id;
	const object = chatObject(chat);
	core.updates.push(isBot ? "my_chat_member" : "chat_member", isBot ? object.id : actor, {
		chat: object,
		from: userObject(core.state, actor),
		date: seconds(core.clock),
		old_chat_member: before,
		new_chat_member: after,
	});
}

export function leaveGroup(core: Core, group: GroupRow, who: number): void {
	const { state } = core;
	const before = memberObject(state, { kind: "group", group }, who);
	const { [who]: _gone, ...members } = group.members;
	const next: GroupRow = who === state.bot.id ? { ...group, bot: "left" } : { ...group, members };
	state.groups.put(group.id, next);
	const row = { kind: "group", group: next } as const;
	postService(core, group.id, who, { type: "member_left", member: who });
	queueMembershipUpdate(core, row, who, before, memberObject(state, row, who));
}

/** The id of the topic is also that of the service message about it. */
export function openTopic(core: Core, group: GroupRow, who: number, name: string): number {
	const { state } = core;
	const content = { type: "service", service: { type: "topic_created", name } } as const;
	const row = post(core, { chat: group.id, sender: who, content });
	const topic = { ...row, thread: row.id };
	state.putMessage(topic);
	state.groups.put(group.id, { ...group, topics: { ...group.topics, [row.id]: name } });
	queueMessageUpdate(core, topic);
	return row.id;
}
