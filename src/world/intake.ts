import { setTimeout as sleep } from "node:timers/promises";
import type { DomainBot } from "../bot/index.ts";
import type { Identity } from "../bot/introduce.ts";
import { AppError, isAppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { lead } from "../postgres/lease.ts";

interface IntakeOptions {
	bot: DomainBot;
	log: Log;
	standing: Standing;
	/** Where Telegram delivers updates, and the secret that proves them; null: one process polls. */
	webhook: { address: string; secret: string } | null;
	sessionUrl: string;
	/** Ends the waiting for Telegram. */
	signal?: AbortSignal;
}

/** How the bot stands with Telegram, for `/ready`: undefined when all is well. */
export interface Standing {
	reason: string | undefined;
}

const unreachable = "Telegram cannot be reached.";
const patienceMs = 5_000;
const longestPauseMs = 15_000;

/**
 * Asks Telegram who we are. A refused token and a database of another bot end the start; a Telegram that does not
 * answer soon is asked again and again while `/ready` says so. Updates come in once `start` is called.
 */
export async function openIntake({
	bot,
	log,
	standing,
	webhook,
	sessionUrl,
	signal: end,
}: IntakeOptions): Promise<{ start(): AsyncDisposable }> {
	const closing = new AbortController();
	const first = introduce();
	standing.reason = unreachable;
	const late = sleep(patienceMs, null, { ref: false, ...(end && { signal: end }) }).catch(() => null);
	const soon = await Promise.race([first, late]);
	// Whatever the first try comes to after that, the next one tells it too.
	first.catch(() => {});
	return {
		start() {
			const letIn = soon ? Promise.resolve(take(soon)) : introduceLater().then((found) => found && take(found));
			return {
				async [Symbol.asyncDispose]() {
					closing.abort();
					await (await letIn)?.[Symbol.asyncDispose]();
				},
			};
		},
	};

	/** Who we are; null while Telegram cannot be asked. */
	async function introduce(): Promise<Identity | null> {
		try {
			const identity = await bot.introduce(closing.signal);
			if (webhook) await bot.setWebhook(webhook, closing.signal);
			return identity;
		} catch (error) {
			if (isAppError(error, "telegram_token_refused")) throw refused(error);
			if (isAppError(error, "another_bot")) throw error;
			log.warn({ error }, "the bot could not begin; it tries again");
			return null;
		}
	}

	async function introduceLater(): Promise<Identity | null> {
		for (let pause = 1_000; !closing.signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
			await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
			const found = await introduce().catch((error: AppError) => {
				standing.reason = error.message;
				return null;
			});
			if (found) return found;
		}
		return null;
	}

	/** One process at a time polls for one bot. */
	function take({ id }: Identity): AsyncDisposable | undefined {
		standing.reason = undefined;
		if (webhook || closing.signal.aborted) return undefined;
		return lead({ url: sessionUrl, name: `telegram polling ${id}`, log }, async (signal) => {
			await bot.setWebhook(null, signal);
			await bot.poll(signal);
		});
	}
}

function refused(cause: AppError): AppError {
	return new AppError("telegram_token_refused", "Telegram does not accept BOT_TOKEN: copy it again from @BotFather", {
		cause,
	});
}
