import { onDueInDoubt, onRead } from "./doubt.ts";
import type {
	Answer,
	Effect,
	Evidence,
	Hold,
	Item,
	ItemAnswer,
	Leased,
	Moment,
	Refusal,
	RequestState,
	Step,
} from "./state.ts";
import {
	askHuman,
	endUnsent,
	isCurrent,
	isFresh,
	isOpen,
	isOver,
	isQuotable,
	type Outcome,
	read,
	seenAt,
	send,
	settle,
	settleEarly,
	splitOff,
	stay,
	step,
} from "./step.ts";
import {
	deadline,
	isLate,
	later,
	readDelay,
	resendDelay,
	since,
	timeLimits,
	waitUntil,
	withoutFuture,
} from "./timing.ts";

/**
 * The state machine of operations.
 * - Expired time limits apply first, so no evidence can delay what is due.
 * - Evidence that does not fit the phase changes nothing, so it may come late, twice or out of order.
 * - After every step, the request is over, waits for a person, or has a call or a wake-up time.
 */
export function next(stored: RequestState, evidence: Evidence, at: Moment): Step {
	const state = withoutFuture(stored, at.now);
	if (evidence.is === "due") return wake(state, at);
	const step = then(expire(state, at), (current) => apply(current, evidence, at));
	const due = step.call === null && isDue(step.state, at.now);
	// Evidence from an action of a person (`personal`) starts no call, because the code that stores it makes none. A
	// confirmation enqueues a job instead.
	return due && !personal.has(evidence.is) ? then(step, (current) => wake(current, at)) : step;
}

const personal: ReadonlySet<Evidence["is"]> = new Set(["quoted", "confirmed", "withdrawn", "superseded", "verdict"]);

function wake(state: RequestState, at: Moment): Step {
	return then(expire(state, at), (current) => onDue(current, at));
}

function then(first: Step, go: (state: RequestState) => Step): Step {
	const second = go(first.state);
	return { ...second, effects: [...first.effects, ...second.effects] };
}

function apply(state: RequestState, evidence: Exclude<Evidence, { is: "due" }>, at: Moment): Step {
	switch (evidence.is) {
		case "answer":
			return onAnswer(state, evidence, at);
		case "read":
			return onRead(state, evidence, at);
		case "unread":
			return onUnread(state, evidence, at);
		case "event":
			return onEvent(state, evidence, at.now);
		case "connected":
			return onConnected(state, at.now);
		case "look":
			return onLook(state, at.now);
		case "verdict":
			return onVerdict(state, evidence, at.now);
		default:
			return beforeSending(state, evidence, at.now);
	}
}

type Early = Extract<
	Evidence,
	{ is: "quoted" | "confirmed" | "withdrawn" | "superseded" | "prepared" | "moved" | "impossible" }
>;

function beforeSending(state: RequestState, evidence: Early, now: Date): Step {
	if (evidence.is === "quoted") {
		return isQuotable(state) ? step(state, { phase: "quoted", wakeAt: later(now, timeLimits.quote) }) : stay(state);
	}
	if (evidence.is === "withdrawn" && isQuotable(state)) return step(state, { phase: "withdrawn", wakeAt: null });
	if (state.phase === "quoted") {
		if (evidence.is === "confirmed") {
			return step(state, { phase: "confirmed", confirmedAt: now, wakeAt: now }, [{ do: "enqueue" }]);
		}
		return evidence.is === "superseded" ? step(state, { phase: "superseded", wakeAt: null }) : stay(state);
	}
	if (state.phase !== "confirmed") return stay(state);
	if (evidence.is === "withdrawn") return endUnsent(state, { phase: "withdrawn" }, []);
	return "lease" in evidence && isCurrent(state, evidence) ? onPrepared(state, evidence, now) : stay(state);
}

/**
 * A `prepare` or `quote` call reads the price or the DNS zone again. A `prepared` result that comes after its lease is
 * ignored: the request is due by then, and is prepared again.
 */
function onPrepared(state: RequestState, evidence: Extract<Early, Leased>, now: Date): Step {
	if (evidence.is === "moved") return requote(state, now);
	if (evidence.is === "impossible") return onImpossible(state, evidence.items, now);
	return isFresh(state, evidence, now) ? send(state, now) : stay(state);
}

