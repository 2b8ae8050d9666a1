import type { Evidence, Finding, Item, Moment, RequestState, Step } from "./state.ts";
import {
	askHuman,
	isCurrent,
	isFresh,
	isOpen,
	isOver,
	type Outcome,
	read,
	seenAt,
	send,
	settle,
	settleEarly,
	stay,
	step,
	unconfirmed,
	unseen,
} from "./step.ts";
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

type Found = Finding["found"];

/** What one finding shows about our order. */
interface Sign {
	/**
	 * - `done`, `failed`: the result of our order.
	 * - `untouched`: our order changed nothing. Only `timeLimits.absences` such reads prove that it failed.
	 * - `present`: the account has what was ordered, but any order may have caused it.
	 * - `overwritten`: another change replaced the domain's state, so a person must say whether our order succeeded.
	 * - `nothing`: all other cases.
	 */
	shows: "done" | "failed" | "untouched" | "present" | "overwritten" | "nothing";
	/**
	 * The same bytes may be sent again under the same idempotency key. The finding `silent` shows nothing, but allows it,
	 * because only the answer to a new attempt can show the result.
	 */
	mayResend?: true;
	/**
	 * The request must never be sent again. `always`: for any kind, because it could overwrite another change.
	 * `lookFirst`: only for kinds that need a read before they are sent again. For example, if another order has renewed
	 * the domain, ours would add years a second time.
	 */
	closes?: "always" | "lookFirst";
}

const signs: Readonly<Record<Found, Sign>> = {
	done: { shows: "done" },
	failed: { shows: "failed" },
	absent: { shows: "untouched", mayResend: true },
	drifted: { shows: "untouched", closes: "always" },
	taken: { shows: "untouched" },
	elsewhere: { shows: "untouched", closes: "lookFirst" },
	unattributed: { shows: "present", closes: "lookFirst" },
	moved: { shows: "overwritten", closes: "always" },
	silent: { shows: "nothing", mayResend: true },
	unreadable: { shows: "nothing" },
	unclear: { shows: "nothing" },
};

interface Reading {
	/** Proved by this read, and not successful before. */
	done: Outcome[];
	/** The items contain the new findings. */
	state: RequestState;
	/** To store: those in `done`, and those of open items that this read and earlier ones prove. */
	outcomes: Outcome[];
}

/** The returned state contains the findings, but the phases of its items are unchanged. */
function classify(before: RequestState, findings: readonly Finding[], now: Date): Reading {
	const found = new Map(findings.map((finding) => [finding.domain, finding.found]));
	const foundIn = ({ domain }: Item): Found | undefined => found.get(domain);
	const isDone = (item: Item): boolean => isProof(item, foundIn(item));
	const proven = before.items.filter((item) => item.phase !== "succeeded" && isDone(item));
	const done = proven.map(({ domain }): Outcome => ({ domain, phase: "succeeded" }));
	const closed = before.closed || done.length > 0 || before.items.some((item) => closes(before, foundIn(item)));
	const quiet = now >= provableFrom({ ...before, closed }, now);
	const withFinding = isOver(before) ? recordInFailed : recordInOpen;
	const items = before.items.map((item) => withFinding(item, foundIn(item), now, quiet));
	const rest = items.filter((item) => isOpen(item) && !isDone(item));
	const outcomes = [...done, ...rest.flatMap((item) => provenOutcome(item, quiet) ?? [])];
	return { done, state: { ...before, closed, items }, outcomes };
}

/** If the service accepted the order earlier, it is enough that the account has what was ordered. */
function isProof(item: Item, found: Found | undefined): boolean {
	return found === "done" || (found === "unattributed" && item.phase === "accepted");
}

function closes({ kind }: RequestState, found: Found | undefined): boolean {
	const rule = found && signs[found].closes;
	return rule === "always" || (rule === "lookFirst" && lookFirst(kind));
}

/**
 * Adds 1 to `absences` if the item was not read within the last `timeLimits.absenceSpacing`, and one of these is true:
 * - The read shows no trace of our change, and the service can no longer be executing our call (`quiet`).
 * - The service reported success, but reads show another state (`isUnconfirmed`). This is not the first read, and it
 *   shows neither the old nor the planned state.
 */
function recordInOpen(item: Item, found: Found | undefined, now: Date, quiet: boolean): Item {
	if (!isOpen(item) || found === undefined) return item;
	const looked = { ...item, found, lookedAt: now };
	if (isUnconfirmed(item) && signs[found].shows === "overwritten") {
		const again = item.lookedAt !== null && since(item.lookedAt, now) >= timeLimits.absenceSpacing;
		return again ? { ...looked, absences: item.absences + 1 } : looked;
	}
	if ((item.phase === "accepted" && !isUnconfirmed(item)) || found === "unreadable") return looked;
	if (signs[found].shows !== "untouched") return { ...looked, absences: 0 };
	const spaced = item.lookedAt === null || since(item.lookedAt, now) >= timeLimits.absenceSpacing;
	return quiet && spaced ? { ...looked, absences: item.absences + 1 } : looked;
}

/** The request is over. The time decides the order of later reads: the items that were read longest ago come first. */
function recordInFailed(item: Item, found: Found | undefined, now: Date): Item {
	return item.phase === "failed" && found !== undefined ? { ...item, found, lookedAt: now } : item;
}

function provenOutcome(item: Item, quiet: boolean): Outcome | undefined {
	const { domain, phase, absences, found, code } = item;
	const shows = showsOf(item);
	if (shows === "failed") return { domain, phase: "failed", code: "order_failed", message: "" };
	// Two reads showed neither the old nor the planned state. The service confirmed our change, so it has stored it in
	// another form.
	if (isUnconfirmed(item) && shows === "overwritten" && absences > 0)
		return { domain, phase: "succeeded", storedOtherwise: true };
	if (isUnconfirmed(item) && shows === "untouched" && absences >= timeLimits.absences)
		return { domain, phase: "failed", code: "not_stored", message: "" };
	if (phase === "accepted") return undefined;
	if (shows === "present" && quiet) return { domain, phase: "succeeded", unattributed: true };
	if (absences < timeLimits.absences) return undefined;
	if (found === "elsewhere") return { domain, phase: "failed", code: "done_elsewhere", message: "" };
	return { domain, phase: "failed", code: code ?? (found === "taken" ? "not_available" : "not_done") };
}

/** The service confirmed the change, but later reads show another state. */
function isUnconfirmed({ phase, code }: Item): boolean {
	return phase === "accepted" && code === unconfirmed;
}

function showsOf({ found }: Item): Sign["shows"] | null {
	return found && signs[found].shows;
}

/** False if the item was never read. */
function allowsResend({ found }: Item): boolean {
	return found !== null && signs[found].mayResend === true;
}

/** Another change replaced the domain's state, so a person must say what happened. */
function isOverwritten(item: Item): boolean {
	return isOpen(item) && !isUnconfirmed(item) && showsOf(item) === "overwritten";
}

/** More time or further reads with the same finding will decide the outcome. */
function needsOnlyTime(item: Item): boolean {
	const shows = showsOf(item);
	return isOpen(item) && (shows === "untouched" || shows === "present");
}

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
