/** One attempt of a Bot API call. `number` counts from 1. */
export interface Attempt {
	method: string;
	number: number;
}

/** `unsent`: no connection was made. `cut`: it broke afterwards, so the call may have been carried out. */
export type Outcome = { kind: "answer"; status: number; retryAfter?: number } | { kind: "unsent" } | { kind: "cut" };

const tries = 3;
/** The caller decides about a longer wait: a handler has ten seconds, a job can be postponed. */
const longestWaitSeconds = 3;

/**
 * Returns the milliseconds until the next attempt, or null if the outcome is final. A call that may have sent a message
 * is never repeated here. The renderer, which owns the row of the message, decides about it.
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