/**
 * Fails the request if none of its domains can be ordered. Otherwise, splits off those that cannot. A request of their
 * own is read again before it fails, and the other domains are compared with the quote without them.
 */
function onImpossible(state: RequestState, items: readonly Refusal[], now: Date): Step {
	const apart = items.map(({ domain }) => domain);
	const possible = state.items.some((item) => isOpen(item) && !apart.includes(item.domain));
	if (possible) return splitOff(state, apart);
	return settle(
		state,
		items.map((item) => ({ ...item, phase: "failed" })),
		now,
	);
}

function isDue(state: RequestState, now: Date): boolean {
	return state.wakeAt !== null && state.wakeAt <= now && !isOver(state);
}

function onDue(state: RequestState, at: Moment): Step {
	if (!isDue(state, at.now)) return stay(state);
	if (state.phase !== "confirmed") return onDueInDoubt(state, at);
	const wakeAt = later(at.now, timeLimits.lease);
	// The request waited for access, so the old price may no longer apply.
	if (state.hold === "access") return step(state, { wakeAt }, [], { do: "quote" });
	return step(state, { hold: "none", wakeAt }, [], { do: "prepare" });
}

function onUnread(state: RequestState, { hold, until }: Evidence & { is: "unread" }, at: Moment): Step {
	if (isOver(state) || state.phase === "quoted" || state.phase === "sent") return stay(state);
	if (hold === "access") return withoutAccess(state, at.now);
	if (state.hold === "access" && !state.mayHaveRun) return onUnquoted(state, hold, until, at);
	if (state.mayHaveRun && state.phase !== "needs_human" && isLate(state, at.now)) return askHuman(state, at.now);
	const often = state.phase === "confirmed" ? timeLimits.unread * (1 + at.random) : readDelay(state.reads, at.random);
	const again = until ?? later(at.now, hold === "pace" ? timeLimits.blockDefault : often);
	return step(state, { ...(hold === "pace" && { hold }), wakeAt: waitUntil(state, again, at.now) });
}

/**
 * The confirmed request keeps `hold: "access"`, so that nothing is sent under the old quote. The call is repeated, at
 * the latest at the deadline.
 */
function onUnquoted(state: RequestState, hold: Hold, until: Date | undefined, { now, random }: Moment): Step {
	const wait = hold === "pace" ? timeLimits.blockDefault : timeLimits.unread * (1 + random);
	return step(state, { wakeAt: waitUntil(state, until ?? later(now, wait), now) });
}

/**
 * An event with our reference proves the item's success. Any other event may come from our request or from another
 * order. Before the request is sent, it is ignored. After that, the request is not sent again, because that could make
 * the change twice. A read of the domain shows the outcome.
 */
function onEvent(state: RequestState, { domain, ours }: Evidence & { is: "event" }, now: Date): Step {
	if (!state.items.some((item) => item.domain === domain)) return stay(state);
	if (ours) return settleEarly(state, [{ domain, phase: "succeeded" }], now);
	if (state.attempts === 0 || isOver(state) || state.phase === "confirmed") return stay(state);
	return state.phase === "sent" ? step(state, { closed: true }) : read(state, now, { closed: true });
}

/**
 * A token gives access again. It may be another one, under which the service may not know our idempotency key, so a
 * request that may have been executed is not sent again, and the bot only reads its domains. A request that was not
 * sent gets a new quote.
 */
function onConnected(state: RequestState, now: Date): Step {
	if (state.hold !== "access" || isOver(state)) return stay(state);
	if (state.mayHaveRun) return read(state, now, { hold: "none" });
	return step(state, { wakeAt: later(now, timeLimits.lease) }, [], { do: "quote" });
}

function onLook(state: RequestState, now: Date): Step {
	if (state.hold === "access" || state.attempts === 0) return stay(state);
	if (state.phase === "unknown" || state.phase === "accepted" || state.phase === "needs_human") return read(state, now);
	const failed = state.items.filter((item) => item.phase === "failed").sort((a, b) => seenAt(a) - seenAt(b));
	const domains = failed.slice(0, timeLimits.namesPerLook).map((item) => item.domain);
	return domains.length > 0 && isOver(state) ? step(state, {}, [], { do: "read", domains }) : stay(state);
}

