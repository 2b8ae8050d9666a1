import type { Call, Effect, Item, Leased, RequestState, Step } from "./state.ts";
import { later, limits, roundOf, since } from "./timing.ts";

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

/**
 * Looks at what is open, as many domains as one call can: those that the current round has not seen yet, else a new round
 * begins with those seen longest ago. The wake-up is for a worker that dies during the call.
 */
export function read(state: RequestState, now: Date, change: Partial<RequestState> = {}): Step {
	const rest = unseen(state, now);
	const open = rest.length > 0 ? rest : state.items.filter(isOpen).sort((a, b) => seenAt(a) - seenAt(b));
	const domains = open.slice(0, limits.namesPerLook).map((item) => item.domain);
	const lastReadAt = rest.length > 0 ? state.lastReadAt : now;
	const hold = state.hold === "pace" ? "none" : state.hold;
	return step(state, { hold, lastReadAt, ...change, wakeAt: later(now, limits.lease) }, [], { do: "read", domains });
}

/** What is open and was not looked at in the current round; nothing where no round is in progress. */
export function unseen(state: RequestState, now: Date): Item[] {
	const { lastReadAt } = state;
	if (lastReadAt === null || since(lastReadAt, now) >= roundOf(openDomains(state).length)) return [];
	const isSeen = (item: Item): boolean => seenAt(item) >= lastReadAt.getTime();
	return state.items.some(isSeen) ? state.items.filter((item) => isOpen(item) && !isSeen(item)) : [];
}

export function seenAt({ lookedAt }: Item): number {
	return lookedAt?.getTime() ?? 0;
}

/** Asks a person what nobody else can find out. */
export function askHuman(state: RequestState, now: Date): Step {
	const wakeAt = later(now, limits.humanLook);
	return step(state, { phase: "needs_human", wakeAt }, [{ do: "say", what: "needs_human" }, { do: "alert_operator" }]);
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
