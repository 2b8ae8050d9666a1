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
	 * Maximum time from the confirmation to the first send. A confirmed request lapses after it, because prices change
	 * and people change their minds.
	 */
	sendWithin: 15 * minute,
	/** How long after the first send the same bytes may be resent under the same key. */
	resend: 10 * minute,
	/**
	 * How long after a send the service may still execute the request and reads may still show the old state. No
	 * specification limits either; services limit one request to between half a minute and five minutes.
	 */
	settling: 5 * minute,
	/** Minimum time between two reads that both count as evidence that an order was not executed. */
	absenceSpacing: 15 * second,
	/** Number of consecutive reads without a trace of an order that prove it was not executed. */
	absences: 3,
	/** Maximum number of domains that one step reads, so that it ends before its lease expires. */
	namesPerLook: 40,
	/** Shortest time limit of a round, the series of calls that reads all open domains once. See `roundOf`. */
	round: 2 * minute,
	/** The time from the first send until a person is asked: an hour, or a day (`accepted`) for an accepted order. */
	unknown: hour,
	accepted: 24 * hour,
	/** The interval between reads after a person was asked, and how long after the first send these reads stop. */
	humanLook: hour,
	humanLooks: 7 * 24 * hour,
	/**
	 * The default waits if the service names no time: `paceDefault` after a 429, `inProgress` after
	 * `request_in_progress`.
	 */
	paceDefault: 5 * minute,
	inProgress: 5 * second,
	/** The shortest wait after a failed `prepare` or `quote` call. A random factor up to 2 lengthens it. */
	unread: 5 * second,
	/** The shortest wait before a retry, even if the service names a time in the past. */
	shortest: second,
} as const;

/**
 * True for kinds that need a read before each resend: all except registration. A second registration only finds the
 * name taken. A second renewal would add years, and an old zone would overwrite newer changes.
 */
export function lookFirst(kind: Kind): boolean {
	return kind !== "register";
}

/**
 * Returns the delay in milliseconds before attempt `attempts + 1`: 2, 4, 8 … 60 seconds, times a random factor from
 * 0.5 to 1.5.
 */
export function resendDelay(attempts: number, random: number): number {
	return Math.min(2 ** attempts * second, minute) * (0.5 + random);
}

/**
 * Returns the delay in milliseconds before the next read after `reads` rounds: 15, 30, 60 … 300 seconds, plus up to 25
 * % at random.
 */
export function readDelay(reads: number, random: number): number {
	return Math.min(limits.absenceSpacing * 2 ** Math.min(reads, 10), 5 * minute) * (1 + random / 4);
}

/** True if the same key and bytes may be resent. */
export function mayResend(state: RequestState, now: Date): boolean {
	return !state.closed && since(state.firstSentAt, now) < limits.resend;
}

/**
 * Returns the time from which no attempt can still be running and none will be sent. If a later read does not find the
 * order, it was not executed. The time counts from the last attempt, even a refused one: a refusal says nothing about
 * earlier attempts. After `request_in_progress`, that attempt counts for the call limit plus the resend window.
 */
export function quietFrom({ closed, firstSentAt, lastSentAt, hold }: RequestState, now: Date): Date {
	const running = hold === "in_progress" ? limits.call + limits.resend : limits.settling;
	const over = later(lastSentAt ?? now, running);
	const unsent = later(firstSentAt ?? now, limits.resend);
	return closed || over > unsent ? over : unsent;
}

/**
 * Returns the time limit of one round over this many names, in milliseconds. With a slow service, each call may read a
 * single name and take the full call limit. The result is at most the resend window, because a resend must follow
 * within it.
 */
export function roundOf(names: number): number {
	return Math.min(Math.max(limits.round, names * limits.call), limits.resend);
}

/**
 * Returns the time at which a request changes without further events. A confirmed one lapses; for one in doubt, a
 * person is asked.
 */
export function deadline(state: RequestState, now: Date): Date {
	if (state.phase === "confirmed") return later(state.confirmedAt ?? now, limits.sendWithin);
	return later(state.firstSentAt ?? now, state.phase === "accepted" ? limits.accepted : limits.unknown);
}

/** True if the request's deadline has passed (see `deadline`). */
export function isLate(state: RequestState, now: Date): boolean {
	return now >= deadline(state, now);
}

/**
 * Limits a wait to at least `limits.shortest` and at most the request's deadline. After a person was asked, the upper
 * limit is `limits.humanLook` instead.
 */
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
