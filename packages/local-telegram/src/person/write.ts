import { seconds } from "../clock.ts";
import type { Core } from "../core.ts";
import { queueMessageUpdate } from "../dispatch-message.ts";
import { keepFile } from "../files.ts";
import { type Draft, post, remove, rewrite } from "../messages.ts";
import type { NewMessage, Sent } from "../protocol.ts";
import { isStartParameter } from "../rules/commands.ts";
import { mimeType } from "../rules/files.ts";
import { captionText, format, maxText } from "../rules/text.ts";
import type { Content, MessageRow } from "../state/rows.ts";
import { findPlace, type Place, Problem, writablePlace } from "./chat-access.ts";

interface NewFile {
	name: string;
	bytes: Buffer;
	caption?: string;
	/** Other files than images are always sent as documents. */
	photo?: boolean;
}

/** Each function queues the bot's update, if any, before it returns. */
export function createWriting(core: Core) {
	const { state } = core;

	function send(personId: number, where: Where, contents: readonly Content[]): Sent {
		return state.store.transact(() => {
			const place = writablePlace(state, personId, where.chat);
			begin(core, place);
			const rows = contents.map((content) => post(core, draft(core, place, where, content)));
			for (const row of rows) queueMessageUpdate(core, row);
			return { message_ids: rows.map((row) => row.id) };
		});
	}

	return {
		say: (person: number, message: NewMessage): Sent => send(person, message, splitText(message.text).map(textContent)),

		start(person: number, payload?: string): Sent {
			if (payload !== undefined && !isStartParameter(payload)) {
				throw new Problem("invalid", "a start parameter is 1 to 64 of A-Z, a-z, 0-9, _ and -");
			}
			return send(person, {}, [textContent(payload === undefined ? "/start" : `/start ${payload}`)]);
		},

		sendFile(person: number, where: Where, { name, bytes, caption = "", photo = false }: NewFile): Sent {
			const isPhoto = photo && mimeType(name).startsWith("image/");
			return state.store.transact(() => {
				writablePlace(state, person, where.chat);
				const kept = keepFile(core, isPhoto ? "photo" : "document", { name, bytes });
				return send(person, where, [
					{ type: isPhoto ? "photo" : "document", file: kept.id, ...captionText({ text: caption }) },
				]);
			});
		},

		sendSticker(person: number, where: Where, emoji: string): Sent {
			return state.store.transact(() => {
				writablePlace(state, person, where.chat);
				const kept = keepFile(core, "sticker", { name: "sticker.webp", bytes: Buffer.from(emoji) });
				return send(person, where, [{ type: "sticker", file: kept.id, emoji }]);
			});
		},

		/** Throws a `Problem` for a protected or service message. */
		forward(person: number, from: { message_id: number; chat?: number }, to?: number): Sent {
			const source = findPlace(state, person, from.chat);
			const row = foundMessage(state.message(source.id, from.message_id));
			if (row.isProtected || row.content.type === "service") throw new Problem("forbidden", "it cannot be forwarded");
			return state.store.transact(() => {
				const place = writablePlace(state, person, to);
				const forwardedFrom = row.forwardedFrom ?? { sender: row.sender, date: row.date };
				const copy = post(core, { chat: place.id, sender: person, content: row.content, forwardedFrom });
				queueMessageUpdate(core, copy);
				return { message_ids: [copy.id] };
			});
		},

		edit(person: number, messageId: number, text: string, chat?: number): void {
			const place = writablePlace(state, person, chat);
			const row = own(foundMessage(state.message(place.id, messageId)), person);
			const content = edited(row.content, text);
			if (JSON.stringify(content) === JSON.stringify(row.content)) return;
			state.store.transact(() => queueMessageUpdate(core, rewrite(core, row, content, row.markup ?? null), true));
		},

		/** In a group, a person can delete only their own messages. The bot gets no update, as on Telegram. */
		remove(person: number, messageId: number, chat?: number): void {
			const place = findPlace(state, person, chat);
			const row = foundMessage(state.message(place.id, messageId));
			remove(core, place.chat.kind === "private" ? row : own(row, person));
		},
	};
}

/** The bot may then write to the person. */
function begin({ state }: Core, { chat, person }: Place): void {
	if (chat.kind === "private" && !person.started) state.people.put(person.id, { ...person, started: true });
}

function own(row: MessageRow, person: number): MessageRow {
	if (row.sender !== person) throw new Problem("forbidden", "that is another person's message");
	return row;
}

type Where = Pick<NewMessage, "chat" | "thread" | "reply_to" | "forward" | "anonymous">;

/** Throws a `Problem` if the topic or the replied-to message does not exist. */
function draft(core: Core, place: Place, where: Where, content: Content): Draft {
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
function splitText(text: string): string[] {
	const characters = [...text];
	const parts: string[] = [];
	for (let at = 0; at < characters.length; at += maxText) parts.push(characters.slice(at, at + maxText).join(""));
	return parts.length === 0 ? [""] : parts;
}

function textContent(text: string): Content {
	const formatted = format({ text });
	if (formatted.text === "") throw new Problem("invalid", "a message needs a text");
	return { type: "text", ...formatted };
}

function edited(content: Content, text: string): Content {
	if (content.type === "text") return textContent(text);
	if (content.type === "document" || content.type === "photo") return { ...content, ...captionText({ text }) };
	throw new Problem("invalid", "this message has no text");
}

function foundMessage(row: MessageRow | undefined): MessageRow {
	if (row === undefined) throw new Problem("not_found", "that message is not there");
	return row;
}
