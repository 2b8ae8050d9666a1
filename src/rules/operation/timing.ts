import type { Kind, RequestState } from "./state.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The time limits of a request, in milliseconds. */
export const limits = {
	/** A call without an answer after this time counts as unanswered. */
	call: 30 * second,
	/**
	 * The lease of a worker that holds a sent request; after it, the worker counts as dead. It exceeds `call`, so that a
	 * slow call is not duplicated.
	 */
	lease: 45 * second,
	/** Lifetime of a quote. */
	quote: 5 * minute,
	/**
	 * The time from confirmation to the first send. A held request lapses after it, because prices change and people change their
	 * minds.
	 */
	sendWithin: 15 * minute,
	/** How long after the first send the same bytes may be resent under the same key. */
	resend: 10 * minute,
	/**
	 * After a request was sent, how long the service may still execute it and reads may still show the old state. No
	 * specification limits either; services limit one request to between half a minute and five minutes.
	 */
	settling: 5 * minute,
	/** Minimum time between two reads that both count as evidence that an order was not executed. */
	absenceSpacing: 15 * second,
	/** Number of consecutive reads without a trace of an order that prove it was not executed. */
	absences: 3,
	/** Maximum number of domains that one step reads, so that it ends before its lease expires. */
	namesPerLook: 40,
	/** Minimum duration of a round, the series of calls that reads all open domains once. See `roundOf`. */
	round: 2 * minute,
	/** The time from the first send until a person is asked; an accepted order gets a day. */
	unknown: hour,
	accepted: 24 * hour,
	/** The interval between reads while a person is asked. */
	humanLook: hour,
	humanLooks: 7 * 24 * hour,
	/** The wait after a 429 or a `request_in_progress` that names no time. */
	paceDefault: 5 * minute,
	inProgress: 5 * second,
	/** The wait after a failed read before sending. */
	unread: 5 * second,
	/** The shortest wait, also for a service that names a time in the past. */
	shortest: second,
} as const;

/**
 * True for kinds that need a read before each resend. A second registration only finds the name taken. A second renewal
 * would add years, and an old zone would undo newer work.
 */
export function lookFirst(kind: Kind): boolean {
	return kind !== "register";
}

/** Delay before attempt `attempts + 1`: 2, 4, 8 … 60 seconds, times a random factor from 0.5 to 1.5. */
export function resendDelay(attempts: number, random: number): number {
	return Math.min(2 ** attempts * second, minute) * (0.5 + random);
}

/**
 * Delay in milliseconds before the next read after `reads` rounds: 15, 30, 60 … 300 seconds, plus up to 25 % at random.
 */
export function readDelay(reads: number, random: number): number {
	return Math.min(limits.absenceSpacing * 2 ** Math.min(reads, 10), 5 * minute) * (1 + random / 4);
}

/** True if the same key and bytes may be resent. */
export function mayResend(state: RequestState, now: Date): boolean {
	return !state.closed && since(state.firstSentAt, now) < limits.resend;
}

/**
 * Returns the time from which no attempt can still be running and none will be sent. An order that a later read does
 * not find was not executed. A refused retry says nothing about earlier attempts, so each gets its full time. After
 * `request_in_progress`, the time extends by one resend window from that answer.
 */
export function quietFrom({ closed, firstSentAt, lastSentAt, hold }: RequestState, now: Date): Date {
	const running = hold === "in_progress" ? limits.call + limits.resend : limits.settling;
	const over = later(lastSentAt ?? now, running);
	const unsent = later(firstSentAt ?? now, limits.resend);
	return closed || over > unsent ? over : unsent;
}

/**
 * How long the calls of one round over this many names may take, in milliseconds. With a slow service, each call may
 * read a single name and take the full call limit. At most the resend window, because a resend must follow within it.
 */
export function roundOf(names: number): number {
	return Math.min(Math.max(limits.round, names * limits.call), limits.resend);
}

/** Time at which a request changes without further events: a held one lapses, and one in doubt is put to a person. */
export function deadline(state: RequestState, now: Date): Date {
	if (state.phase === "confirmed") return later(state.confirmedAt ?? now, limits.sendWithin);
	return later(state.firstSentAt ?? now, state.phase === "accepted" ? limits.accepted : limits.unknown);
}

/** True if a request has been in doubt for too long: a person is asked. */
export function isLate(state: RequestState, now: Date): boolean {
	return now >= deadline(state, now);
}

/** Limits the wait that a service asks for: at least `limits.shortest`, and not after the request's own deadline. */
export function waitUntil(state: RequestState, until: Date, now: Date): Date {
	const soonest = later(now, limits.shortest);
	const wanted = until < soonest ? soonest : until;
	const end = state.phase === "needs_human" ? later(now, limits.humanLook) : deadline(state, now);
	return wanted < end ? wanted : end;
}

/** Milliseconds from `then` to `now`; 0 if `then` is null. */
export function since(then: Date | null, now: Date): number {
	return then === null ? 0 : now.getTime() - then.getTime();
}

export function later(now: Date, milliseconds: number): Date {
	return new Date(now.getTime() + milliseconds);
}
