import { allowsResend, classify, isOverwritten, needsOnlyTime, type Reading } from "./findings.ts";
import { settle, settleEarly } from "./settle.ts";
import type { Evidence, Moment, RequestState, Step } from "./state.ts";
import { askHuman, isCurrent, isFresh, isOpen, isOver, read, seenAt, send, stay, step, unseen } from "./step.ts";
import {
	deadline,
	isLate,
	later,
	lookFirst,
	mayResend,
	provableFrom,
	readDelay,
	roundOf,
	since,
	timeLimits,
	waitUntil,
} from "./timing.ts";

/**
 * Handles a request that is due (its `wakeAt` has passed) and that may have been executed:
 * - If its kind and age allow it, sends the same bytes again. If not, reads the state of its domains at the service, to
 *   find out the outcome.
 * - If the service refuses our token or IP address, only reads. After the request's deadline (see `deadline`), asks the
 *   person for the outcome.
 * - After the person was asked, never sends the request again. Continues to read until `timeLimits.humanLooks` after
 *   the first send.
 */
export function onDueInDoubt(state: RequestState, at: Moment): Step {
	if (state.phase === "needs_human") return hourlyLook(state, at.now);
	if (state.hold === "access") return isLate(state, at.now) ? askHuman(state, at.now) : read(state, at.now);
	const again = state.phase === "unknown" && mayResend(state, at.now) && !lookFirst(state.kind);
	return again && !isLate(state, at.now) ? send(state, at.now) : read(state, at.now);
}

/**
 * Applies what a read at the service found out about the domains (`findings`). These findings decide the outcome of an
 * item:
 * - Proof of success, even if the read used another person's token.
 * - A record of our own order that reports a failure.
 * - Three reads without a trace of our order, or one `unattributed` finding (an order succeeded, but perhaps not ours).
 *   They count only once the service can no longer be executing our call.
 */
export function onRead(state: RequestState, evidence: Evidence & { is: "read" }, at: Moment): Step {
	const { findings } = evidence;
	const reading = classify(state, findings, at.now);
	const awaitsRead = !isOver(state) && state.phase !== "sent" && state.attempts > 0;
	if (!awaitsRead || !isCurrent(state, evidence)) return onProof(state, reading, at.now);
	if (isFresh(state, evidence, at.now) && mayResendAfter(reading.state, at.now)) return send(reading.state, at.now);
	const settled = settle(reading.state, reading.outcomes, at.now);
	if (isOver(settled.state)) return settled;
	const open = { ...settled.state, hold: state.hold === "access" ? "none" : state.hold } as const;
	const next = findings.length > 0 && unseen(open, at.now).length > 0 ? read(open, at.now) : endRound(open, at);
	return { ...next, effects: [...settled.effects, ...next.effects] };
}

/**
 * Applies the findings of a read that the request does not wait for, such as a late one. Only proof of success changes
 * an outcome. If the request is over, the other findings are stored too, without effect on its outcome.
 */
function onProof(state: RequestState, { done, state: { items } }: Reading, now: Date): Step {
	const known = isOver(state) ? { ...state, items } : state;
	return done.length > 0 ? settleEarly(known, done, now) : stay(known);
}

/**
 * Some kinds of requests need reads before they are sent again (`lookFirst`). True if such a request may be sent again
 * now: the current round of reads has read every domain without an outcome, and each read found a state that allows a
 * new attempt.
 */
function mayResendAfter(state: RequestState, now: Date): boolean {
	if (state.phase !== "unknown" || !lookFirst(state.kind) || !mayResend(state, now)) return false;
	const began = state.lastReadAt?.getTime() ?? Number.POSITIVE_INFINITY;
	const open = state.items.filter(isOpen);
	if (since(state.lastReadAt, now) >= roundOf(open.length)) return false;
	return open.every((item) => seenAt(item) >= began && allowsResend(item));
}

/**
 * Ends a round of reads. In a round, every domain without an outcome is read once. Some domains still have no outcome,
 * so asks a person or schedules the next round.
 */
function endRound(state: RequestState, at: Moment): Step {
	const counting = state.items.some((item) => isOpen(item) && item.absences > 0);
	const asked = state.phase === "needs_human";
	if (!asked && (state.items.some(isOverwritten) || isHopeless(state, counting, at.now))) {
		return askHuman(state, at.now);
	}
	const usual = asked ? timeLimits.humanLook : readDelay(state.reads, at.random);
	// The next read is due at the deadline at the latest. It may be later if a read has already counted as an absence (no
	// trace of our order). The reads then continue until enough absences prove a failure.
	const planned = counting ? later(at.now, readDelay(0, at.random)) : waitUntil(state, later(at.now, usual), at.now);
	// A read counts as an absence only once the service can no longer be executing a call of ours. If that time comes
	// before the planned read, read at that time.
	const counts = provableFrom(state, at.now);
	const wakeAt = state.items.some(needsOnlyTime) && at.now < counts && counts < planned ? counts : planned;
	return step(state, { reads: state.reads + 1, wakeAt });
}

/**
 * True if reads have not shown the outcome by the request's deadline. If a read already counts as an absence (no trace
 * of our order), the request gets 10 more minutes. That is enough time for three absences, which prove a failure.
 */
function isHopeless(state: RequestState, counting: boolean, now: Date): boolean {
	const end = deadline(state, now);
	return now >= (counting ? later(end, timeLimits.resend) : end);
}

function hourlyLook(state: RequestState, now: Date): Step {
	if (since(state.firstSentAt, now) > timeLimits.humanLooks) return step(state, { wakeAt: null });
	return read(state, now);
}
