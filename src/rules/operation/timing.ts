import type { Kind, RequestState } from "./state.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The clocks of a request, in milliseconds. */
export const limits = {
	/** A call that has no answer by then has none at all. */
	call: 30 * second,
	/** A worker that holds a sent request for longer is dead: longer than the call, so that a slow one is not doubled. */
	lease: 45 * second,
	/** A quote's life. */
	quote: 5 * minute,
	/** From confirm to the first send; a held request lapses after it, because prices and minds change. */
	sendWithin: 15 * minute,
	/** From the first send: as long as the same key and bytes may go out again. */
	resend: 10 * minute,
	/**
	 * For so long after it went out a change may still be carried out, and reads may still show what was there before it. No
	 * specification bounds either; the services' own limits for one request lie between half a minute and five minutes.
	 */
	settling: 5 * minute,
	/** Between two reads that count as proof of absence. */
	absenceSpacing: 15 * second,
	/** How many of them prove it. */
	absences: 3,
	/** The most domains of one call to read: it has to end before its lease does. */
	namesPerLook: 40,
	/** How long a round of such calls counts as one look, at least: see `roundOf`. */
	round: 2 * minute,
	/** From the first send until a person is asked; an accepted order gets a day. */
	unknown: hour,
	accepted: 24 * hour,
	/** While a person is asked. */
	humanLook: hour,
	humanLooks: 7 * 24 * hour,
	/** A 429 or a busy key that names no time. */
	paceDefault: 5 * minute,
	inProgress: 5 * second,
	/** A read before sending that failed. */
	unread: 5 * second,
	/** The shortest wait, for a service that names a time in the past. */
	shortest: second,
} as const;

/**
 * Register can be sent again unseen: a second run of it finds the name taken. A renewal would add years and an old
 * zone would undo newer work, so these look before every further send.
 */
export function lookFirst(kind: Kind): boolean {
	return kind !== "register";
}

/** Wait before attempt `attempts + 1`: 2, 4, 8 … 60 seconds, each spread from half to one and a half. */
export function resendDelay(attempts: number, random: number): number {
	return Math.min(2 ** attempts * second, minute) * (0.5 + random);
}

/** Wait before the next read after `reads` of them: 15, 30, 60 … 300 seconds, spread upwards only. */
export function readDelay(reads: number, random: number): number {
	return Math.min(limits.absenceSpacing * 2 ** Math.min(reads, 10), 5 * minute) * (1 + random / 4);
}

/** The same key and bytes may go out once more. */
export function mayResend(state: RequestState, now: Date): boolean {
	return !state.closed && since(state.firstSentAt, now) < limits.resend;
}

/**
 * From when on nothing of a request can still run, and nothing of it goes out: what a look does not find then was not
 * done. A refusal of one more try says nothing about the tries before it, so each has its time to be carried out. The
 * service's word that our key is in progress counts for one resend window after that answer, which came within the
 * call's limit.
 */
export function quietFrom({ closed, firstSentAt, lastSentAt, hold }: RequestState, now: Date): Date {
	const running = hold === "in_progress" ? limits.call + limits.resend : limits.settling;
	const over = later(lastSentAt ?? now, running);
	const unsent = later(firstSentAt ?? now, limits.resend);
	return closed || over > unsent ? over : unsent;
}

/**
 * How long a round of calls that looks at so many names counts as one look. A slow service lets a call read a single
 * name, which takes no longer than a call may; what goes out by the round has to go within the resend window.
 */
export function roundOf(names: number): number {
	return Math.min(Math.max(limits.round, names * limits.call), limits.resend);
}

/** When a request that is held or found out for too long changes by itself: it lapses, or a person is asked. */
export function deadline(state: RequestState, now: Date): Date {
	if (state.phase === "confirmed") return later(state.confirmedAt ?? now, limits.sendWithin);
	return later(state.firstSentAt ?? now, state.phase === "accepted" ? limits.accepted : limits.unknown);
}

/** True once a request was looked for long enough: what cannot be proved by then is asked of a person. */
export function isLate(state: RequestState, now: Date): boolean {
	return now >= deadline(state, now);
}

/** When to continue after a wait that a service asks for: never at once, and no later than the request may wait at all. */
export function waitUntil(state: RequestState, until: Date, now: Date): Date {
	const soonest = later(now, limits.shortest);
	const wanted = until < soonest ? soonest : until;
	const end = state.phase === "needs_human" ? later(now, limits.humanLook) : deadline(state, now);
	return wanted < end ? wanted : end;
}

/** Milliseconds from `then` to `now`; 0 where there was no such moment. */
export function since(then: Date | null, now: Date): number {
	return then === null ? 0 : now.getTime() - then.getTime();
}

export function later(now: Date, milliseconds: number): Date {
	return new Date(now.getTime() + milliseconds);
}
