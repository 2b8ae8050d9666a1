import { type Outcome, settle, settleEarly } from "./settle.ts";
import type { Evidence, Finding, Item, Moment, RequestState, Step } from "./state.ts";
import { askHuman, isCurrent, isFresh, isOpen, isOver, read, seenAt, send, stay, step, unseen } from "./step.ts";
import {
	deadline,
	isLate,
	later,
	limits,
	lookFirst,
	mayResend,
	quietFrom,
	readDelay,
	roundOf,
	since,
	waitUntil,
} from "./timing.ts";

type Found = Finding["found"];

/**
 * Handles a due request that may have run: resend the same bytes, or read. Asks a person only if no token allows a
 * read.
 */
export function onDueInDoubt(state: RequestState, at: Moment): Step {
	if (state.phase === "needs_human") return hourlyLook(state, at.now);
	if (state.hold === "access") return isLate(state, at.now) ? askHuman(state, at.now) : read(state, at.now);
	const again = state.phase === "unknown" && mayResend(state, at.now) && !lookFirst(state.kind);
	return again && !isLate(state, at.now) ? send(state, at.now) : read(state, at.now);
}

/**
 * Applies the result of a read. Proof settles an item, even if another person's token was used. An item also settles if
 * the record of our order says `failed`. So it does after three spaced reads, past the last call's time limit, that
 * found no trace of our order.
 */
export function onRead(state: RequestState, evidence: Evidence & { is: "read" }, at: Moment): Step {
	const found = new Map(evidence.findings.map((finding) => [finding.domain, finding.found]));
	const proven = state.items.filter((item) => item.phase !== "succeeded" && isDone(item, found.get(item.domain)));
	const done = proven.map(({ domain }): Outcome => ({ domain, phase: "succeeded" }));
	if (isOver(state) || state.phase === "sent" || state.attempts === 0 || !isCurrent(state, evidence)) {
		const known = isOver(state) ? { ...state, items: state.items.map((item) => recall(item, found, at.now)) } : state;
		return done.length > 0 ? settleEarly(known, done, at.now) : stay(known);
	}
	const closed = state.closed || done.length > 0 || state.items.some((item) => closes(state, found.get(item.domain)));
	const looked = {
		...state,
		closed,
		items: state.items.map((item) => seen(item, found, { ...state, closed }, at.now)),
	};
	if (isFresh(state, evidence, at.now) && mayGoOutAgain(looked, at.now)) return send(looked, at.now);
	const rest = looked.items.filter((item) => !isDone(item, found.get(item.domain)));
	const next = settle(looked, [...done, ...rest.flatMap((item) => outcomeOf(looked, item, at.now))], at.now);
	const { effects } = next;
	if (isOver(next.state)) return next;
	const hold = state.hold === "access" ? "none" : state.hold;
	const open = { ...next.state, hold };
	if (found.size > 0 && unseen(open, at.now).length > 0) return { ...read(open, at.now), effects };
	const counting = open.items.some((item) => isOpen(item) && item.absences > 0);
	const moved = open.items.some((item) => isOpen(item) && item.found === "moved");
	if (open.phase !== "needs_human" && (moved || isHopeless(open, counting, at.now))) {
		const asked = askHuman(open, at.now);
		return { ...asked, effects: [...effects, ...asked.effects] };
	}
	const usual = open.phase === "needs_human" ? limits.humanLook : readDelay(state.reads, at.random);
	// The last read is at the deadline. While absences are counted, the next read may come after it.
	const planned = counting ? later(at.now, readDelay(0, at.random)) : waitUntil(open, later(at.now, usual), at.now);
	// If only time is missing for a finding to count, read again at that time.
	const counts = quietFrom(open, at.now);
	const wakeAt = open.items.some(isUndone) && at.now < counts && counts < planned ? counts : planned;
	return step(open, { reads: state.reads + 1, wakeAt }, effects);
}

