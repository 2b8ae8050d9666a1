import {
	type Call,
	type Effect,
	type Evidence,
	finalPhases,
	type Hold,
	type Item,
	type Leased,
	type Phase,
	phases,
	type RequestState,
	type Step,
} from "./state.ts";
import { later, roundOf, since, timeLimits } from "./timing.ts";

const over: ReadonlySet<string> = new Set(finalPhases);

/**
 * Only two things still change such a request: proof that a failed item succeeded after all, and a new quote
 * (`isQuotable`).
 */
export function isOver(state: RequestState): boolean {
	return over.has(state.phase);
}

/**
 * False for a confirmed request that has lapsed or was cancelled: its row stays as the record of the confirmed order.
 */
export function isQuotable({ phase, confirmedAt }: RequestState): boolean {
	return phase === "quoted" || (confirmedAt === null && (phase === "lapsed" || phase === "withdrawn"));
}

export function isOpen(item: Item): boolean {
	return item.phase === "open" || item.phase === "accepted";
}

function openDomains(state: RequestState): string[] {
	return state.items.filter(isOpen).map((item) => item.domain);
}

export function step(
	state: RequestState,
	change: Partial<RequestState>,
	effects: Effect[] = [],
	call: Call | null = null,
): Step {
	return { state: { ...state, ...change }, effects, call };
}

/** Answers evidence that does not fit the phase or adds nothing. */
export function stay(state: RequestState): Step {
	return step(state, {});
}

/**
 * The phase `sent` is committed before the call is made. So after a crash, the bot knows that the call may have been
 * executed.
 */
export function send(state: RequestState, now: Date): Step {
	const attempt = state.attempts + 1;
	const firstSentAt = state.firstSentAt ?? now;
	const wakeAt = later(now, timeLimits.lease);
	const change = { phase: "sent", hold: "none", attempts: attempt, firstSentAt, lastSentAt: now, wakeAt } as const;
	return step(state, change, [], { do: "send", attempt });
}

/**
 * Up to `timeLimits.namesPerLook` open domains. Those that the current round has not read come first. If there are
 * none, a new round starts with those that were read longest ago. If this worker dies, another one takes over at
 * `wakeAt`.
 */
export function read(state: RequestState, now: Date, change: Partial<RequestState> = {}): Step {
	const rest = unseen(state, now);
	const open = rest.length > 0 ? rest : state.items.filter(isOpen).sort((a, b) => seenAt(a) - seenAt(b));
	const domains = open.slice(0, timeLimits.namesPerLook).map((item) => item.domain);
	const lastReadAt = rest.length > 0 ? state.lastReadAt : now;
	const hold = state.hold === "pace" ? "none" : state.hold;
	return step(state, { hold, lastReadAt, ...change, wakeAt: later(now, timeLimits.lease) }, [], {
		do: "read",
		domains,
	});
}

/** The current round of reads has not read them yet. Empty if no round is in progress. */
export function unseen(state: RequestState, now: Date): Item[] {
	const { lastReadAt } = state;
	if (lastReadAt === null || since(lastReadAt, now) >= roundOf(openDomains(state).length)) return [];
	const isSeen = (item: Item): boolean => seenAt(item) >= lastReadAt.getTime();
	return state.items.some(isSeen) ? state.items.filter((item) => isOpen(item) && !isSeen(item)) : [];
}

export function seenAt({ lookedAt }: Item): number {
	return lookedAt?.getTime() ?? 0;
}

/** Notifies the operator too. */
export function askHuman(state: RequestState, now: Date): Step {
	const wakeAt = later(now, timeLimits.humanLook);
	return step(state, { phase: "needs_human", wakeAt }, [
		{ do: "notify", what: "needs_human" },
		{ do: "alert_operator" },
	]);
}

/**
 * Another `wakeAt` than the lease means that another worker has processed the request, or that a newer quote was
 * confirmed. The call's result then does not apply.
 */
export function isCurrent({ wakeAt }: RequestState, { lease }: Leased): boolean {
	return wakeAt?.getTime() === lease?.getTime();
}

/** Otherwise, the evidence must not cause the request to be sent. */
export function isFresh(state: RequestState, evidence: Leased, now: Date): boolean {
	return isCurrent(state, evidence) && evidence.lease !== null && now < evidence.lease;
}

/** Releases the locks of the request's open domains. Only for a request that the service has certainly not executed. */
export function endUnsent(state: RequestState, change: Partial<RequestState>, effects: Effect[]): Step {
	const release: Effect = { do: "release", domains: openDomains(state) };
	return step(state, { hold: "none", wakeAt: null, ...change }, [...effects, release]);
}

/** Only for a request that the service has certainly not executed. */
export function splitOff(state: RequestState, apart: readonly string[]): Step {
	return step(state, { phase: "superseded", wakeAt: null }, [{ do: "split", apart }]);
}

/** The state after a step, and what caused it, in the request's history, which the person can open in the chat. */
export interface StoredStep {
	/** In ISO 8601. */
	at: string;
	phase: Phase;
	hold: Hold;
	by: Evidence["is"];
	/** How many items have succeeded and failed so far. */
	done: number;
	failed: number;
}

/**
 * A request may be refused and sent again for a long time. Final phases and `needs_human` are stored even above the
 * limit.
 */
const mostSteps = 40;
const ends: ReadonlySet<Phase> = new Set(["needs_human", ...finalPhases]);

