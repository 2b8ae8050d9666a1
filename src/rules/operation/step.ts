import type { Call, Effect, Item, Leased, RequestState, Step } from "./state.ts";
import { later, limits } from "./timing.ts";

const over: ReadonlySet<string> = new Set(["succeeded", "failed", "withdrawn", "lapsed", "superseded"]);

/** True in the phases that only strong proof can still leave. */
export function isOver(state: RequestState): boolean {
	return over.has(state.phase);
}

/** True for what can be quoted once more as it is: nobody has confirmed it, so it is no record of anything. */
export function isQuotable({ phase, confirmedAt }: RequestState): boolean {
	return phase === "quoted" || (confirmedAt === null && (phase === "lapsed" || phase === "withdrawn"));
}

export function isOpen(item: Item): boolean {
	return item.phase === "open" || item.phase === "accepted";
}

export function openDomains(state: RequestState): string[] {
	return state.items.filter(isOpen).map((item) => item.domain);
}

/** A step that changes these fields. */
export function step(
	state: RequestState,
	change: Partial<RequestState>,
	effects: Effect[] = [],
	call: Call | null = null,
): Step {
	return { state: { ...state, ...change }, effects, call };
}

/** Nothing changes: the evidence does not fit, or says what is known. */
export function stay(state: RequestState): Step {
	return step(state, {});
}

/** The next attempt. Committed as sent before a byte leaves, so that no crash can hide that it may have run. */
export function send(state: RequestState, now: Date): Step {
	const attempt = state.attempts + 1;
	const firstSentAt = state.firstSentAt ?? now;
	const wakeAt = later(now, limits.lease);
	const change = { phase: "sent", hold: "none", attempts: attempt, firstSentAt, lastSentAt: now, wakeAt } as const;
	return step(state, change, [], { do: "send", attempt });
}

/** Looks at what is open; the wake-up is for a worker that dies on the way. */
export function read(state: RequestState, now: Date, change: Partial<RequestState> = {}): Step {
	const domains = openDomains(state);
	const hold = state.hold === "in_progress" ? state.hold : "none";
	return step(state, { ...change, hold, wakeAt: later(now, limits.lease) }, [], { do: "read", domains });
}

/** Nobody else has been at the row since this was asked for, and no newer quote was agreed to. */
export function isCurrent({ wakeAt }: RequestState, { lease }: Leased): boolean {
	return wakeAt?.getTime() === lease?.getTime();
}

/** The same, and only a moment ago: what it shows may go out by it. */
export function isFresh(state: RequestState, evidence: Leased, now: Date): boolean {
	return isCurrent(state, evidence) && evidence.lease !== null && now < evidence.lease;
}

/** Ends or requotes a request none of whose attempts may have run. */
export function leave(state: RequestState, change: Partial<RequestState>, effects: Effect[]): Step {
	const release: Effect = { do: "release", domains: openDomains(state) };
	return step(state, { hold: "none", wakeAt: null, ...change }, [...effects, release]);
}
