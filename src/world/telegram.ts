import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError, type ErrorCode } from "@domains/kit/errors.ts";
import { addBytesRoute } from "@domains/kit/http/app.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Vault } from "@domains/kit/vault.ts";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { createTelegram, type Telegram, type TelegramOptions } from "local-telegram";
import type { ServiceCall } from "local-telegram/protocol.ts";
import { StartError, type StartErrorCode } from "local-telegram/start-error.ts";
import type { Actions } from "../actions/index.ts";
import type { DomainBot } from "../bot/deps.ts";
import { allowedUpdates } from "../bot/updates/kinds.ts";
import type { Exchange } from "../client/send.ts";
import type { Config } from "../config.ts";
import { makeDataDir } from "./data-dir.ts";

const updates: readonly string[] = allowedUpdates;
/** A chat page with inline mode offers searches. Without this type of update, the bot would not answer them. */
const answersInline = updates.includes("inline_query");

export interface TelegramPart extends Disposable {
	token: string;
	apiRoot: string;
	/** Telegram can deliver updates to this address; undefined if the bot must poll. */
	callbackUrl: string | undefined;
	/** Serves the local Telegram and its chat page; null for the real Telegram. */
	plugin: FastifyPluginAsync | null;
	/** Null with the real Telegram, which has no page. */
	record: ((exchange: Exchange) => void) | null;
}

interface PartOptions {
	config: Config;
	log: Log;
	vault: Vault;
	/** This process listens there. */
	ownUrl: string;
}

/** Arbitrary: the local Telegram has only one bot. */
export const localBot = 7_000_000_001;

const picture = join(import.meta.dirname, "bot-picture.svg");

/** Other machines can open the local Telegram's page under these names. */
function ownHosts({ host, publicUrl }: Config["http"]): string[] {
	return [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
}

export async function openTelegram({ config, log, vault, ownUrl }: PartOptions): Promise<TelegramPart> {
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
		bot: {
			username: "domain_trading_bot",
			first_name: "Domain Trading Bot",
			picture: readFileSync(picture, "utf8"),
			inline: answersInline,
		},
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

/** The chat page formats a parsed value. Only a short text is parsed, of a long one only the beginning is shown. */
function shortJson(text: string): unknown {
	if (text.length > longestBody) return `${text.slice(0, longestBody)}…`;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const codes: Record<StartErrorCode, ErrorCode> = {
	token_malformed: "config_invalid",
	already_running: "already_running",
	data_dir_unusable: "data_dir_unusable",
};

/** Turns its `StartError` into an `AppError`. */
function startTelegram(options: TelegramOptions): Telegram {
	try {
		return createTelegram(options);
	} catch (cause) {
		if (!(cause instanceof StartError)) throw cause;
		throw new AppError(codes[cause.code], cause.message, { cause });
	}
}

/** The secret proves that Telegram sent an update. */
type Webhook = ReturnType<typeof createWebhook>;

const bodyLimit = 1024 * 1024;

/**
 * Derived from the vault's key and the bot's token: other programs cannot guess them, and every process with this key
 * gets the same.
 */
export function createWebhook(vault: Vault, token: string, callbackUrl: string) {
	const path = vault.fingerprint(`webhook path of ${token}`);
	const secret = vault.fingerprint(`webhook secret of ${token}`);
	return { address: `${callbackUrl}/telegram/${path}`, path, secret };
}

/**
 * Answers 200 once the update is processed. Without the right path and secret it answers 404 and does not read the
 * body.
 */
export function addUpdates(app: FastifyInstance, { path, secret }: Webhook, bot: Pick<DomainBot, "webhook">): void {
	const webhook = bot.webhook(secret);
	// Logs and metrics show only the pattern, and so do not reveal the path.
	app.post<{ Params: { path: string } }>("/telegram/:path", {
		bodyLimit,
		onRequest: async ({ params, headers }, reply) => {
			const isTelegram = params.path === path && webhook.isFrom(headers["x-telegram-bot-api-secret-token"]);
			if (!isTelegram) return reply.callNotFound();
		},
		handler: async ({ body }, reply) => reply.code(await webhook.settle(body)).send({}),
	});
}

/** Answers 200 once the registrar service's event is stored. The path identifies an account. */
export function addEvents(app: FastifyInstance, { event }: Pick<Actions, "event">): void {
	addBytesRoute(app, "/events", ({ key, headers, bytes }) => event.receive({ path: key, headers, bytes }));
}
