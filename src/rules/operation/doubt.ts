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
 * For a due request that may have been executed:
 * - If its kind and age allow it, sends the same bytes again. If not, reads its domains, to find out the outcome.
 * - If the service refuses our token or IP address, only reads. After the request's `deadline`, asks the person for the
 *   outcome.
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
 * These findings decide the outcome of an item:
 * - Proof of success, even if the read used another person's token.
 * - A record of our own order that reports a failure.
 * - Three reads without a trace of our order, or one `unattributed` finding. They count only once the service can no
 *   longer be executing our call.
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
 * For a read that the request does not wait for, such as a late one. Only proof of success changes an outcome. If the
 * request is over, the other findings are stored too, without effect.
 */
function onProof(state: RequestState, { done, state: { items } }: Reading, now: Date): Step {
	const known = isOver(state) ? { ...state, items } : state;
	return done.length > 0 ? settleEarly(known, done, now) : stay(known);
}

/**
 * For kinds that need reads before they are sent again (`lookFirst`): the current round has read every domain without
 * an outcome, and each read found a state that allows a new attempt.
 */
function mayResendAfter(state: RequestState, now: Date): boolean {
	if (state.phase !== "unknown" || !lookFirst(state.kind) || !mayResend(state, now)) return false;
	const began = state.lastReadAt?.getTime() ?? Number.POSITIVE_INFINITY;
	const open = state.items.filter(isOpen);
	if (since(state.lastReadAt, now) >= roundOf(open.length)) return false;
	return open.every((item) => seenAt(item) >= began && allowsResend(item));
}

/**
 * In a round, every domain without an outcome is read once. Some still have none, so asks a person or schedules the
 * next round.
 */
function endRound(state: RequestState, at: Moment): Step {
	const counting = state.items.some((item) => isOpen(item) && item.absences > 0);
	const asked = state.phase === "needs_human";
	if (!asked && (state.items.some(isOverwritten) || isHopeless(state, counting, at.now))) {
		return askHuman(state, at.now);
	}
	const usual = asked ? timeLimits.humanLook : readDelay(state.reads, at.random);
	// Due at the deadline at the latest, unless a read has already counted as an absence. The reads then continue until
	// enough absences prove a failure.
	const planned = counting ? later(at.now, readDelay(0, at.random)) : waitUntil(state, later(at.now, usual), at.now);
	// A read counts as an absence only once the service can no longer be executing a call of ours. If that time comes
	// before the planned read, read then.
	const counts = provableFrom(state, at.now);
	const wakeAt = state.items.some(needsOnlyTime) && at.now < counts && counts < planned ? counts : planned;
	return step(state, { reads: state.reads + 1, wakeAt });
}

/**
 * Reads have not shown the outcome by the deadline. If one already counts as an absence, the request gets 10 more
 * minutes: enough for three absences, which prove a failure.
 */
function isHopeless(state: RequestState, counting: boolean, now: Date): boolean {
	const end = deadline(state, now);
	return now >= (counting ? later(end, timeLimits.resend) : end);
}

function hourlyLook(state: RequestState, now: Date): Step {
	if (since(state.firstSentAt, now) > timeLimits.humanLooks) return step(state, { wakeAt: null });
	return read(state, now);
}
