import { join } from "node:path";
import { createCalls } from "./calls.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Core } from "./core.ts";
import { createDispatch } from "./dispatch.ts";
import { createFaults } from "./faults.ts";
import { asText } from "./http/bot-api.ts";
import { createInline } from "./inline.ts";
import type { Log } from "./log.ts";
import { createPeople } from "./person/people.ts";
import { createPresence } from "./presence.ts";
import { createFloods, type FloodLimits } from "./rules/floods.ts";
import { createServer } from "./server.ts";
import { StartError } from "./start-error.ts";
import { forgetfulJournal, lockDirectory, openJournal } from "./state/journal.ts";
import { createState } from "./state/state.ts";
import { createStore, diskBlobs, memoryBlobs } from "./state/store.ts";
import { createPolling } from "./updates/polling.ts";
import { createUpdates } from "./updates/queue.ts";
import { createDelivery } from "./updates/webhook.ts";

export interface TelegramOptions {
	/** BotFather's format: `<number>:<letters>`. */
	token: string;
	bot?: {
		username?: string;
		first_name?: string;
		inline?: boolean;
		readsAllGroupMessages?: boolean;
		/** The text of an SVG file. */
		picture?: string;
	};
	/**
	 * Chats, files and updates. Without a folder, they are lost when the process ends. Only one process at a time can use
	 * a folder.
	 */
	dataDir?: string;
	log: Log;
	clock?: Clock;
	/** No limits by default. `faqFloods` has the limits of Telegram's FAQ. */
	floods?: FloodLimits;
	/** For a tap or an inline query, in milliseconds. The default is 15,000. Telegram does not publish its limit. */
	answerWithin?: number;
	/**
	 * Host names under which other machines may use the chat page and the routes that act for a person. They may then
	 * also use an IP address. By default, only this machine may.
	 */
	exposedAs?: readonly string[];
	fetch?: typeof fetch;
	random?: () => number;
}

export type Telegram = ReturnType<typeof createTelegram>;

/**
 * Refuses the same calls as Telegram. Throws a `StartError` if the token is malformed or the data folder cannot be
 * used.
 */
export function createTelegram(options: TelegramOptions) {
	const { token, dataDir, log, clock = systemClock, answerWithin = 15_000, random = Math.random } = options;
	const bot = identity(token, options.bot);
	using opening = new DisposableStack();
	if (dataDir !== undefined) opening.defer(lockDirectory(dataDir));
	const store = opening.adopt(createStore(dataDir === undefined ? forgetfulJournal : openJournal(dataDir)), (each) =>
		each.close(),
	);
	const state = createState(store, bot);
	const blobs = dataDir === undefined ? memoryBlobs() : diskBlobs(join(dataDir, "files"));
	const updates = createUpdates(state, clock);
	const presence = opening.adopt(createPresence(clock), (each) => each.close());
	const core: Core = { state, blobs, clock, updates, presence, inline: createInline(clock), log };

	const calls = createCalls(clock, token);
	const faults = createFaults(updates);
	const polling = opening.adopt(createPolling(state, updates, clock), (each) => each.close());
	const call = (method: string, params: Record<string, unknown>): void => {
		const values = new Map(Object.entries(params).map(([name, value]) => [name, asText(value)]));
		void dispatch({ method, given: { values, files: new Map() }, shown: params }, new AbortController().signal);
	};
	const toWebhook = { state, updates, clock, log, random, fetch: options.fetch ?? fetch, call };
	const delivery = opening.adopt(createDelivery(toWebhook), (each) => each.close());
	store.onCommit((changes) => {
		if (changes.some(({ table }) => table === "updates")) delivery.pump();
	});

	const floods = options.floods === undefined ? undefined : createFloods(options.floods);
	const flood = (chat: number): number => floods?.take(chat, clock.now()) ?? 0;
	const dispatch = createDispatch({ context: { ...core, polling, delivery, flood, answerWithin }, calls, faults });
	const people = createPeople(core);
	const plugin = createServer({
		core,
		token,
		dispatch,
		calls,
		faults,
		people,
		exposedAs: options.exposedAs ?? null,
		picture: options.bot?.picture,
		beforeClose: polling.close,
	});
	delivery.pump();

	const parts = opening.move();
	return {
		plugin,
		people,
		faults,
		/** Refused calls, and accepted calls with a likely mistake. */
		refusals: calls.refusals,
		calls: calls.calls,
		/** The page shows calls to other services too. */
		record: calls.record,
		close: (): void => parts.dispose(),
	};
}

/** Undefined if the text is not a token. */
export function botIdOf(token: string): number | undefined {
	const [, id] = /^([1-9]\d{0,15}):[\w-]+$/.exec(token) ?? [];
	return id === undefined ? undefined : Number(id);
}

function identity(token: string, bot: TelegramOptions["bot"] = {}) {
	const id = botIdOf(token);
	if (id === undefined) throw new StartError("token_malformed", "a Telegram token is <number>:<letters>");
	const { username = "local_bot", first_name = "Local bot", inline = true, readsAllGroupMessages = false } = bot;
	const hasPicture = bot.picture !== undefined;
	return { id, username, first_name, inline, readsAllGroupMessages, hasPicture };
}
