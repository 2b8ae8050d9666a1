import { type ChatRow, findChat } from "../objects/chat.ts";
import type { PersonError } from "../protocol.ts";
import type { PersonRow } from "../state/rows.ts";
import type { State } from "../state/state.ts";

export interface Place {
	person: PersonRow;
	chat: ChatRow;
	id: number;
}

export function findPerson(state: State, id: number): PersonRow {
	const person = state.people.get(id);
	if (person === undefined) throw new Problem("not_found", `there is no person ${id}`);
	return person;
}

/** The private chat with the bot, or a group with this person. Throws a `Problem` for other chats. */
export function findPlace(state: State, personId: number, chatId = personId): Place {
	const person = findPerson(state, personId);
	const chat = findChat(state, chatId);
	const isTheirs =
		chat?.kind === "private" ? chatId === personId : chat !== undefined && personId in chat.group.members;
	if (chat === undefined || !isTheirs) throw new Problem("not_found", `${person.first_name} has no chat ${chatId}`);
	return { person, chat, id: chatId };
}

/** Throws a `Problem` if the person may not write, for example because the bot is blocked. */
export function writablePlace(state: State, personId: number, chatId?: number): Place {
	const place = findPlace(state, personId, chatId);
	if (place.chat.kind === "private" && place.person.blocked) {
		throw new Problem("forbidden", "the bot is blocked; unblock it first");
	}
	if (place.chat.kind === "group" && place.chat.group.migratedTo !== undefined) {
		throw new Problem("forbidden", "this group has become a supergroup");
	}
	return place;
}

type ProblemCode = PersonError["error"]["code"];

/** A person tries something that a real Telegram client would not offer. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly code: ProblemCode;

	constructor(code: ProblemCode, message: string) {
		super(message);
		this.code = code;
	}
}
