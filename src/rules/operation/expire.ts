import { lost } from "./answer.ts";
import type { Moment, RequestState, Step } from "./state.ts";
import { leave, stay, step } from "./step.ts";
import { limits, since } from "./timing.ts";

/**
 * Applies the time limits that have passed. `next` calls this function before it applies any evidence. A quote lapses
 * if it is not confirmed in time. A confirmed order lapses if it is not sent in time. A running call counts as
 * unanswered if its lease has expired: the time that one worker has for the call (`limits.lease`).
 */
export function expire(state: RequestState, at: Moment): Step {
	if (state.phase === "confirmed" && since(state.confirmedAt, at.now) >= limits.sendWithin) {
		return leave(state, { phase: "lapsed" }, [{ do: "notify", what: "lapsed" }]);
	}
	if (state.wakeAt === null || at.now < state.wakeAt) return stay(state);
	if (state.phase === "quoted") return step(state, { phase: "lapsed", wakeAt: null });
	// The worker that sent the call is dead: a live worker would have stored its answer before the lease expired.
	return state.phase === "sent" ? lost(state, at) : stay(state);
}
