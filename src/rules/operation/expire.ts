import { lost } from "./answer.ts";
import type { Moment, RequestState, Step } from "./state.ts";
import { leave, stay, step } from "./step.ts";
import { limits, since } from "./timing.ts";

/**
 * Applies the passage of time before any other evidence: an unsent quote or order lapses, and a call whose lease has
 * expired is lost.
 */
export function expire(state: RequestState, at: Moment): Step {
	if (state.phase === "confirmed" && since(state.confirmedAt, at.now) >= limits.sendWithin) {
		return leave(state, { phase: "lapsed" }, [{ do: "notify", what: "lapsed" }]);
	}
	if (state.wakeAt === null || at.now < state.wakeAt) return stay(state);
	if (state.phase === "quoted") return step(state, { phase: "lapsed", wakeAt: null });
	// The worker that sent it is dead: otherwise its answer would be here.
	return state.phase === "sent" ? lost(state, at) : stay(state);
}
