/** One try of a call of the Bot API. `number` counts the tries of this call from 1. */
export interface Attempt {
	method: string;
	number: number;
}

/** `unsent`: no connection was made. `cut`: it broke afterwards, so the call may have been carried out. */
export type Outcome = { kind: "answer"; status: number; retryAfter?: number } | { kind: "unsent" } | { kind: "cut" };

const tries = 3;
/** A longer wait is the caller's business: a handler has ten seconds, a job can be postponed. */
const longestWaitSeconds = 3;

/**
 * Milliseconds until the call is worth another try; null when the outcome stands. What may have put a message into a
 * chat is never repeated: whether it did is decided by whoever keeps the message's row.
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
