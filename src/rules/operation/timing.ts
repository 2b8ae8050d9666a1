import type { Kind, RequestState } from "./state.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The time limits of a request, in milliseconds. */
export const timeLimits = {
	/** How long the bot waits for the answer to a call. After this time, the outcome of the call is unknown. */
	call: 30 * second,
	/**
	 * After a change, the bot reads what the service has stored. This is the time limit of that read. `call` and this
	 * limit together are shorter than `lease`, so that the lease does not expire during the read.
	 */
	confirmingRead: 5 * second,
	/**
	 * How long a worker may process a sent request. A worker that takes longer counts as dead, and another one takes
	 * over. The lease is longer than `call`, so that no second worker sends the request during a slow call.
	 */
	lease: 45 * second,
	quote: 5 * minute,
	/**
	 * Maximum time from the confirmation to the first send. After this time, a confirmed request lapses, because prices
	 * change and people change their minds.
	 */
	sendWithin: 15 * minute,
	/** How long after the first send a request may be sent again with the same Idempotency-Key and the same body. */
	resend: 10 * minute,
	/**
	 * How long after a send the service may still execute the request, and reads may still show the old state. The
	 * service's specification limits neither of these times. Services usually stop processing a request after half a
	 * minute to five minutes.
	 */
	settling: 5 * minute,
	/** Minimum time between two reads that both count as evidence that an order was not executed. */
	absenceSpacing: 15 * second,
	/** How many consecutive reads without a trace of an order prove that it was not executed. */
	absences: 3,
	/**
	 * Maximum number of domains that a worker reads in one step. With more, the worker's lease could expire before the
	 * step ends.
	 */
	namesPerLook: 40,
	/**
	 * Time limit of a round of reads with few domains. After this time, a new round begins. A round reads every domain
	 * without a known outcome once. Rounds with more domains get more time (`roundOf`).
	 */
	round: 2 * minute,
	/**
	 * The time from the first send until a person is asked whether the order succeeded. `unknown`: for an unknown
	 * outcome. `accepted`: for an order that the service has accepted.
	 */
	unknown: hour,
	accepted: 24 * hour,
	/**
	 * After a person was asked whether the order succeeded, the bot still reads the order's domains. `humanLook`: the
	 * interval between these reads. `humanLooks`: the time from the first send of the order to the last of these reads.
	 */
	humanLook: hour,
	humanLooks: 7 * 24 * hour,
	/**
	 * How long the bot waits before a retry if the service names no time. `blockDefault`: after a 429. `inProgress`:
	 * after the error `request_in_progress`.
	 */
	blockDefault: 5 * minute,
	inProgress: 5 * second,
	/**
	 * The shortest wait after a failed `prepare` or `quote` call. These calls read the price or the DNS zone before the
	 * request is sent. A random factor from 1 to 2 lengthens the wait.
	 */
	unread: 5 * second,
	/** The shortest wait before a retry, even if the service names a time in the past. */
	shortest: second,
} as const;

/**
 * True for kinds of change that need a read before the request is sent again. A registration does not need it. A second
 * registration does no harm, because it fails if the name is already registered. A second renewal would add years, and
 * an old DNS zone would overwrite newer changes.
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
 * Returns the delay in milliseconds before the next round of reads, after `reads` rounds: 15, 30, 60 … 300 seconds,
 * plus up to 25 % at random.
 */
export function readDelay(reads: number, random: number): number {
	return Math.min(timeLimits.absenceSpacing * 2 ** Math.min(reads, 10), 5 * minute) * (1 + random / 4);
}

/** True if the request may be sent again with the same Idempotency-Key and the same body. */
export function mayResend(state: RequestState, now: Date): boolean {
	return !state.closed && since(state.firstSentAt, now) < timeLimits.resend;
}

/**
 * Returns a time. After it, no attempt can be running, and none will be sent. Only reads after this time can prove that
 * an order was not executed. If nothing was sent yet, the time counts from `now`.
 *
 * The time counts from the last attempt, even if the service refused that attempt, because an earlier attempt may still
 * be running. After `request_in_progress`, an attempt may run for `timeLimits.call` and `timeLimits.resend` together.
 */
export function provableFrom({ closed, firstSentAt, lastSentAt, hold }: RequestState, now: Date): Date {
	const running = hold === "in_progress" ? timeLimits.call + timeLimits.resend : timeLimits.settling;
	const over = later(lastSentAt ?? now, running);
	const unsent = later(firstSentAt ?? now, timeLimits.resend);
	return closed || over > unsent ? over : unsent;
}

/**
 * Returns the time limit, in milliseconds, of a round that reads this many names once. A slow service may need
 * `timeLimits.call` for each name. The result is at most `timeLimits.resend`. After the round, the request may have to
 * be sent again, which is allowed only within that time.
 */
export function roundOf(names: number): number {
	return Math.min(Math.max(timeLimits.round, names * timeLimits.call), timeLimits.resend);
}

/**
 * Returns the time until which the bot waits for an answer, a read or other evidence. At this time, a confirmed request
 * that was not sent lapses. For a request that was sent, a person is asked about the outcome.
 */
export function deadline(state: RequestState, now: Date): Date {
	if (state.phase === "confirmed") return later(state.confirmedAt ?? now, timeLimits.sendWithin);
	return later(state.firstSentAt ?? now, state.phase === "accepted" ? timeLimits.accepted : timeLimits.unknown);
}

export function isLate(state: RequestState, now: Date): boolean {
	return now >= deadline(state, now);
}

/**
 * Returns `until`, but not earlier than `timeLimits.shortest` from now and not later than the request's deadline. In
 * the phase `needs_human`, the latest time is `timeLimits.humanLook` from now instead.
 */
export function waitUntil(state: RequestState, until: Date, now: Date): Date {
	const soonest = later(now, timeLimits.shortest);
	const wanted = until < soonest ? soonest : until;
	const end = state.phase === "needs_human" ? later(now, timeLimits.humanLook) : deadline(state, now);
	return wanted < end ? wanted : end;
}

/** Longer than any wait for which a request stores a time. */
const longestWait = 2 * timeLimits.accepted;

/**
 * Returns the request without the times that were written while the clock of the database was ahead. What happened
 * after `now` counts as `now`, except for a moment: another transaction may have begun later. A wake-up that is further
 * ahead than any wait is due.
 */
export function withoutFuture(state: RequestState, now: Date): RequestState {
	const past = (time: Date | null) => clamped(time, timeLimits.lease, now);
	return {
		...state,
		wakeAt: clamped(state.wakeAt, longestWait, now),
		confirmedAt: past(state.confirmedAt),
		firstSentAt: past(state.firstSentAt),
		lastSentAt: past(state.lastSentAt),
		lastReadAt: past(state.lastReadAt),
		items: state.items.map((item) => ({ ...item, lookedAt: past(item.lookedAt) })),
	};
}

function clamped(time: Date | null, most: number, now: Date): Date | null {
	return time !== null && time > later(now, most) ? now : time;
}

/** Returns the milliseconds from `then` to `now`; 0 if `then` is null. */
export function since(then: Date | null, now: Date): number {
	return then === null ? 0 : now.getTime() - then.getTime();
}

export function later(now: Date, milliseconds: number): Date {
	return new Date(now.getTime() + milliseconds);
}
