import type { Evidence, Hold, Phase, RequestState } from "./state.ts";

/**
 * One line of a request's history, which the person can open: the state after a step, and the evidence that caused it.
 */
export interface StoredStep {
	/** ISO 8601. */
	at: string;
	phase: Phase;
	hold: Hold;
	by: Evidence["is"];
	/** Items that succeeded and failed so far. */
	done: number;
	failed: number;
}

/**
 * Maximum number of stored steps of a request, which may be refused and sent again for a long time. Final phases and
 * `needs_human` are stored even above the limit.
 */
const mostSteps = 40;
const ends: ReadonlySet<Phase> = new Set(["needs_human", "succeeded", "failed", "withdrawn", "lapsed", "superseded"]);

/** Returns the step to store. Null if both states look equal to a person, or if `mostSteps` is reached. */
export function storedStep(
	{ state: before, steps }: { state: RequestState; steps: readonly StoredStep[] },
	after: RequestState,
	by: Evidence["is"],
	now: Date,
): StoredStep | null {
	if (kindOf(before) === kindOf(after)) return null;
	if (steps.length >= mostSteps && !ends.has(after.phase)) return null;
	const { phase, hold } = after;
	return { at: now.toISOString(), phase, hold, by, done: count(after, "succeeded"), failed: count(after, "failed") };
}

/**
 * Returns a key that is equal for states that look equal to a person. A new attempt of a request in doubt still looks
 * like doubt.
 */
function kindOf(state: RequestState): string {
	const phase = state.doubt && state.phase === "sent" ? "unknown" : state.phase;
	return [phase, state.hold, count(state, "succeeded"), count(state, "failed")].join();
}

function count({ items }: RequestState, phase: "succeeded" | "failed"): number {
	return items.filter((item) => item.phase === phase).length;
}
