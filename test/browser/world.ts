import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@domains/kit/log.ts";
import Fastify from "fastify";
import { Bot } from "grammy";
import { createTelegram, type Telegram } from "local-telegram";

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1" /></svg>';
const token = `7000000001:${"A".repeat(35)}`;

export interface World extends AsyncDisposable {
	url: string;
	bot: Bot;
	/**
	 * Shows a call in the list of API calls on the chat page. `bot` made this call to another service, such as a
	 * registrar's.
	 */
	record: Telegram["record"];
	/** Stops the local Telegram. Returns a function that starts it again on the same port with the same data. */
	stop(): Promise<() => Promise<void>>;
}

/** Starts a local Telegram with its chat page, and a grammY bot that uses it. `prepare` adds the bot's handlers. */
export async function createWorld(prepare: (bot: Bot) => void | Promise<void>): Promise<World> {
	const dataDir = await mkdtemp(join(tmpdir(), "page-"));
	let running = await listen(dataDir, 0);
	const { url, port } = running;
	const bot = new Bot(token, { client: { apiRoot: url } });
	await prepare(bot);
	const polling = bot.start();
	return {
		url,
		bot,
		record: (call) => running.record(call),
		async stop() {
			await running.close();
			return async () => {
				running = await listen(dataDir, port);
			};
		},
		async [Symbol.asyncDispose]() {
			await bot.stop();
			await polling;
			await running.close();
			await rm(dataDir, { recursive: true });
		},
	};
}

async function listen(dataDir: string, port: number) {
	const bot = { username: "trading_bot", first_name: "Trading Bot", picture };
	const telegram: Telegram = createTelegram({ token, dataDir, log: createLog("fatal"), bot });
	const app = Fastify({ forceCloseConnections: true });
	await app.register(telegram.plugin);
	await app.listen({ port, host: "127.0.0.1" });
	const address = app.server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${address.port}`,
		port: address.port,
		record: telegram.record,
		async close() {
			await app.close();
			telegram.close();
		},
	};
}
