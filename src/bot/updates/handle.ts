import { isAppError } from "@domains/kit/errors.ts";
import { createKeyedQueue } from "@domains/kit/keyed-queue.ts";
import type { Log } from "@domains/kit/log.ts";
import { traced } from "@domains/kit/trace.ts";
import { BotError } from "grammy";
import type { Update } from "grammy/types";
import type { AbortScope } from "../api/scopes.ts";
import { type IncomingUpdate, readUpdate, type UpdateKind } from "./kinds.ts";
import type { Admit } from "./sender-rate-limit.ts";

/**
 * `redeliver`: Telegram must deliver the update again, because our database or network failed, or the bot is shutting
 * down.
 */
export type UpdateOutcome = "done" | "redeliver";

/**
 * One handled update, for the metrics. The outcomes apart from `done`:
 * - `limited`: the rate limit dropped the update.
 * - `late`: the handler exceeded its deadline, and the person got an error reply.
 * - `failed`: the third attempt failed, and the person got an error reply.
 * - `again`: this attempt failed, and Telegram delivers the update again.
 */
export interface HandledUpdate {
	kind: UpdateKind;
	outcome: "done" | "limited" | "late" | "failed" | "again";
	milliseconds: number;
}

export interface UpdateHandlerDeps {
	admit: Admit;
	/**
	 * Handles one update. Throws `conflict` if another update changed the chat meanwhile. Throws another error only if
	 * our database or network fails.
	 */
	run: (update: Update) => Promise<void>;
	/** Replies that the update failed. Must not need the database. */
	replyWithError: (incoming: IncomingUpdate, why: "slow" | "down") => Promise<void>;
	abortScope: AbortScope;
	log: Log;
	onUpdate: (handled: HandledUpdate) => void;
	/** Aborts at shutdown. The handler then abandons the updates in progress, and Telegram delivers them again. */
	shutdown: AbortSignal;
	/** Rejects when its signal is aborted. */
	sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface UpdateHandler {
	handle(update: Update): Promise<UpdateOutcome>;
	/** Accepts no further updates, so Telegram delivers them again. Resolves when no update is in progress. */
	close(): Promise<void>;
}

const deadline = 10_000;
const mostTries = 3;
/**
 * The bot counts the failed attempts of each update. It keeps the counts of at most this many updates. If more updates
 * fail, it forgets the count of the oldest one.
 */
const remembered = 1_000;

/**
 * Handles every update, from polling and from webhooks. The updates of one sender are handled one after another. After
 * ten seconds (`deadline`), the abort signal of a handler fires, and its later calls and writes fail.
 */
export function createUpdateHandler({
	admit,
	run,
	replyWithError,
	abortScope,
	log,
	onUpdate,
	shutdown,
	sleep,
}: UpdateHandlerDeps): UpdateHandler {
	const queue = createKeyedQueue();
	const failures = new Map<number, number>();
	const open = new Set<Promise<UpdateOutcome>>();
	/** Each ends the deadline of an update in progress. One listener for all is cheaper than a signal for each. */
	const timers = new Set<() => void>();
	shutdown.addEventListener("abort", () => {
		for (const stop of timers) stop();
	});
	let closed = false;

	async function withinDeadline(update: Update): Promise<void> {
		const handler = new AbortController();
		const timer = new AbortController();
		const stop = (): void => timer.abort();
		timers.add(stop);
		const late = sleep(deadline, timer.signal).then(
			() => new DeadlinePassed(),
			() => (shutdown.aborted ? new ShuttingDown() : undefined),
		);
		const ended = late.then((reason) => {
			if (reason === undefined) return;
			handler.abort(reason);
			throw reason;
		});
		const work = abortScope.run(handler.signal, () => repeatLostRaces(update));
		work.catch(
			(error: unknown) => handler.signal.aborted && log.debug({ error }, "a handler was aborted after its deadline"),
		);
		ended.catch(() => {});
		await Promise.race([work, ended]).finally(() => {
			timers.delete(stop);
			stop();
		});
	}

	async function repeatLostRaces(update: Update): Promise<void> {
		for (let number = 1; ; number += 1) {
			try {
				return await run(update);
			} catch (thrown) {
				const error = thrown instanceof BotError ? thrown.error : thrown;
				if (number === mostTries || !isAppError(error, "conflict")) throw error;
			}
		}
	}

	async function settle(update: Update, incoming: IncomingUpdate): Promise<UpdateOutcome> {
		if (closed || shutdown.aborted) return "redeliver";
		const started = performance.now();
		const outcome = await attempt(update, incoming);
		onUpdate({ kind: incoming.kind, outcome, milliseconds: performance.now() - started });
		return outcome === "again" ? "redeliver" : "done";
	}

	async function attempt(update: Update, incoming: IncomingUpdate): Promise<HandledUpdate["outcome"]> {
		const { update_id } = update;
		try {
			await withinDeadline(update);
			failures.delete(update_id);
			return "done";
		} catch (error) {
			if (shutdown.aborted) return "again";
			if (error instanceof DeadlinePassed) {
				log.error({ update: update_id }, "an update was not handled before its deadline");
				await replyWithError(incoming, "slow");
				return "late";
			}
			const number = (failures.get(update_id) ?? 0) + 1;
			log.error({ error, update: update_id, number }, "an update could not be handled in this attempt");
			if (number < mostTries) {
				remember(failures, update_id, number);
				return "again";
			}
			failures.delete(update_id);
			await replyWithError(incoming, "down");
			return "failed";
		}
	}

	return {
		handle(update) {
			const incoming = readUpdate(update);
			if (!admit(incoming)) {
				onUpdate({ kind: incoming.kind, outcome: "limited", milliseconds: 0 });
				return Promise.resolve("done");
			}
			const settled = queue.run(incoming.sender, () => traced(`update-${incoming.id}`, () => settle(update, incoming)));
			open.add(settled);
			void settled.finally(() => open.delete(settled));
			return settled;
		},
		async close() {
			closed = true;
			await Promise.allSettled(open);
		},
	};
}

function remember(failures: Map<number, number>, updateId: number, number: number): void {
	const [oldest] = failures.keys();
	if (failures.size >= remembered && oldest !== undefined) failures.delete(oldest);
	failures.set(updateId, number);
}

class DeadlinePassed extends Error {
	override readonly name = "DeadlinePassed";
}

class ShuttingDown extends Error {
	override readonly name = "ShuttingDown";
}
