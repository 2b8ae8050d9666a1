import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { onTestFinished } from "vitest";
import { type BotDeps, createBot, type DomainBot } from "../../src/bot/index.ts";
import type { Call } from "../../src/bot/transport.ts";
import { createPace } from "../../src/postgres/pace.ts";
import { createChatStore } from "../../src/store/chats.ts";
import { createOutboxStore } from "../../src/store/outbox.ts";
import { createScreenStore } from "../../src/store/screens.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import type { Person } from "../../src/telegram/protocol.ts";
import { createTelegram, type Telegram } from "../../src/telegram/telegram.ts";
import { createDesk, type Desk } from "../actions/setup.ts";
import { type Chat, type ChatOptions, openChat } from "../support/chat.ts";
import type { SmallAccount } from "../support/small-service.ts";
import { token } from "../support/telegram.ts";
import { texts } from "../support/texts.ts";

export interface BotUnderTest extends AsyncDisposable {
	bot: DomainBot;
	desk: Desk;
	telegram: Telegram;
	url: string;
	calls: Call[];
	/** Somebody new to the bot. */
	meet(language?: string): Promise<Person>;
	/** Opens the private chat of somebody new, or of the person given; closed when the test ends. */
	chat(options?: Partial<ChatOptions>): Promise<Chat>;
	/** The chat of somebody new whose account is connected already. */
	customer(): Promise<Chat & { account: SmallAccount }>;
	/** Another process on the same rows; it handles what it is given. */
	replica(): Promise<DomainBot>;
	/** Stops the bot and starts another one on the same rows. */
	restart(): Promise<void>;
	/** Moves the time of the database and of the bot. */
	advance(milliseconds: number): Promise<void>;
	/** Does what the workers would: everything that is due, and what is only paced, until nothing is. */
	work(): Promise<void>;
}

/** The real bot over the real verbs, a real database, the local Telegram and a small service; it polls. */
export async function startBot(change: Partial<BotDeps> = {}): Promise<BotUnderTest> {
	await using stack = new AsyncDisposableStack();
	const desk = stack.use(await createDesk());
	const telegram = createTelegram({ token, log: desk.log });
	const app = fastify({ forceCloseConnections: true });
	await app.register(telegram.plugin);
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	stack.defer(async () => {
		await app.close();
		telegram.close();
	});
	const { sql } = desk.database;
	const calls: Call[] = [];
	let offset = 0;
	const given: BotDeps = {
		token,
		apiRoot: url,
		actions: desk.actions,
		ports: {
			chats: createChatStore(sql),
			screens: createScreenStore(sql),
			outbox: createOutboxStore(sql, createPace(sql)),
		},
		texts,
		log: desk.log,
		settings: { serviceName: null, sandbox: false, supportUrl: null, topUpUrl: null },
		allowedUsers: null,
		now: () => new Date(Date.now() + offset),
		sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal }),
		onCall: (call) => void calls.push(call),
		onPoll: () => {},
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

	async function advance(milliseconds: number): Promise<void> {
		offset += milliseconds;
		await desk.database.advance(milliseconds);
	}

	async function work(): Promise<void> {
		const { signal } = new AbortController();
		for (let round = 0; round < 50; round += 1) {
			await desk.settle();
			const screens = await desk.database.db.execute<{ id: string }>(dueRows["bot.screen"]);
			const outbox = await desk.database.db.execute<{ id: string }>(dueRows["bot.outbox"]);
			for (const { id } of outbox) await running.bot.sendAlert(id, signal);
			for (const { id } of screens) await running.bot.drawScreen(id, signal);
			if (screens.length + outbox.length > 0) continue;
			const [paced] = await sql`
				select from bot.screens where rev > shown_rev and wake_at < clock() + interval '5 s'
				union all select from bot.outbox where state = 'waiting' and wake_at < clock() + interval '5 s'`;
			if (!paced) return;
			await advance(1_000);
		}
		throw new Error("something is always due");
	}

	const parts = stack.move();
	return {
		get bot() {
			return running.bot;
		},
		async replica() {
			const replica = createBot(given);
			await replica.introduce();
			onTestFinished(() => replica.close());
			return replica;
		},
		async restart() {
			await running.stop();
			running = await begin(given);
		},
		desk,
		telegram,
		url,
		calls,
		meet,
		chat,
		work,
		advance,
		async customer() {
			const { id } = await meet();
			const { account } = await desk.customer(id);
			return Object.assign(await chat({ person: id }), { account });
		},
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** A bot that polls until it is stopped. */
async function begin(given: BotDeps): Promise<{ bot: DomainBot; stop(): Promise<void> }> {
	const bot = createBot(given);
	await bot.introduce();
	const end = new AbortController();
	const polling = bot.poll(end.signal);
	return {
		bot,
		async stop() {
			end.abort();
			await polling;
			await bot.close();
		},
	};
}
