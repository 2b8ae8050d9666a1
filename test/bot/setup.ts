import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type BotDeps, createBot, type DomainBot } from "../../src/bot/index.ts";
import type { Call } from "../../src/bot/transport.ts";
import { createPace } from "../../src/postgres/pace.ts";
import { createChatStore } from "../../src/store/chats.ts";
import { createOutboxStore } from "../../src/store/outbox.ts";
import { createScreenStore } from "../../src/store/screens.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import { createDesk, type Desk } from "../actions/setup.ts";
import { type Chat, type ChatOptions, openChat } from "../support/chat.ts";
import { startTelegram, type TelegramServer, token } from "../support/telegram.ts";
import { texts } from "../support/texts.ts";

export interface BotUnderTest {
	bot: DomainBot;
	desk: Desk;
	server: TelegramServer;
	calls: Call[];
	/** Opens the private chat of a person, closed and checked for refused calls when the test ends. */
	chat(options?: Partial<ChatOptions>): Promise<Chat>;
	/** A chat of somebody whose account is connected already. */
	customer(person?: number): Promise<Chat>;
	/** Does what the workers would: everything that is due, until nothing is. */
	work(): Promise<void>;
}

/** The real bot over the real verbs, a real database, the local Telegram and a small service; it polls. */
export async function startBot(change: Partial<BotDeps> = {}): Promise<BotUnderTest> {
	const desk = await createDesk();
	onTestFinished(() => desk[Symbol.asyncDispose]());
	const server = await startTelegram();
	const { sql } = desk.database;
	const calls: Call[] = [];
	const bot = createBot({
		token,
		apiRoot: server.url,
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
		now: () => new Date(),
		sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal }),
		onCall: (call) => void calls.push(call),
		onPoll: () => {},
		...change,
	});
	await bot.introduce();
	const stop = new AbortController();
	const polling = bot.poll(stop.signal);
	onTestFinished(async () => {
		stop.abort();
		await polling;
		await bot.close();
	});

	async function chat(options: Partial<ChatOptions> = {}): Promise<Chat> {
		const opened = await openChat({ url: server.url, ...options });
		onTestFinished(async () => {
			opened.close();
			await opened.expectNoRefusals();
		});
		return opened;
	}

	async function work(): Promise<void> {
		const { signal } = stop;
		for (let round = 0; round < 50; round += 1) {
			await desk.settle();
			const screens = await desk.database.db.execute<{ id: string }>(dueRows["bot.screen"]);
			const outbox = await desk.database.db.execute<{ id: string }>(dueRows["bot.outbox"]);
			if (screens.length + outbox.length === 0) return;
			for (const { id } of outbox) await bot.sendAlert(id, signal);
			for (const { id } of screens) await bot.drawScreen(id, signal);
		}
		throw new Error("something is always due");
	}

	return {
		bot,
		desk,
		server,
		calls,
		chat,
		work,
		async customer(person = 1001) {
			await desk.customer(person);
			return await chat({ person });
		},
	};
}
