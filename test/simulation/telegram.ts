import type { Log } from "@domains/kit/log.ts";
import fastify from "fastify";
import { createTelegram, type Telegram } from "local-telegram";

export const botToken = "1000:simulated";

export interface TelegramServer extends AsyncDisposable {
	telegram: Telegram;
	url: string;
}

export async function openTelegram(log: Log): Promise<TelegramServer> {
	const telegram = createTelegram({ token: botToken, log });
	const app = fastify({ forceCloseConnections: true });
	await app.register(telegram.plugin);
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	return {
		telegram,
		url,
		async [Symbol.asyncDispose]() {
			await app.close();
			telegram.close();
		},
	};
}
