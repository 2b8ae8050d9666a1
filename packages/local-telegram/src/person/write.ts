import type { Core } from "../core.ts";
import { queueMessageUpdate } from "../dispatch-message.ts";
import { keepFile } from "../files.ts";
import { post, remove, rewrite } from "../messages.ts";
import type { NewMessage, Sent } from "../protocol.ts";
import { mimeType } from "../rules/files.ts";
import { isStartParameter } from "../rules/profile.ts";
import { captionText } from "../rules/text.ts";
import type { Content, MessageRow } from "../state/rows.ts";
import { findPlace, type Place, writablePlace } from "./chat-access.ts";
import { draft, edited, foundMessage, splitText, textContent, type Where } from "./draft.ts";
import { Problem } from "./problem.ts";

export interface NewFile {
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