function onVerdict(state: RequestState, { by, domain, happened }: Evidence & { is: "verdict" }, now: Date): Step {
	const asked = state.phase === "needs_human" && state.items.some((item) => item.domain === domain && isOpen(item));
	if (!asked) return stay(state);
	const reason = { code: `said_by_${by}`, message: "" };
	return settle(state, [{ domain, phase: happened ? "succeeded" : "failed", ...reason }], now);
}

function requote(state: RequestState, now: Date): Step {
	return endUnsent(state, { phase: "quoted", wakeAt: later(now, timeLimits.quote) }, [{ do: "requote" }]);
}

/**
 * `next` calls this before it applies any evidence:
 * - A quote lapses if it is not confirmed in time.
 * - A confirmed order lapses if it is not sent in time.
 * - A running call counts as unanswered after its lease (`timeLimits.lease`).
 */
function expire(state: RequestState, at: Moment): Step {
	if (state.phase === "confirmed" && since(state.confirmedAt, at.now) >= timeLimits.sendWithin) {
		return endUnsent(state, { phase: "lapsed" }, [{ do: "notify", what: "lapsed" }]);
	}
	if (state.wakeAt === null || at.now < state.wakeAt) return stay(state);
	if (state.phase === "quoted") return step(state, { phase: "lapsed", wakeAt: null });
	// A live worker would have stored its answer before the lease expired.
	return state.phase === "sent" ? lost(state, at) : stay(state);
}

type Refused = Extract<Answer, { kind: "refused" }>;

/**
 * A success counts for any attempt, a failure only for the newest one. A refusal decides nothing if the service may
 * have executed an earlier attempt: the bot then reads the domains.
 */
function onAnswer(state: RequestState, { attempt, answer }: Evidence & { is: "answer" }, at: Moment): Step {
	if (attempt < 1 || attempt > state.attempts) return stay(state);
	if (answer.kind === "answered") return answered(state, answer.items, attempt === state.attempts, at);
	if (attempt !== state.attempts || (state.phase !== "sent" && state.phase !== "unknown")) return stay(state);
	return unanswered(hasRun(state) ? { ...state, mayHaveRun: true } : state, answer, at);
}

/** An item has succeeded, so the request was executed, even if a later answer refuses all of it. */
function hasRun({ items }: RequestState): boolean {
	return items.some((item) => item.phase === "succeeded");
}

function unanswered(state: RequestState, answer: Exclude<Answer, { kind: "answered" }>, at: Moment): Step {
	if (answer.kind === "refused") return refused(state, answer, at);
	if (answer.kind === "unknown") return lost(state, at);
	if (state.phase !== "sent") return stay(state);
	// The request may have been executed, but the service now refuses the token that sent it. Read the domains at once,
	// with any token that has access, and never send the request again: under another token, the service may not know the
	// idempotency key and may execute it twice.
	if (answer.access && state.mayHaveRun) return read(state, at.now, { phase: "unknown", closed: true });
	if (answer.access) return withoutAccess(back(state, {}).state, at.now);
	const until = answer.until ?? later(at.now, resendDelay(state.attempts, at.random));
	return holdBack(state, answer.blocked ? "pace" : "none", until, at.now);
}

function answered(state: RequestState, results: readonly ItemAnswer[], last: boolean, { now, random }: Moment): Step {
	const answers = results.filter((each) => state.items.some((item) => item.domain === each.domain));
	const outcomes = answers.flatMap((each) => outcomeOf(each, last && !state.mayHaveRun && !isOver(state)));
	const refusals = new Map(answers.filter((each) => each.result === "failed").map((each) => [each.domain, each]));
	const items = state.items.map((item) => (isOpen(item) ? withReason(item, refusals.get(item.domain)) : item));
	if (outcomes.length === 0 && (!last || isOver(state))) return stay(state);
	const running = answers.some((each) => each.result === "in_progress");
	const wait = running ? timeLimits.inProgress * (1 + random) : resendDelay(state.attempts, random);
	return settle({ ...state, items }, outcomes, now, {
		hold: running ? "in_progress" : "none",
		// A result for any item proves that the request was executed, so it is never sent again. Later reads show the
		// outcomes of the other items. Exception: if items are `in_progress`, another attempt with the same idempotency key
		// is allowed.
		closed: state.closed || !running,
		wakeAt: later(now, wait),
	});
}

