import type { Evidence, Hold, Phase, RequestState } from "./state.ts";

/**
 * One entry of a request's history: the state after a step, and the evidence, such as an answer or a read, that caused
 * the step. The person can open this history in the chat.
 */
export interface StoredStep {
	/** ISO 8601. */
	at: string;
	phase: Phase;
	hold: Hold;
	by: Evidence["is"];
	/** `done` and `failed`: the number of items that have succeeded and failed so far. */
	done: number;
	failed: number;
}

/**
 * Maximum number of stored steps of a request. A request may be refused and sent again for a long time, so its history
 * needs a limit. Final phases and `needs_human` are stored even above the limit.
 */
const mostSteps = 40;
const ends: ReadonlySet<Phase> = new Set(["needs_human", "succeeded", "failed", "withdrawn", "lapsed", "superseded"]);

/**
 * Returns the step to store. Null if the states before and after it look equal to a person, or if `mostSteps` is
 * reached.
 */
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
 * Returns a key that is equal for states that look equal to a person. If the outcome is unknown (`doubt`) and the
 * request is sent again, a person still sees it as unknown.
 */
function kindOf(state: RequestState): string {
	const phase = state.doubt && state.phase === "sent" ? "unknown" : state.phase;
	return [phase, state.hold, count(state, "succeeded"), count(state, "failed")].join();
}

function count({ items }: RequestState, phase: "succeeded" | "failed"): number {
	return items.filter((item) => item.phase === phase).length;
}