/** Null if the step changes nothing that a person can see, or if `mostSteps` is reached. */
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
 * Equal for states that look equal to a person. A request that is sent again while its outcome is unknown
 * (`mayHaveRun`) still looks unknown.
 */
function kindOf(state: RequestState): string {
	const phase = state.mayHaveRun && state.phase === "sent" ? "unknown" : state.phase;
	return [phase, state.hold, count(state, "succeeded"), count(state, "failed")].join();
}

function count({ items }: RequestState, phase: "succeeded" | "failed"): number {
	return items.filter((item) => item.phase === phase).length;
}

interface Overall {
	phase: Phase;
	succeeded: number;
	failed: number;
	open: number;
}

/**
 * The items of superseded requests are not counted, because other requests replace them. Without requests, the phase is
 * `superseded`.
 */
export function overall(requests: readonly RequestState[]): Overall {
	const phase = phases.find((each) => requests.some((request) => request.phase === each)) ?? "superseded";
	const items = requests.filter((request) => request.phase !== "superseded").flatMap((request) => request.items);
	const succeeded = items.filter((item) => item.phase === "succeeded").length;
	const failed = items.filter((item) => item.phase === "failed").length;
	return { phase, succeeded, failed, open: items.filter(isOpen).length };
}

/** `code` comes from the service or is set by the bot, `message` from the service. */
export interface Outcome {
	domain: string;
	phase: "accepted" | "succeeded" | "failed";
	code?: string;
	message?: string;
	/** The account has what was ordered, but nothing proves that this order caused it. */
	unattributed?: true;
	/** The service confirmed the change, but reads show neither the old nor the planned state. */
	storedOtherwise?: true;
}

/**
 * A success that another order may have caused. The bot removes the code if it later finds proof that this order did.
 */
const unattributed = "unattributed";

/** The service reported success, but reads of the domain show another state. */
export const unconfirmed = "unconfirmed";

/** The service stored another state than was sent. If a later read shows the sent one, the bot removes the code. */
const storedOtherwise = "stored_otherwise";

/**
 * Derives the request's phase from the items.
 * - A success is final.
 * - A failure can still become a success. The person then gets a correction.
 * - While an item is open, the request's outcome is in doubt. The fields of `change` are then set.
 */
export function settle(state: RequestState, outcomes: Outcome[], now: Date, change: Partial<RequestState> = {}): Step {
	const byDomain = new Map(outcomes.map((outcome) => [outcome.domain, outcome]));
	const items = state.items.map((item) => settled(item, byDomain.get(item.domain)));
	const changed = state.items.filter((item, index) => changedOutcome(item, items[index]));
	const corrected = changed.filter((item) => isOver(state) || !isOpen(item)).map((item) => item.domain);
	const fresh = changed.map((item) => item.domain).filter((domain) => !corrected.includes(domain));
	const effects = [...notify(fresh, false), ...notify(corrected, true), ...release(fresh)];
	const phase = phaseOf(state.phase, items);
	if (!items.some(isOpen)) return step(state, { items, phase, hold: "none", wakeAt: null }, effects);
	// A null `wakeAt` in `needs_human` means that the bot no longer reads the domains (`timeLimits.humanLooks`).
	const wakeAt = state.wakeAt ?? (phase === "needs_human" ? null : now);
	const unknown = { mayHaveRun: true, firstSentAt: state.firstSentAt ?? now, wakeAt };
	return step(state, { ...unknown, ...change, items, phase }, effects);
}

/**
 * For results that arrive before the answer to the call: from an event, or from a read. They prove that the request was
 * executed, so it is never sent again. If its only attempt is still running, the request stays `sent`: its answer will
 * show the outcomes of the other items.
 */
export function settleEarly(state: RequestState, outcomes: Outcome[], now: Date): Step {
	const settling = settle(state, outcomes, now, { closed: true });
	if (state.phase !== "sent" || state.mayHaveRun || isOver(settling.state)) return settling;
	return { ...settling, state: { ...settling.state, phase: "sent", mayHaveRun: false } };
}

function settled(item: Item, outcome: Outcome | undefined): Item {
	if (!outcome) return item;
	const mark = outcome.unattributed ? unattributed : outcome.storedOtherwise ? storedOtherwise : null;
	const shown = outcome.phase === "succeeded" && mark === null;
	if (item.phase === "succeeded") return shown ? { ...item, code: null } : item;
	if (item.phase === "failed" && outcome.phase !== "succeeded") return item;
	const reason = outcome.phase === "succeeded" ? { code: mark, message: null } : reasonOf(item, outcome);
	return { ...item, phase: outcome.phase, absences: 0, ...reason };
}

function reasonOf(item: Item, outcome: Outcome): { code: string | null; message: string | null } {
	return { code: outcome.code ?? item.code, message: outcome.message ?? item.message };
}

function changedOutcome(before: Item, after: Item | undefined): boolean {
	return after !== undefined && before.phase !== after.phase && !isOpen(after);
}

function phaseOf(before: Phase, items: Item[]): Phase {
	const open = items.filter(isOpen);
	if (open.length === 0) return items.some((item) => item.phase === "succeeded") ? "succeeded" : "failed";
	if (before === "needs_human") return before;
	return open.every((item) => item.phase === "accepted") ? "accepted" : "unknown";
}

function notify(domains: string[], correction: boolean): Effect[] {
	return domains.length === 0 ? [] : [{ do: "notify_items", domains, correction }];
}

function release(domains: string[]): Effect[] {
	return domains.length === 0 ? [] : [{ do: "release", domains }];
}
