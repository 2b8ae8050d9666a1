/** One attempt of a Bot API call. `number` counts from 1. */
export interface Attempt {
	method: string;
	number: number;
}

/**
 * The result of an attempt. `unsent`: no connection was made. `cut`: the connection broke later, so Telegram may have
 * carried out the call.
 */
export type Outcome = { kind: "answer"; status: number; retryAfter?: number } | { kind: "unsent" } | { kind: "cut" };

const tries = 3;
/**
 * A rate-limited call is retried here only if Telegram asks to wait at most this long. Otherwise the call fails at
 * once, and the caller decides what to do. A handler cannot wait longer, because it must end within ten seconds. A job
 * can be postponed.
 */
const longestWaitSeconds = 3;

/**
 * Returns the milliseconds until the next attempt, or null for no further attempt. A call that may have sent a message
 * is not repeated here, because that could send it twice. The renderer repeats such a call: only the process that holds
 * the lease (a time-limited lock) of a screen may send its message.
 */
export function retryDelay(attempt: Attempt, outcome: Outcome): number | null {
	if (attempt.number >= tries || attempt.method === "getUpdates") return null;
	const pause = 250 * 2 ** (attempt.number - 1);
	if (outcome.kind === "unsent") return pause;
	if (outcome.kind === "cut") return repeatable(attempt.method) ? pause : null;
	if (outcome.status === 429) {
		const seconds = outcome.retryAfter ?? 1;
		return seconds <= longestWaitSeconds ? seconds * 1000 : null;
	}
	return outcome.status >= 500 && repeatable(attempt.method) ? pause : null;
}

function repeatable(method: string): boolean {
	return !/^(send|copy|forward)/.test(method);
}
