import { type Outcome, settle } from "./settle.ts";
import type { Answer, Effect, Evidence, Hold, Item, ItemAnswer, Moment, RequestState, Step } from "./state.ts";
import { askHuman, isOpen, isOver, read, stay, step } from "./step.ts";
import { deadline, isLate, later, limits, resendDelay, waitUntil } from "./timing.ts";

type Refusal = Extract<Answer, { kind: "refused" }>;

/**
 * What an answer to attempt number `attempt` means. A success counts from any attempt, a failure only from the last
 * one, and after an attempt that may have run no refusal is an outcome at all: it only makes us look.
 */
export function onAnswer(state: RequestState, { attempt, answer }: Evidence & { is: "answer" }, at: Moment): Step {
	if (attempt < 1 || attempt > state.attempts) return stay(state);
	if (answer.kind === "answered") return answered(state, answer.items, attempt === state.attempts, at);
	if (attempt !== state.attempts || (state.phase !== "sent" && state.phase !== "unknown")) return stay(state);
	return unanswered(hasRun(state) ? { ...state, doubt: true } : state, answer, at);
}

/** An item that is done already shows that the request has run, whatever is said of the whole of it. */
function hasRun({ items }: RequestState): boolean {
	return items.some((item) => item.phase === "succeeded");
}

function unanswered(state: RequestState, answer: Exclude<Answer, { kind: "answered" }>, at: Moment): Step {
	if (answer.kind === "refused") return refused(state, answer, at);
	if (answer.kind === "unknown") return lost(state, at);
	if (state.phase !== "sent") return stay(state);
	// Others' tokens may still be good, and are enough for a look; this attempt is not for them.
	if (answer.access && state.doubt) return read(state, at.now, { phase: "unknown", closed: true });
	if (answer.access) return withoutAccess(back(state, {}).state, at.now);
	const until = answer.until ?? later(at.now, resendDelay(state.attempts, at.random));
	return holdBack(state, answer.pace ? "pace" : "none", until, at.now);
}

function answered(state: RequestState, said: readonly ItemAnswer[], last: boolean, { now, random }: Moment): Step {
	const answers = said.filter((each) => state.items.some((item) => item.domain === each.domain));
	const outcomes = answers.flatMap((each) => outcomeOf(each, last && !state.doubt && !isOver(state)));
	const refusals = new Map(answers.filter((each) => each.result === "failed").map((each) => [each.domain, each]));
	const items = state.items.map((item) => (isOpen(item) ? withWords(item, refusals.get(item.domain)) : item));
	if (outcomes.length === 0 && (!last || isOver(state))) return stay(state);
	const running = answers.some((each) => each.result === "in_progress");
	const wait = running ? limits.inProgress * (1 + random) : resendDelay(state.attempts, random);
	return settle({ ...state, items }, outcomes, now, {
		hold: running ? "in_progress" : "none",
		// Once any item of it is known, the request has run: the others are found out by looking.
		closed: state.closed || !running,
		wakeAt: later(now, wait),
	});
}

/** A registry that failed may have executed, so `provider_error` is no outcome, neither alone nor in a batch. */
function outcomeOf({ domain, result, code, message }: ItemAnswer, failuresCount: boolean): Outcome[] {
	const words = { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
	if (result === "succeeded" || result === "accepted") return [{ domain, phase: result, ...words }];
	const final = result === "failed" && failuresCount && code !== "provider_error";
	return final ? [{ domain, phase: "failed", ...words }] : [];
}

function refused(state: RequestState, refusal: Refusal, at: Moment): Step {
	const { status, code, until } = refusal;
	if (status >= 500) return lost(worded(state, refusal), at);
	// These words say that something of ours may run, whatever the status beside them.
	if (code === "request_in_progress") {
		const wakeAt = waitUntil(state, until ?? later(at.now, limits.inProgress * (1 + at.random)), at.now);
		return step(state, { phase: "unknown", doubt: true, hold: "in_progress", wakeAt });
	}
	const reused = code === "idempotency_key_reused";
	if (status === 429 && !reused) return holdBack(state, "pace", until ?? later(at.now, limits.paceDefault), at.now);
	if ((status === 401 || status === 403) && !reused) return withoutAccess(back(state, {}).state, at.now);
	if (state.doubt || reused) {
		return read(worded(state, refusal), at.now, { phase: "unknown", doubt: true, closed: true });
	}
	if (tooLarge(state, status)) return step(state, { phase: "superseded", wakeAt: null }, [{ do: "cut" }]);
	return fail(state, refusal, at.now);
}

/** Refused as a whole: for its size, or for one item that can then be told apart. Nothing of it ran. */
function tooLarge(state: RequestState, status: number): boolean {
	return state.items.length > 1 && (status === 413 || status === 422);
}

/** Every open item ends with these words. */
export function fail(state: RequestState, words: { code: string; message: string }, now: Date): Step {
	const { code, message } = words;
	const outcomes = state.items.map(({ domain }): Outcome => ({ domain, phase: "failed", code, message }));
	return settle(state, outcomes, now);
}

/** The attempt may have run. */
export function lost(state: RequestState, { now, random }: Moment): Step {
	const wakeAt = later(now, resendDelay(state.attempts, random));
	return step(state, { phase: "unknown", doubt: true, hold: "none", wakeAt });
}

/** The token or the address is refused: wait for the person, but not for ever. */
export function withoutAccess(state: RequestState, now: Date): Step {
	if (state.doubt && state.phase !== "needs_human" && isLate(state, now))
		return askHuman({ ...state, hold: "access" }, now);
	const asked: Effect[] = state.hold === "access" ? [] : [{ do: "say", what: "needs_access" }];
	const wakeAt = state.phase === "needs_human" ? later(now, limits.humanLook) : deadline(state, now);
	return step(state, { hold: "access", wakeAt }, asked);
}

/** The attempt did not run: where it stood before, as if it had not been made, unless an earlier one is in doubt. */
function back(state: RequestState, change: Partial<RequestState>): Step {
	if (state.doubt) return step(state, { phase: "unknown", ...change });
	return step(state, { phase: "confirmed", firstSentAt: null, lastSentAt: null, closed: false, ...change });
}

function holdBack(state: RequestState, hold: Hold, until: Date, now: Date): Step {
	const { state: before } = back(state, { hold });
	return step(before, { wakeAt: waitUntil(before, until, now) });
}

/** What is open keeps the words of a refusal that settles nothing: they are why it is still not known. */
function worded(state: RequestState, refusal: Refusal): RequestState {
	return { ...state, items: state.items.map((item) => (isOpen(item) ? withWords(item, refusal) : item)) };
}

function withWords(item: Item, words: { code?: string; message?: string } | undefined): Item {
	return words ? { ...item, code: words.code ?? item.code, message: words.message ?? item.message } : item;
}
