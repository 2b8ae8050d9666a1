import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Vault } from "../vault/index.ts";
import { makeDataDir } from "./data-dir.ts";
import { startTelegram } from "./start-telegram.ts";

/** The Telegram that the bot talks to. */
export interface TelegramPart extends Disposable {
	token: string;
	apiRoot: string;
	/** The address at which it reaches this process, if it delivers by webhook. */
	callbackUrl: string | undefined;
	/** The local Telegram and its page; null with a real one. */
	plugin: FastifyPluginAsync | null;
}

interface TelegramOptions {
	config: Config;
	log: Log;
	vault: Vault;
	/** The address at which this process listens. */
	ownUrl: string;
}

/** The id can be any number: the local Telegram knows one bot. */
export const localBot = 7_000_000_001;

/** Returns the host names at which an exposed page can be opened. */
function ownHosts({ host, publicUrl }: Config["http"]): string[] {
	return [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
}

export async function openTelegram({ config, log, vault, ownUrl }: TelegramOptions): Promise<TelegramPart> {
	const { token, apiRoot } = config.telegram;
	if (token) return { token, apiRoot, callbackUrl: config.http.publicUrl, plugin: null, [Symbol.dispose]: () => {} };
	await makeDataDir(config.dataDir);
	const localToken = `${localBot}:${vault.fingerprint("token of the local Telegram")}`;
	const telegram = startTelegram({
		token: localToken,
		dataDir: join(config.dataDir, "telegram"),
		log: log.child({ part: "telegram" }),
		...(config.http.expose.has("page") && { exposedAs: ownHosts(config.http) }),
	});
	return {
		token: localToken,
		apiRoot: ownUrl,
		callbackUrl: ownUrl,
		plugin: telegram.plugin,
		[Symbol.dispose]: () => telegram.close(),
	};
}
