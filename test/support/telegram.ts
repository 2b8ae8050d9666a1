import fastify from "fastify";
import { createTelegram, type Telegram, type TelegramOptions } from "local-telegram";
import { onTestFinished } from "vitest";
import { createTestLog } from "./log.ts";

export const token = "1000:test-token";

export interface TelegramServer {
	telegram: Telegram;
	url: string;
	/** As a bot does, with a JSON body. */
	api<Result = unknown>(method: string, params?: Record<string, unknown>): Promise<ApiAnswer<Result>>;
	close(): Promise<void>;
}

/** `result` is present if `ok`. Otherwise the other fields describe the error. */
export interface ApiAnswer<Result> {
	ok: boolean;
	result: Result;
	error_code?: number;
	description?: string;
	parameters?: Record<string, number>;
}

/** By default, on a free port. Closed when the test ends. */
export async function startTelegram(options: Partial<TelegramOptions> = {}, port = 0): Promise<TelegramServer> {
	const telegram = createTelegram({ token, log: createTestLog(), ...options });
	const app = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 });
	await app.register(telegram.plugin);
	const url = await app.listen({ host: "127.0.0.1", port });
	let closed: Promise<void> | undefined;
	const close = async (): Promise<void> => {
		await app.close();
		telegram.close();
	};
	const once = (): Promise<void> => (closed ??= close());
	onTestFinished(once);
	return {
		telegram,
		url,
		async api<Result>(method: string, params: Record<string, unknown> = {}) {
			const response = await fetch(`${url}/bot${token}/${method}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(params),
			});
			return (await response.json()) as ApiAnswer<Result>;
		},
		close: once,
	};
}
