import type { BotView, ChatSummary, ChatView, PeopleView, Person, ToastView } from "../../protocol.ts";
import { type Actions, actionsOf, addPerson, readChats, readPeople, streamUrl } from "./api.ts";

export interface State {
	people: Person[];
	bot: BotView;
	person: Person;
	chatId: number;
	chats: ChatSummary[];
	/** Undefined while the chat is loading. */
	chat?: ChatView;
	/** The page reconnects automatically. */
	online: boolean;
}

const retryMs = 500;

export type Session = ReturnType<typeof createSession>;

/** Each `chat` event of the server's stream contains the whole chat and replaces the stored one. */
export function createSession(view: PeopleView, person: Person, on: { change(): void; toast(toast: ToastView): void }) {
	const state: State = { ...view, person, chatId: person.id, chats: [], online: false };
	let stream: EventSource | undefined;
	let reading = false;
	let readAgain = false;

	function open(next: Person, chatId: number = next.id): void {
		stream?.close();
		if (next.id !== state.person.id) state.chats = [];
		Object.assign(state, { person: next, chatId, online: false });
		delete state.chat;
		const opened = new EventSource(streamUrl(next.id, chatId));
		stream = opened;
		stream.addEventListener("open", () => set({ online: true }));
		stream.addEventListener("error", () => {
			set({ online: false });
			// The browser reconnects after a lost connection, but not if the server refuses the stream.
			if (opened.readyState === EventSource.CLOSED) setTimeout(() => void goElsewhere(opened), retryMs);
		});
		stream.addEventListener("chat", ({ data }) => receive(JSON.parse(data)));
		stream.addEventListener("toast", ({ data }) => on.toast(JSON.parse(data)));
		on.change();
		void refreshChats();
	}

	/** The private chat, or the chat of the first person if this one no longer exists, for example after a reset. */
	async function goElsewhere(refused: EventSource): Promise<void> {
		const people = (await readPeople().catch(() => undefined))?.people ?? state.people;
		if (refused !== stream) return;
		state.people = people;
		open(people.find(({ id }) => id === state.person.id) ?? people[0] ?? state.person);
	}

	function set(change: Partial<State>): void {
		Object.assign(state, change);
		on.change();
	}

	function receive(chat: ChatView): void {
		if (chat.person.id !== state.person.id || chat.chat.id !== state.chatId) return;
		set({ chat, bot: chat.bot });
		void refreshChats();
	}

	/** If a request is already running, sends a second one after it, because the answer to the first may be outdated. */
	async function refreshChats(): Promise<void> {
		readAgain = reading;
		if (reading) return;
		reading = true;
		const { id } = state.person;
		const answer = await readChats(id).catch(() => undefined);
		reading = false;
		if (answer && id === state.person.id) set({ chats: answer.chats });
		if (readAgain) await refreshChats();
	}

	return {
		state,
		open,
		refreshChats,
		actions: (): Actions => actionsOf(state.person.id, state.chatId),
		async add(...[person]: Parameters<typeof addPerson>): Promise<void> {
			const added = await addPerson(person);
			state.people = (await readPeople()).people;
			open(added);
		},
	};
}

/** Shows the error of a failed action. Returns true if it succeeded. */
export type Perform = (work: () => Promise<unknown>) => Promise<boolean>;

export function createPerform(showError: (text: string) => void): Perform {
	return async (work) => {
		try {
			await work();
			return true;
		} catch (error) {
			showError(error instanceof Error ? error.message : String(error));
			return false;
		}
	};
}
