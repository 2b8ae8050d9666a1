import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@domains/kit/log.ts";
import { clock } from "@domains/kit/postgres/clock.ts";
import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import fastify from "fastify";
import { createTelegram, type Telegram } from "local-telegram";
import type { Person } from "local-telegram/protocol.ts";
import { expect, onTestFinished, vi } from "vitest";
import type { Actions } from "../../src/actions/index.ts";
import type { Call } from "../../src/bot/api/transport.ts";
import { type BotDeps, createBot, type DomainBot } from "../../src/bot/index.ts";
import { createChatStore } from "../../src/store/chats.ts";
import { createOutboxStore } from "../../src/store/outbox.ts";
import { createScreenStore } from "../../src/store/screens.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import { type ActionsFixture, createActionsFixture } from "../actions/fixture.ts";
import { createForeignWorld, createRealWorld } from "../actions/real-world.ts";
import { type Chat, type ChatOptions, openChat } from "../support/chat.ts";
import type { TestDatabase } from "../support/database.ts";
import type { SmallAccount } from "../support/small-service.ts";
import { token } from "../support/telegram.ts";
import { texts } from "../support/texts.ts";

type RealWorld = Awaited<ReturnType<typeof createRealWorld>>;
type ForeignWorld = Awaited<ReturnType<typeof createForeignWorld>>;

/** The parts that a bot under test needs, except for Telegram. */
interface Ground {
	database: TestDatabase;
	actions: Actions;
	log: Log;
}

export interface BotInTalk extends AsyncDisposable {
	bot: DomainBot;
	/** Resolves when the bot has registered its commands and descriptions with Telegram. */
	registered: Promise<void>;
	telegram: Telegram;
	url: string;
	calls: Call[];
	/** Creates a person who is new to the bot. */
	meet(language?: string): Promise<Person>;
	/**
	 * Opens the private chat of the given person. Without a person, creates a new one. The chat closes when the test
	 * ends. The test then fails if Telegram refused a call of the bot that the test did not allow with `expectsRefusal`.
	 */
	chat(options?: Partial<ChatOptions>): Promise<Chat>;
	/**
	 * Starts a second bot process on the same database. It does not poll, so it handles only updates that a test passes
	 * to it.
	 */
	replica(): Promise<DomainBot>;
	/** Stops the bot and starts a new one on the same database. */
	restart(): Promise<void>;
	/** Advances the clock of the database and of the bot. */
	advance(milliseconds: number): Promise<void>;
}

export interface BotUnderTest extends BotInTalk {
	fixture: ActionsFixture;
	/** Creates a person and connects the bot to the person's account at the fake registrar. Opens their chat. */
	customer(): Promise<Chat & { account: SmallAccount }>;
	/**
	 * Runs all due jobs until none is left. Some messages wait a few seconds for the rate limit. For these, advances the
	 * clock and sends them too.
	 */
	work(): Promise<void>;
}

/**
 * Starts a bot with a real database, the local Telegram and a small fake registrar. The bot polls for updates. Jobs run
 * only when a test calls `work`.
 */
export async function startBot(change: Partial<BotDeps> = {}): Promise<BotUnderTest> {
	await using stack = new AsyncDisposableStack();
	const fixture = stack.use(await createActionsFixture());
	const talk = stack.use(await talkOver(fixture, change));
	const { sql, db } = fixture.database;

	async function work(): Promise<void> {
		const { signal } = new AbortController();
		for (let round = 0; round < 50; round += 1) {
			await fixture.settle();
			const screens = await db.execute<{ id: string }>(dueRows["bot.screen"](clock));
			const outbox = await db.execute<{ id: string }>(dueRows["bot.outbox"](clock));
			for (const { id } of outbox) await talk.bot.sendNotification(id, signal);
			for (const { id } of screens) await talk.bot.drawScreen(id, signal);
			if (screens.length + outbox.length > 0) continue;
			const [limited] = await sql`
				select from bot.screens where rev > shown_rev and wake_at < clock() + interval '5 s'
				union all select from bot.outbox where state = 'waiting' and wake_at < clock() + interval '5 s'`;
			if (!limited) return;
			await talk.advance(1_000);
		}
		throw new Error("something is always due");
	}

	async function customer(): Promise<Chat & { account: SmallAccount }> {
		const { id } = await talk.meet();
		const { account } = await fixture.customer(id);
		return Object.assign(await talk.chat({ person: id }), { account });
	}

	const parts = stack.move();
	return Object.assign(talk, { fixture, work, customer, [Symbol.asyncDispose]: () => parts.disposeAsync() });
}