/** After the service accepted the order, its presence in the account is proof. */
function isDone(item: Item, found: Found | undefined): boolean {
	return found === "done" || (found === "unattributed" && item.phase === "accepted");
}

/**
 * True if the request must never be resent: a changed zone must not be overwritten, and a renewal must not follow
 * another renewal.
 */
function closes({ kind }: RequestState, found: Found | undefined): boolean {
	return (
		found === "moved" || found === "drifted" || (lookFirst(kind) && (found === "elsewhere" || found === "unattributed"))
	);
}

/**
 * Findings that allow resending the same bytes under the same key. If the service reports nothing, resending is the
 * only way to find out.
 */
const mayBeAsked: ReadonlySet<Found | null> = new Set(["absent", "silent"]);

/**
 * True if a request that requires a read may be resent. The round must have covered every open name, even if it took
 * several calls.
 */
function mayGoOutAgain(state: RequestState, now: Date): boolean {
	if (state.phase !== "unknown" || !lookFirst(state.kind) || !mayResend(state, now)) return false;
	const began = state.lastReadAt?.getTime() ?? Number.POSITIVE_INFINITY;
	const open = state.items.filter(isOpen);
	if (since(state.lastReadAt, now) >= roundOf(open.length)) return false;
	return open.every((item) => seenAt(item) >= began && mayBeAsked.has(item.found));
}

/** Findings which show that this order changed nothing. */
const notOurs: ReadonlySet<Found> = new Set(["absent", "drifted", "taken", "elsewhere"]);

function isUndone(item: Item): boolean {
	return isOpen(item) && item.found !== null && (notOurs.has(item.found) || item.found === "unattributed");
}

/**
 * Records what a read found. An absence counts only once no call of ours can still run, and only with some time since
 * the last one.
 */
function seen(item: Item, all: ReadonlyMap<string, Found>, state: RequestState, now: Date): Item {
	const found = all.get(item.domain);
	if (!isOpen(item) || found === undefined) return item;
	const looked = { ...item, found, lookedAt: now };
	if (item.phase === "accepted") return looked;
	if (!notOurs.has(found)) return { ...looked, absences: 0 };
	const spaced = item.lookedAt === null || since(item.lookedAt, now) >= limits.absenceSpacing;
	return isQuiet(state, now) && spaced ? { ...looked, absences: item.absences + 1 } : looked;
}

/** Stores a new finding for a failed item, so that the next read starts with the others. */
function recall(item: Item, all: ReadonlyMap<string, Found>, now: Date): Item {
	const found = all.get(item.domain);
	return item.phase === "failed" && found !== undefined ? { ...item, found, lookedAt: now } : item;
}

function isQuiet(state: RequestState, now: Date): boolean {
	return now >= quietFrom(state, now);
}

function outcomeOf(state: RequestState, { domain, phase, absences, found, code }: Item, now: Date): Outcome[] {
	if (phase !== "open" && phase !== "accepted") return [];
	if (found === "failed") return [{ domain, phase: "failed", code: "order_failed", message: "" }];
	if (phase === "accepted") return [];
	if (found === "unattributed" && isQuiet(state, now)) return [{ domain, phase: "succeeded", unattributed: true }];
	if (absences < limits.absences) return [];
	if (found === "elsewhere") return [{ domain, phase: "failed", code: "done_elsewhere", message: "" }];
	return [{ domain, phase: "failed", code: code ?? (found === "taken" ? "not_available" : "not_done") }];
}

/** True if reading has taken too long. Proof of absence needs only minutes more, so it may finish first. */
function isHopeless(state: RequestState, counting: boolean, now: Date): boolean {
	const end = deadline(state, now);
	return now >= (counting ? later(end, limits.resend) : end);
}

function hourlyLook(state: RequestState, now: Date): Step {
	if (since(state.firstSentAt, now) > limits.humanLooks) return step(state, { wakeAt: null });
	return read(state, now);
}
