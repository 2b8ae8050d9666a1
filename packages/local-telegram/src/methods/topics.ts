import { openChat } from "../access.ts";
import { openTopic } from "../groups.ts";
import { remove } from "../messages.ts";
import { badRequest } from "../rules/refusal.ts";
import type { GroupRow } from "../state/rows.ts";
import { type Context, type Methods, method } from "./method.ts";
import { ignored, messageId, optionalText, text } from "./params.ts";

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
