import type { Log } from "@domains/kit/log.ts";
import type { Update } from "grammy/types";
import type { Actions, Unreadable } from "../actions/index.ts";
import type { Intent } from "../rules/intent.ts";
import type { Identity } from "./api/identify.ts";
import type { Call } from "./api/transport.ts";
import type { BotSettings } from "./feature.ts";
import type { Ports } from "./ports.ts";
import type { Texts } from "./screens/texts.ts";
import type { HandledUpdate, UpdateOutcome } from "./updates/handle.ts";
import type { TelegramWebhook } from "./updates/webhook.ts";

export interface BotDeps {
	token: string;
	/** The address of the Bot API server, without a trailing slash. */
	apiRoot: string;
	/** See `FilesDeps`. */
	filesDir: string | null;
	actions: Actions;
	ports: Ports;
	/**
	 * Records that the stored data belongs to this bot. Throws if it belongs to another bot. Called after Telegram has
	 * accepted the token, and before the bot uses any stored data.
	 */
	claim: (identity: Identity) => Promise<void>;
	texts: Texts;
	log: Log;
	settings: BotSettings;
	/** The Telegram ids of the people who may use the bot. Null allows everyone. */
	allowedUsers: ReadonlySet<number> | null;
	/** The most updates per minute that a process handles for one sender. Null means no limit. */
	updatesPerMinute: number | null;
	now: () => Date;
	/** Classifies the text of an update, once per update. Default: `recognise` of `rules`. Tests count the calls. */
	recognise?: (text: string) => Intent;
	/** Aborts at shutdown. The bot then abandons the updates in progress, and Telegram delivers them again. */
	shutdown: AbortSignal;
	/** Rejects when its signal is aborted. */
	sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	onCall: (call: Call) => void;
	onUpdate: (handled: HandledUpdate) => void;
	onUnreadable: Unreadable;
	/**
	 * Called after a poll. `trouble`: a sentence about the problem, for the readiness check. Undefined if the poll
	 * succeeded.
	 */
	onPoll: (trouble: string | undefined) => void;
}

/** The bot. It calls neither Telegram nor the storage before one of these methods is called. */
export interface DomainBot {
	/**
	 * Handles one update from polling or a webhook. Until `claim` has succeeded, returns `redeliver`, and Telegram
	 * delivers the update again.
	 */
	handle(update: Update): Promise<UpdateOutcome>;
	/** Calls `getMe`, then `claim` from `BotDeps`. Throws `telegram_token_refused` if Telegram refuses the token. */
	identify(signal: AbortSignal): Promise<Identity>;
	/**
	 * Sets the bot's commands and descriptions that differ from Telegram's copy. Resolves when none remain to be set, or
	 * when the signal aborts. Never throws.
	 */
	register(signal: AbortSignal): Promise<void>;
	/** Polls for updates until the signal aborts. Only one process may poll at a time. */
	poll(signal: AbortSignal): Promise<void>;
	/** Makes Telegram deliver updates to `address`, with `secret` in a header. */
	setWebhook(webhook: { address: string; secret: string }, signal: AbortSignal): Promise<void>;
	/**
	 * Returns a sentence that describes the problem of the webhook at `address`, or undefined if there is none. A null
	 * `address` means that the bot polls.
	 */
	checkWebhook(address: string | null): Promise<string | undefined>;
	/** Returns the handler of webhook requests that carry this secret. */
	webhook(secret: string): TelegramWebhook;
	/**
	 * The handlers of the queues `bot.screen` and `bot.outbox`. They do nothing until `claim` has succeeded, because the
	 * stored rows may belong to another bot.
	 */
	drawScreen(rowId: string, signal: AbortSignal): Promise<void>;
	sendNotification(rowId: string, signal: AbortSignal): Promise<void>;
	/** Accepts no further updates, waits for those in progress, then closes the connections. */
	close(): Promise<void>;
}
