import { lost } from "./answer.ts";
import type { Moment, RequestState, Step } from "./state.ts";
import { leave, stay, step } from "./step.ts";
import { limits, since } from "./timing.ts";

/**
 * What time alone does to a request, before anything that happens to it counts: a quote and an order that nobody sent
 * lapse, and a call whose lease is over is lost.
 */
export function expire(state: RequestState, at: Moment): Step {
	if (state.phase === "confirmed" && since(state.confirmedAt, at.now) >= limits.sendWithin) {
		return leave(state, { phase: "lapsed" }, [{ do: "say", what: "lapsed" }]);
	}
	if (state.wakeAt === null || at.now < state.wakeAt) return stay(state);
	if (state.phase === "quoted") return step(state, { phase: "lapsed", wakeAt: null });
	// The worker that sent it is dead, or its answer would be here.
	return state.phase === "sent" ? lost(state, at) : stay(state);
}
