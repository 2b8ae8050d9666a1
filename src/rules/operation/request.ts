import type { Kind, Phase, RequestState } from "./state.ts";
import { isOpen } from "./step.ts";
import { later, limits } from "./timing.ts";

/** Returns a new request in the phase `quoted`. `domains` has no duplicates; the request sends them in this order. */
export function newRequest(kind: Kind, domains: readonly string[], now: Date): RequestState {
	return {
		kind,
		phase: "quoted",
		hold: "none",
		wakeAt: later(now, limits.quote),
		confirmedAt: null,
		firstSentAt: null,
		lastSentAt: null,
		attempts: 0,
		reads: 0,
		lastReadAt: null,
		doubt: false,
		closed: false,
		items: domains.map((domain) => ({
			domain,
			phase: "open",
			absences: 0,
			lookedAt: null,
			found: null,
			code: null,
			message: null,
		})),
	};
}

/**
 * All phases, by priority. An operation is what a person confirms as a whole, and has one or more requests. The phase
 * of an operation is the first in this list that one of its requests has. `quoted` comes first because the person must
 * act before the quote expires.
 */
const order: readonly Phase[] = [
	"quoted",
	"needs_human",
	"unknown",
	"sent",
	"confirmed",
	"accepted",
	"succeeded",
	"failed",
	"lapsed",
	"withdrawn",
	"superseded",
];

export interface Overall {
	phase: Phase;
	succeeded: number;
	failed: number;
	open: number;
}

/**
 * Returns an operation's phase, and the number of its items by outcome. Superseded requests are not counted: a newer
 * quote or the two halves of a split replace them. Without requests, the phase is `superseded`.
 */
export function overall(requests: readonly RequestState[]): Overall {
	const phase = order.find((each) => requests.some((request) => request.phase === each)) ?? "superseded";
	const items = requests.filter((request) => request.phase !== "superseded").flatMap((request) => request.items);
	const succeeded = items.filter((item) => item.phase === "succeeded").length;
	const failed = items.filter((item) => item.phase === "failed").length;
	return { phase, succeeded, failed, open: items.filter(isOpen).length };
}
