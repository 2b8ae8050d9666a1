import type { MenuButton } from "grammy/types";
import type { UpdateType } from "../rules/updates.ts";
import type {
	CommandsRow,
	FileRow,
	GroupRow,
	MessageRow,
	PersonRow,
	ReadRow,
	TapRow,
	UpdateRow,
	WebhookRow,
} from "./rows.ts";
import type { Store } from "./store.ts";

export interface BotIdentity {
	id: number;
	username: string;
	first_name: string;
	/** On Telegram, the bot's owner changes this setting, `readsAllGroupMessages` and the picture with BotFather. */
	inline: boolean;
	readsAllGroupMessages: boolean;
	hasPicture: boolean;
}

/** Update ids begin at a high number, so that they cannot be confused with message ids. */
const firstNumbers = {
	update: 80_000_001,
	message: 1,
	person: 1004,
	group: 4_000_000_001,
	query: 1,
	file: 0,
	album: 1,
};
type Counter = keyof typeof firstNumbers;

const firstPeople: PersonRow[] = [
	{ id: 1001, first_name: "Anna", username: "anna", language_code: "en", started: false, blocked: false },
	{ id: 1002, first_name: "Boris", username: "boris", language_code: "ru", started: false, blocked: false },
	{ id: 1003, first_name: "Carla", username: "carla", language_code: "es", started: false, blocked: false },
];

/** Adds the first people if there are none. */
export function createState(store: Store, bot: BotIdentity) {
	const counters = store.table<number>("counters");
	const settings = store.table<unknown>("settings");
	const messages = store.table<MessageRow>("messages", (row) => row.chat);
	const people = store.table<PersonRow>("people");

	const setting = <Value>(name: string) => ({
		// The cast is safe: each setting is read and written only here, always with the same type.
		get: () => settings.get(name) as Value | undefined,
		put: (value: Value) => settings.put(name, value),
		clear: () => settings.delete(name),
	});

	const next = (counter: Counter, of = ""): number => {
		const number = counters.get(counter + of) ?? firstNumbers[counter];
		counters.put(counter + of, number + 1);
		return number;
	};

	if (people.rows().length === 0) {
		store.transact(() => {
			for (const person of firstPeople) people.put(person.id, person);
		});
	}

	return {
		bot,
		store,
		people,
		groups: store.table<GroupRow>("groups"),
		files: store.table<FileRow>("files"),
		taps: store.table<TapRow>("taps"),
		updates: store.table<UpdateRow>("updates", (row) => row.queue),
		commands: store.table<CommandsRow>("commands"),
		/** The key is the field and the language, such as `name de`. */
		profile: store.table<string>("profile"),
		menuButtons: store.table<MenuButton>("menu_buttons"),
		reads: store.table<ReadRow>("reads"),
		webhook: setting<WebhookRow>("webhook"),
		allowedUpdates: setting<readonly UpdateType[]>("allowed_updates"),
		next,
		message: (chat: number, id: number): MessageRow | undefined => messages.get(`${chat} ${id}`),
		messagesOf: (chat: number): MessageRow[] => messages.grouped(chat),
		allMessages: (): MessageRow[] => messages.rows(),
		putMessage: (row: MessageRow): void => messages.put(`${row.chat} ${row.id}`, row),
		deleteMessage: (row: MessageRow): void => messages.delete(`${row.chat} ${row.id}`),
		/**
		 * As on Telegram, all private chats and basic groups share one sequence. Each supergroup and each channel has its
		 * own.
		 */
		nextMessageId: (chat: number): number => next("message", isSupergroup(chat) ? ` ${chat}` : ""),
	};
}

export type State = ReturnType<typeof createState>;

/** Such ids are below -1,000,000,000,000. */
export function isSupergroup(chat: number): boolean {
	return chat < -1_000_000_000_000;
}