/**
 * Starts a bot with a real database, the local Telegram and the built-in service (the project's own registrar). The job
 * queues run all the time.
 */
export async function startWholeBot(): Promise<BotInTalk & { ground: RealWorld }> {
	return startOver(await createRealWorld(), { sandbox: true });
}

/** Starts a bot like `startWholeBot`, but with a small fake registrar instead of the built-in service. */
export async function startForeignBot(): Promise<BotInTalk & { ground: ForeignWorld }> {
	return startOver(await createForeignWorld(), { sandbox: false });
}

async function startOver<World extends RealWorld | ForeignWorld>(
	ground: World,
	{ sandbox }: { sandbox: boolean },
): Promise<BotInTalk & { ground: World }> {
	await using stack = new AsyncDisposableStack();
	stack.use(ground);
	const settings = { serviceName: null, sandbox, supportUrl: null, topUpUrl: null };
	const talk = stack.use(await talkOver(ground, { settings }));
	const queues = { "bot.screen": { handle: talk.bot.drawScreen }, "bot.outbox": { handle: talk.bot.sendNotification } };
	stack.use(ground.jobs.work({ db: ground.database.db, queues }));
	const parts = stack.move();
	return Object.assign(talk, { ground, [Symbol.asyncDispose]: () => parts.disposeAsync() });
}

/** Starts a new local Telegram and a bot that uses it. */
async function talkOver({ database, actions, log }: Ground, change: Partial<BotDeps>): Promise<BotInTalk> {
	await using stack = new AsyncDisposableStack();
	const telegram = createTelegram({ token, log });
	const app = fastify({ forceCloseConnections: true });
	await app.register(telegram.plugin);
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	stack.defer(async () => {
		await app.close();
		telegram.close();
	});
	const { sql } = database;
	const calls: Call[] = [];
	let offset = 0;
	const given: BotDeps = {
		token,
		apiRoot: url,
		actions,
		ports: {
			chats: createChatStore(sql),
			screens: createScreenStore(sql),
			outbox: createOutboxStore(sql, createRateLimiter(sql)),
		},
		claim: async () => {},
		texts,
		log,
		settings: { serviceName: null, sandbox: false, supportUrl: null, topUpUrl: null },
		filesDir: null,
		allowedUsers: null,
		updatesPerMinute: null,
		now: () => new Date(Date.now() + offset),
		sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal }),
		onCall: (call) => void calls.push(call),
		onUpdate: () => {},
		onUnreadable: () => {},
		onPoll: () => {},
		shutdown: new AbortController().signal,
		...change,
	};
	let running = await begin(given);
	stack.defer(() => running.stop());

	async function meet(language_code = "en"): Promise<Person> {
		const body = JSON.stringify({ first_name: "Anna", language_code });
		const headers = { "content-type": "application/json" };
		const response = await fetch(`${url}/people`, { method: "POST", headers, body });
		return (await response.json()) as Person;
	}

	async function chat(options: Partial<ChatOptions> = {}): Promise<Chat> {
		const opened = await openChat({ url, person: options.person ?? (await meet()).id, ...options });
		onTestFinished(async () => {
			opened.close();
			await opened.expectNoRefusals();
		});
		return opened;
	}

	/**
	 * Advances the clock, but first waits until no message is being sent. A worker reserves a message until `lease_until`
	 * while it sends the message. After that time, another worker would send the message again.
	 */
	async function advance(milliseconds: number): Promise<void> {
		await vi.waitFor(
			async () => expect(await database.sql`select id from bot.screens where lease_until > clock()`).toEqual([]),
			{ timeout: 30_000 },
		);
		offset += milliseconds;
		await database.advance(milliseconds);
	}

	const parts = stack.move();
	return {
		get bot() {
			return running.bot;
		},
		get registered() {
			return running.registered;
		},
		async replica() {
			const replica = createBot(given);
			await replica.identify(given.shutdown);
			onTestFinished(() => replica.close());
			return replica;
		},
		async restart() {
			await running.stop();
			running = await begin(given);
		},
		telegram,
		url,
		calls,
		meet,
		chat,
		advance,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** Starts a bot that polls for updates until `stop` is called. */
async function begin(given: BotDeps): Promise<{ bot: DomainBot; registered: Promise<void>; stop(): Promise<void> }> {
	const bot = createBot(given);
	await bot.identify(given.shutdown);
	const end = new AbortController();
	const polling = bot.poll(end.signal);
	const registered = bot.register(end.signal);
	return {
		bot,
		registered,
		async stop() {
			end.abort();
			await Promise.all([polling, registered]);
			await bot.close();
		},
	};
}
