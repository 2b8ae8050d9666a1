import type { Log } from "@domains/kit/log.ts";
import type { Api } from "grammy";
import type { Update } from "grammy/types";
import { describeTelegramError, isWebhookActive } from "../api/health.ts";
import type { AbortScope } from "../api/scopes.ts";
import { classifyTelegramError } from "../api/telegram-error.ts";
import type { UpdateOutcome } from "./handle.ts";
import { allowedUpdates } from "./kinds.ts";

export interface PollDeps {
	api: Api;
	abortScope: AbortScope;
	handle: (update: Update) => Promise<UpdateOutcome>;
	log: Log;
	/** Rejects when its signal is aborted. */
	sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	/**
	 * Called after each poll. `trouble`: a sentence about the problem, for the readiness check. Undefined if the poll
	 * succeeded. Exception: not called if a webhook prevented the poll, the bot has removed this webhook, and the
	 * previous poll succeeded. The next poll then probably succeeds too.
	 */
	onState: (trouble: string | undefined) => void;
}

const pollSeconds = 25;
const longestPause = 15_000;
/**
 * The minimum time between two polls without new updates, in milliseconds. Usually the Bot API server waits
 * `pollSeconds` seconds for updates. The minimum is needed for a server that answers at once.
 */
const shortestRound = 1_000;

/**
 * Polls for updates until the signal aborts. Removes a webhook that prevents polling. Each poll confirms the previous
 * batch of updates to Telegram, so it starts only when that batch is handled. A crash therefore loses no update.
 */
export async function poll(
	{ api, abortScope, handle, log, sleep, onState }: PollDeps,
	signal: AbortSignal,
): Promise<void> {
	let offset = 0;
	let failures = 0;
	while (!signal.aborted) {
		try {
			const asked = performance.now();
			const query = { offset, limit: 100, timeout: pollSeconds, allowed_updates: allowedUpdates };
			const updates = await abortScope.run(signal, () => api.getUpdates(query));
			onState(undefined);
			failures = 0;
			await settleAll(updates);
			// An update without a usable id is ignored, and a later one confirms it.
			const ids = updates.map(({ update_id: id }) => id).filter((id) => Number.isSafeInteger(id));
			const next = (ids.at(-1) ?? offset - 1) + 1;
			const isNew = next > offset;
			if (isNew) offset = next;
			const rest = isNew ? 0 : shortestRound - (performance.now() - asked);
			if (rest > 0) await sleep(rest, signal);
		} catch (thrown) {
			if (signal.aborted) return;
			const error = isWebhookActive(thrown) ? await removeWebhook() : thrown;
			failures += 1;
			if (error !== null) {
				onState(describeTelegramError(error));
				log.warn({ error, failures }, "fetching updates from Telegram failed");
			} else if (failures > 1) {
				onState("Telegram still sends this bot's updates to a webhook after its removal.");
				if (failures === 2)
					log.warn({ failures }, "a webhook is still active after its removal; the bot removes it again");
			}
			await sleep(pauseAfter(error, failures), signal).catch(() => undefined);
		}
	}

	/** Returns the error that prevented the removal, or null if the webhook is removed. */
	async function removeWebhook(): Promise<unknown> {
		return await abortScope
			.run(signal, () => api.deleteWebhook())
			.then(
				() => null,
				(error: unknown) => error,
			);
	}

	async function settleAll(updates: readonly Update[]): Promise<void> {
		let open = updates;
		for (let pause = 1_000; open.length > 0; pause *= 2) {
			const settled = await Promise.all(open.map(async (update) => ({ update, as: await handle(update) })));
			open = settled.filter((each) => each.as === "redeliver").map((each) => each.update);
			if (open.length > 0) await sleep(pause, signal);
		}
	}
}

/**
 * Returns the pause before the next poll in milliseconds. The pause grows with each failure, and is at least as long as
 * Telegram asks for.
 */
function pauseAfter(error: unknown, failures: number): number {
	const refusal = classifyTelegramError(error);
	const asked = refusal.kind === "flood" ? refusal.seconds * 1000 : 0;
	return Math.max(asked, Math.min(longestPause, 500 * 2 ** failures));
}
