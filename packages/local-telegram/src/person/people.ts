import type { Core } from "../core.ts";
import { queueMembershipUpdate } from "../groups.ts";
import { memberObject } from "../objects/chat.ts";
import type { ChatSummary, ChatView, InlineQuery, NewPerson, PeopleView, Person } from "../protocol.ts";
import { findPerson, findPlace, Problem } from "./chat-access.ts";
import { createGroups } from "./groups.ts";
import { ask, choose, react, tap } from "./tap.ts";
import { botView, chatList, chatView, createStreams, markRead, personView } from "./views.ts";
import { createWriting } from "./write.ts";

/** The functions throw a `Problem` if an action is impossible. */
export function createPeople(core: Core) {
	const { state } = core;
	const streams = createStreams(core);
	return {
		...createWriting(core),
		groups: createGroups(core),
		follow: streams.follow,
		list: (): PeopleView => ({ people: state.people.rows().map(personView), bot: botView(state, "") }),
		add: (person: NewPerson): Person =>
			state.store.transact(() => {
				const id = state.next("person");
				const row = { id, ...person, started: false, blocked: false };
				state.people.put(id, row);
				return personView(row);
			}),
		chats: (person: number): ChatSummary[] => chatList(state, findPerson(state, person)),
		chat(person: number, chat?: number): ChatView {
			markRead(state, person, findPlace(state, person, chat).id);
			return chatView(core, person, chat, streams.revision());
		},
		tap: (person: number, where: Parameters<typeof tap>[2]) => tap(core, person, where),
		react: (person: number, message: number, emoji: string | null, chat?: number): void =>
			react(core, person, message, emoji, chat),
		block: (person: number, blocked: boolean): void => setBlocked(core, person, blocked),
		ask: (person: number, query: InlineQuery) => ask(core, person, query),
		choose: (person: number, what: Parameters<typeof choose>[2]) => choose(core, person, what),
		/** Throws a `Problem` for a file outside the person's chats. */
		download(person: number, fileId: string): { name: string; type: string; bytes: Buffer } {
			const isTheirs = chatList(state, findPerson(state, person)).some(({ chat_id }) =>
				state.messagesOf(chat_id).some(({ content }) => "file" in content && content.file === fileId),
			);
			const row = isTheirs ? state.files.get(fileId) : undefined;
			const bytes = row === undefined ? undefined : core.blobs.get(row.uniqueId);
			if (row === undefined || bytes === undefined) throw new Problem("not_found", "there is no such file");
			return { name: row.name, type: row.mimeType, bytes };
		},
	};
}

export type People = ReturnType<typeof createPeople>;

/** If this changes anything, the bot gets a `my_chat_member` update. */
function setBlocked(core: Core, personId: number, blocked: boolean): void {
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
