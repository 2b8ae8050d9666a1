import { setTimeout as sleep } from "node:timers/promises";
import type { RateLimit, RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { Result } from "./send.ts";

/** The defaults of the registrar's description. A refusal tells how long to wait, if the account has other limits. */
const usualMs = { any: 1_050, background: 3_000, check: 10_000, create: 10_000, renew: 10_000 } as const;

export type Kind = keyof typeof usualMs;

/** Answers of the registrar, or a failure that says what happened. */
export type Ask = <Value>(
	kind: Kind,
	signal: AbortSignal,
	call: (signal: AbortSignal) => Promise<Result<Value>>,
) => Promise<Result<Value>>;

const longestPauseMs = 2_000;

/**
 * Keeps the registrar's limits, over all processes. A call waits until it may be sent, or rejects if `signal` aborts.
 * Background calls leave room for people's.
 */
export function createAsk(limiter: RateLimiter, everyMs: Readonly<Record<Kind, number>> = usualMs): Ask {
	const limitOf = (kind: Kind): RateLimit => ({ key: `porkbun ${kind}`, everyMs: everyMs[kind], burst: 1 });

	async function wait(kind: Kind, signal: AbortSignal): Promise<void> {
		const limits = kind === "any" ? [limitOf("any")] : [limitOf("any"), limitOf(kind)];
		for (;;) {
			signal.throwIfAborted();
			const permit = await limiter.acquire(limits);
			if (permit.go) return;
			await sleep(Math.min(permit.waitMs, longestPauseMs), undefined, { signal });
		}
	}

	return async (kind, signal, call) => {
		await wait(kind, signal);
		const result = await call(signal);
		// No process sends this kind of call before the time that the registrar named.
		if (result.kind === "limited") {
			await limiter.block(limitOf(kind).key, Math.max(1_000, result.until.getTime() - Date.now()));
		}
		return result;
	};
}
