import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "@domains/kit/log.ts";
import type { Vault } from "@domains/kit/vault/index.ts";
import type { FastifyPluginAsync } from "fastify";
import type { ServiceCall } from "local-telegram/protocol.ts";
import type { Exchange } from "../client/send.ts";
import type { Config } from "../config.ts";
import { makeDataDir } from "./data-dir.ts";
import { startTelegram } from "./start-telegram.ts";

/** The Telegram that the bot uses: the real one or the local one. */
export interface TelegramPart extends Disposable {
	token: string;
	apiRoot: string;
	/** The address of this process to which Telegram can deliver updates; undefined if the bot must poll for them. */
	callbackUrl: string | undefined;
	/** The Fastify plugin that serves the local Telegram and its chat page; null for the real Telegram. */
	plugin: FastifyPluginAsync | null;
	/** Shows a call to the registrar service on the local Telegram's page; null with the real Telegram. */
	record: ((exchange: Exchange) => void) | null;
}

interface TelegramOptions {
	config: Config;
	log: Log;
	vault: Vault;
	/** The address at which this process listens. */
	ownUrl: string;
}

/** The id of the local Telegram's only bot, an arbitrary number. */
export const localBot = 7_000_000_001;

const picture = join(import.meta.dirname, "bot-picture.svg");

/** Returns the host names under which other machines can open the local Telegram's page. */
function ownHosts({ host, publicUrl }: Config["http"]): string[] {
	return [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
}

export async function openTelegram({ config, log, vault, ownUrl }: TelegramOptions): Promise<TelegramPart> {
	const { token, apiRoot } = config.telegram;
	if (token)
		return {
			token,
			apiRoot,
			callbackUrl: config.http.publicUrl,
			plugin: null,
			record: null,
			[Symbol.dispose]: () => {},
		};
	await makeDataDir(config.dataDir);
	const localToken = `${localBot}:${vault.fingerprint("token of the local Telegram")}`;
	const telegram = startTelegram({
		token: localToken,
		bot: { username: "domain_trading_bot", first_name: "Domain Trading Bot", picture: readFileSync(picture, "utf8") },
		dataDir: join(config.dataDir, "telegram"),
		log: log.child({ part: "telegram" }),
		...(config.http.expose.has("page") && { exposedAs: ownHosts(config.http) }),
	});
	return {
		token: localToken,
		apiRoot: ownUrl,
		callbackUrl: ownUrl,
		plugin: telegram.plugin,
		record: (exchange) => telegram.record(serviceCall(config.service.name ?? "Domain Trading Service", exchange)),
		[Symbol.dispose]: () => telegram.close(),
	};
}

const longestBody = 2_000;

function serviceCall(service: string, { method, path, body, status, answer, milliseconds }: Exchange): ServiceCall {
	const params = body === undefined ? {} : { body: shortJson(body) };
	return { service, method: `${method} ${path}`, params, status, answer: shortJson(answer), ms: milliseconds };
}

/**
 * Returns the parsed value of a short JSON text, so that the chat page can format it. Returns any other short text
 * unchanged. Returns only the beginning of a long text.
 */
function shortJson(text: string): unknown {
	if (text.length > longestBody) return `${text.slice(0, longestBody)}…`;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
