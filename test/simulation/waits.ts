import { setTimeout as plainSleep } from "node:timers/promises";
import type { Activity } from "./activity.ts";

interface Wait {
	end: number;
	isShort: boolean;
	resolve: () => void;
}

interface Options {
	signal?: AbortSignal;
}

/** Longer waits are time limits: they end early only if other skips reach them. */
const longestSkipMs = 1_500;
/** Bytes on their way to a socket must have arrived before a skip. */
const stillChecks = 3;
const checkMs = 2;

const waits = new Set<Wait>();
let skippedMs = 0;

/** Includes the skipped time. */
export function now(): number {
	return performance.now() + skippedMs;
}

/**
 * Like `setTimeout` of `node:timers/promises`, but a skip may end the wait early. The bots in this process use it too
 * (`planting.ts`).
 */
export async function sleep(milliseconds = 0, value?: undefined, { signal }: Options = {}): Promise<void> {
	const over = new AbortController();
	const { promise, resolve } = Promise.withResolvers<void>();
	const own: Wait = { end: now() + milliseconds, isShort: milliseconds <= longestSkipMs, resolve };
	waits.add(own);
	const end = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
	try {
		await Promise.race([promise, plainSleep(milliseconds, value, { signal: end })]);
	} finally {
		waits.delete(own);
		over.abort();
	}
}

interface SkipOptions {
	activity: Activity;
	advance(milliseconds: number): Promise<void>;
}

/**
 * The time in which all bots only wait, such as for the rate limit: the shortest wait ends at once, and the clock
 * advances by its rest.
 */
export function skipWaits({ activity, advance }: SkipOptions): AsyncDisposable {
	const closing = new AbortController();
	const running = repeat();
	return {
		async [Symbol.asyncDispose]() {
			closing.abort();
			await running;
		},
	};

	async function repeat(): Promise<void> {
		let checks = 0;
		let before = activity.count();
		while (!closing.signal.aborted) {
			await plainSleep(checkMs, undefined, { signal: closing.signal }).catch(() => {});
			const ends = [...waits].filter(({ isShort }) => isShort).map(({ end }) => end);
			const isStill = ends.length > 0 && !activity.isBusy() && activity.count() === before;
			checks = isStill ? checks + 1 : 0;
			before = activity.count();
			if (checks < stillChecks) continue;
			checks = 0;
			await skip(Math.ceil(Math.min(...ends) - now()));
		}
	}

	async function skip(milliseconds: number): Promise<void> {
		if (milliseconds > 0) {
			await advance(milliseconds);
			skippedMs += milliseconds;
		}
		for (const { end, resolve } of [...waits]) if (end <= now()) resolve();
	}
}
