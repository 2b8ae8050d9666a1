import type { Core } from "../core.ts";
import { queueMembershipUpdate } from "../groups.ts";
import { memberObject } from "../objects/chat.ts";
import { findPerson } from "./chat-access.ts";

/** If this changes anything, the bot gets a `my_chat_member` update. */
export function setBlocked(core: Core, personId: number, blocked: boolean): void {
	const { state } = core;
	const person = findPerson(state, personId);
	if (person.blocked === blocked) return;
	state.store.transact(() => {
		const before = memberObject(state, { kind: "private", person }, state.bot.id);
		const next = { ...person, blocked };
		state.people.put(personId, next);
		const chat = { kind: "private", person: next } as const;
		queueMembershipUpdate(core, chat, personId, before, memberObject(state, chat, state.bot.id));
	});
}
