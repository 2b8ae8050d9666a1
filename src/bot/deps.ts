import type { Update } from "grammy/types";
import type { Actions } from "../actions/index.ts";
import type { Log } from "../log.ts";
import type { Identity } from "./api/identify.ts";
import type { Call } from "./api/transport.ts";
import type { BotSettings } from "./feature.ts";
import type { Ports } from "./ports.ts";
import type { Texts } from "./screens/texts.ts";
import type { HandledUpdate, UpdateOutcome } from "./updates/handle.ts";
import type { TelegramWebhook } from "./updates/webhook.ts";

export interface BotDeps {
	token: string;
	/** Without a slash at its end. */
	apiRoot: string;
	actions: Actions;
	ports: Ports;
	/** Told once Telegram has accepted the token, before anything is done for it; throws where the storage is another bot's. */
	claim: (identity: Identity) => Promise<void>;
	texts: Texts;
	log: Log;
	settings: BotSettings;
	/** Numeric ids; null lets everyone in. */
	allowedUsers: ReadonlySet<number> | null;
	/** What one person may send to one process; null is no limit. */
	updatesPerMinute: number | null;
	now: () => Date;
	/** What is being handled when it aborts is given up: Telegram delivers those updates once more. */
	shutdown: AbortSignal;
	/** Rejects when its signal is aborted. */
	sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	onCall: (call: Call) => void;
	onUpdate: (handled: HandledUpdate) => void;
	/** What readiness shows while the bot polls. */
	onPoll: (trouble: string | undefined) => void;
}

/** The bot, built and silent: Telegram is not asked for anything before one of these is called. */
export interface DomainBot {
	/** Settles one update, wherever it came from: `again` before the storage is claimed. */
	handle(update: Update): Promise<UpdateOutcome>;
	/** Asks who we are and claims the storage. A refused token throws `telegram_token_refused`. */
	identify(signal: AbortSignal): Promise<Identity>;
	/** Gives Telegram our commands and descriptions where it has others; resolves when that is done. Never throws. */
	register(signal: AbortSignal): Promise<void>;
	/** Takes updates by long polling until the signal ends it. One process at a time may do so. */
	poll(signal: AbortSignal): Promise<void>;
	/** Has updates delivered to `address` with `secret` in their header. */
	setWebhook(webhook: { address: string; secret: string }, signal: AbortSignal): Promise<void>;
	/** What is wrong with how we stand with Telegram, which should deliver to `address` or, with null, wait to be asked. */
	checkWebhook(address: string | null): Promise<string | undefined>;
	/** What answers at that address. */
	webhook(secret: string): TelegramWebhook;
	/** The handlers of `bot.screen` and `bot.outbox`; before the storage is claimed they leave the row as it is. */
	drawScreen(rowId: string, signal: AbortSignal): Promise<void>;
	sendAlert(rowId: string, signal: AbortSignal): Promise<void>;
	/** Takes no more updates, waits for what is being handled, then lets go of the connections. */
	close(): Promise<void>;
}