/**
 * Empty if the answer does not decide. `provider_error` never counts, because the registry may have executed the order
 * despite the error.
 */
function outcomeOf({ domain, result, code, message }: ItemAnswer, failuresCount: boolean): Outcome[] {
	const reason = { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
	if (result === "succeeded" || result === "accepted") return [{ domain, phase: result, ...reason }];
	const final = result === "failed" && failuresCount && code !== "provider_error";
	return final ? [{ domain, phase: "failed", ...reason }] : [];
}

function refused(state: RequestState, refusal: Refused, at: Moment): Step {
	const { status, code, until } = refusal;
	if (status >= 500) return lost(withRefusal(state, refusal), at);
	// An earlier attempt with the same idempotency key may still be running.
	if (code === "request_in_progress") {
		const wakeAt = waitUntil(state, until ?? later(at.now, timeLimits.inProgress * (1 + at.random)), at.now);
		return step(state, { phase: "unknown", mayHaveRun: true, hold: "in_progress", wakeAt });
	}
	const reused = code === "idempotency_key_reused";
	if (status === 429 && !reused)
		return holdBack(state, "pace", until ?? later(at.now, timeLimits.blockDefault), at.now);
	if ((status === 401 || status === 403) && !reused) return withoutAccess(back(state, {}).state, at.now);
	if (state.mayHaveRun || reused) {
		return read(withRefusal(state, refusal), at.now, { phase: "unknown", mayHaveRun: true, closed: true });
	}
	if (tooLarge(state, status)) return splitOff(state, firstHalf(state));
	return fail(state, refusal, at.now);
}

/**
 * The service may have refused the whole request for its size or for one bad item, and executed nothing. It may accept
 * one half.
 */
function tooLarge(state: RequestState, status: number): boolean {
	return state.items.length > 1 && (status === 413 || status === 422);
}

function firstHalf({ items }: RequestState): string[] {
	return items.slice(0, Math.ceil(items.length / 2)).map(({ domain }) => domain);
}

/** Every item without an outcome gets this code and message. */
function fail(state: RequestState, reason: { code: string; message: string }, now: Date): Step {
	const { code, message } = reason;
	const outcomes = state.items.map(({ domain }): Outcome => ({ domain, phase: "failed", code, message }));
	return settle(state, outcomes, now);
}

/** The service may have executed a call without an answer. */
function lost(state: RequestState, { now, random }: Moment): Step {
	const wakeAt = later(now, resendDelay(state.attempts, random));
	return step(state, { phase: "unknown", mayHaveRun: true, hold: "none", wakeAt });
}

/**
 * The token or IP address is refused. The request waits until the person restores access, but not past its deadline.
 * Then the person is asked for the outcome if the request may have been executed.
 */
function withoutAccess(state: RequestState, now: Date): Step {
	if (state.mayHaveRun && state.phase !== "needs_human" && isLate(state, now))
		return askHuman({ ...state, hold: "access" }, now);
	const asked: Effect[] = state.hold === "access" ? [] : [{ do: "notify", what: "needs_access" }];
	const wakeAt = state.phase === "needs_human" ? later(now, timeLimits.humanLook) : deadline(state, now);
	return step(state, { hold: "access", wakeAt }, asked);
}

/**
 * The attempt was not executed. The request returns to `unknown` if an earlier one may have been executed, else to
 * `confirmed`.
 */
function back(state: RequestState, change: Partial<RequestState>): Step {
	if (state.mayHaveRun) return step(state, { phase: "unknown", ...change });
	return step(state, { phase: "confirmed", firstSentAt: null, lastSentAt: null, closed: false, ...change });
}

function holdBack(state: RequestState, hold: Hold, until: Date, now: Date): Step {
	const { state: before } = back(state, { hold });
	return step(before, { wakeAt: waitUntil(before, until, now) });
}

/** The person can then see why the outcome of the open items is still unknown. */
function withRefusal(state: RequestState, refusal: Refused): RequestState {
	return { ...state, items: state.items.map((item) => (isOpen(item) ? withReason(item, refusal) : item)) };
}

function withReason(item: Item, reason: { code?: string; message?: string } | undefined): Item {
	return reason ? { ...item, code: reason.code ?? item.code, message: reason.message ?? item.message } : item;
}
