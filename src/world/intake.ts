import { setTimeout as sleep } from "node:timers/promises";
import { AppError, isAppError } from "@domains/kit/errors.ts";
import type { Log } from "@domains/kit/log.ts";
import { holdLeadership } from "@domains/kit/postgres/leadership.ts";
import { describeTelegramError } from "../bot/api/health.ts";
import type { Identity } from "../bot/api/identify.ts";
import { classifyTelegramError } from "../bot/api/telegram-error.ts";
import type { DomainBot } from "../bot/deps.ts";

interface IntakeOptions {
	bot: DomainBot;
	log: Log;
	reason: ReadinessReason;
	/** Telegram sends the secret with each update. Null if the bot polls instead. */
	webhook: { address: string; secret: string } | null;
	sessionUrl: string;
	/** Ends the wait for Telegram's first answer; `openUpdates` then returns. */
	signal?: AbortSignal;
}

/** `/ready` reports the problem between the bot and Telegram. Undefined if there is none. */
export interface ReadinessReason {
	reason: string | undefined;
}

const unreachable = "Telegram cannot be reached.";
const answerMs = 5_000;
const longestPauseMs = 15_000;

/**
 * Throws if Telegram refuses the token or the database belongs to another bot. If Telegram does not answer within five
 * seconds, the bot retries later, and `/ready` reports the problem. The bot accepts updates only after `start`.
 */
export async function openUpdates(options: IntakeOptions): Promise<{ start(): AsyncDisposable }> {
	const { bot, log, reason, webhook, sessionUrl, signal: end } = options;
	const closing = new AbortController();
	const first = identify();
	/** The wait that Telegram asked for, in milliseconds; 0 if it did not ask. */
	let asked = 0;
	reason.reason = unreachable;
	const late = sleep(answerMs, null, { ref: false, ...(end && { signal: end }) }).catch(() => null);
	const soon = await Promise.race([first, late]);
	// `start` calls `identify` again and gets the same error.
	first.catch(() => {});
	return {
		start() {
			const identified = soon ? Promise.resolve(soon) : later(identify);
			const taking = identified.then((found) => found && take(found));
			const registered = identified.then((found) => found && bot.register(closing.signal));
			return {
				async [Symbol.asyncDispose]() {
					closing.abort();
					await (await taking)?.[Symbol.asyncDispose]();
					await registered;
				},
			};
		},
	};

	/**
	 * Null if Telegram cannot be reached. Throws if Telegram refuses the token, or if the database belongs to another
	 * bot.
	 */
	async function identify(): Promise<Identity | null> {
		try {
			return await bot.identify(closing.signal);
		} catch (error) {
			if (isAppError(error, "telegram_token_refused")) throw refused(error);
			if (isAppError(error, "another_bot")) throw error;
			recordFailure(error);
			return null;
		}
	}

	async function ask(to: NonNullable<typeof webhook>): Promise<boolean> {
		return await bot.setWebhook(to, closing.signal).then(
			() => {
				reason.reason = undefined;
				return true;
			},
			(error: unknown) => {
				recordFailure(error);
				return false;
			},
		);
	}

	function recordFailure(error: unknown): void {
		const refusal = classifyTelegramError(error);
		asked = refusal.kind === "flood" ? refusal.seconds * 1000 : 0;
		reason.reason = describeTelegramError(error);
		if (!closing.signal.aborted) log.warn({ error }, "the bot could not start; it retries");
	}

	async function later<R>(work: () => Promise<R | null>): Promise<R | null> {
		for (let pause = 1_000; !closing.signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
			await sleep(Math.max(pause, asked), undefined, { signal: closing.signal }).catch(() => {});
			if (closing.signal.aborted) return null;
			const found = await work().catch((error: AppError) => {
				reason.reason = error.message;
				return null;
			});
			if (found) return found;
		}
		return null;
	}

	/**
	 * With a webhook, every process accepts updates. Without one, only one process at a time polls for this bot's
	 * updates.
	 */
	async function take({ id }: Identity): Promise<AsyncDisposable | undefined> {
		reason.reason = undefined;
		if (webhook && !(await ask(webhook))) await later(async () => (await ask(webhook)) || null);
		if (webhook || closing.signal.aborted) return undefined;
		return holdLeadership({ url: sessionUrl, name: `telegram polling ${id}`, log }, (signal) => bot.poll(signal));
	}
}

function refused(cause: AppError): AppError {
	return new AppError("telegram_token_refused", "Telegram does not accept BOT_TOKEN: copy it again from @BotFather", {
		cause,
	});
}
