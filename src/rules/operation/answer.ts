import { type Outcome, settle } from "./settle.ts";
import type { Answer, Effect, Evidence, Hold, Item, ItemAnswer, Moment, RequestState, Step } from "./state.ts";
import { askHuman, isOpen, isOver, read, splitOff, stay, step } from "./step.ts";
import { deadline, isLate, later, resendDelay, timeLimits, waitUntil } from "./timing.ts";

type Refused = Extract<Answer, { kind: "refused" }>;

/**
 * A success counts for any attempt, a failure only for the newest one. A refusal decides nothing if the service may
 * have executed an earlier attempt: the bot then reads the domains.
 */
export function onAnswer(state: RequestState, { attempt, answer }: Evidence & { is: "answer" }, at: Moment): Step {
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
export function lost(state: RequestState, { now, random }: Moment): Step {
	const wakeAt = later(now, resendDelay(state.attempts, random));
	return step(state, { phase: "unknown", mayHaveRun: true, hold: "none", wakeAt });
}

/**
 * The token or IP address is refused. The request waits until the person restores access, but not past its deadline.
 * Then the person is asked for the outcome if the request may have been executed.
 */
export function withoutAccess(state: RequestState, now: Date): Step {
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
