import { seconds } from "../clock.ts";
import type { Core } from "../core.ts";
import type { Draft } from "../messages.ts";
import type { NewMessage } from "../protocol.ts";
import { captionText, format, maxText } from "../rules/text.ts";
import type { Content, MessageRow } from "../state/rows.ts";
import type { Place } from "./chat-access.ts";
import { Problem } from "./problem.ts";

export type Where = Pick<NewMessage, "chat" | "thread" | "reply_to" | "forward" | "anonymous">;

/** Throws a `Problem` if the topic or the replied-to message does not exist. */
export function draft(core: Core, place: Place, where: Where, content: Content): Draft {
	const { thread, reply_to, forward } = where;
	const asChat = speaksForChat(place, where);
	if (reply_to !== undefined) foundMessage(core.state.message(place.id, reply_to));
	if (thread !== undefined && place.chat.kind === "group" && !(String(thread) in place.chat.group.topics)) {
		throw new Problem("not_found", `there is no topic ${thread}`);
	}
	return {
		chat: place.id,
		sender: place.person.id,
		content,
		...(asChat ? { asChat } : {}),
		...(thread === undefined ? {} : { thread }),
		...(reply_to === undefined ? {} : { replyTo: reply_to }),
		...(forward === true ? { forwardedFrom: { sender: "Another person", date: seconds(core.clock) } } : {}),
	};
}

/**
 * In a channel and for an anonymous administrator, the message shows the chat as its sender. Otherwise undefined.
 * Throws if the person must be an administrator and is none.
 */
function speaksForChat({ chat, person }: Place, { anonymous = false }: Where): true | undefined {
	if (chat.kind === "private") return undefined;
	const isChannel = chat.group.type === "channel";
	const mayDoSo = chat.group.members[person.id] !== "member";
	if ((isChannel || anonymous) && !mayDoSo) throw new Problem("forbidden", "only administrators may do that");
	return isChannel || anonymous ? true : undefined;
}

/** At most 4096 code points each, as Telegram's clients do. */
export function splitText(text: string): string[] {
	const characters = [...text];
	const parts: string[] = [];
	for (let at = 0; at < characters.length; at += maxText) parts.push(characters.slice(at, at + maxText).join(""));
	return parts.length === 0 ? [""] : parts;
}

export function textContent(text: string): Content {
	const formatted = format({ text });
	if (formatted.text === "") throw new Problem("invalid", "a message needs a text");
	return { type: "text", ...formatted };
}

export function edited(content: Content, text: string): Content {
	if (content.type === "text") return textContent(text);
	if (content.type === "document" || content.type === "photo") return { ...content, ...captionText({ text }) };
	throw new Problem("invalid", "this message has no text");
}

export function foundMessage(row: MessageRow | undefined): MessageRow {
	if (row === undefined) throw new Problem("not_found", "that message is not there");
	return row;
}
