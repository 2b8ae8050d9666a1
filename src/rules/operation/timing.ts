import { dayMs } from "../local-time.ts";
import type { Finding, Kind, RequestState } from "./state.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** In milliseconds. */
export const timeLimits = {
	/** After this time without an answer, the outcome of the call is unknown. */
	call: 30 * second,
	/**
	 * Limits the read of what the service has stored after a change. `call` and this limit together are shorter than
	 * `lease`.
	 */
	confirmingRead: 5 * second,
	/**
	 * A worker that takes longer counts as dead, and another one takes over. Longer than `call`, so that no second worker
	 * sends the request during a slow call.
	 */
	lease: 45 * second,
	quote: 5 * minute,
	/** Counted from the confirmation. Then the request lapses, because prices change and people change their minds. */
	sendWithin: 15 * minute,
	/** How long after the first send the same Idempotency-Key and body may be sent again. */
	resend: 10 * minute,
	/**
	 * How long after a send the service may still execute the request, and reads may still show the old state. The
	 * specification limits neither. Services usually stop processing a request after half a minute to five minutes.
	 */
	settling: 5 * minute,
	/** Minimum time between two reads that both count as absences. */
	absenceSpacing: 15 * second,
	/** So many consecutive reads without a trace of an order prove that it was not executed. */
	absences: 3,
	/** With more in one step, the worker's lease could expire before the step ends. */
	namesPerLook: 40,
	/** Limits a round of reads with few domains. Rounds with more domains get more time (`roundOf`). */
	round: 2 * minute,
	/**
	 * The time from the first send until a person is asked whether the order succeeded. `accepted`: the service has accepted it.
	 */
	unknown: hour,
	accepted: 24 * hour,
	/**
	 * After a person was asked, the bot still reads the order's domains: each `humanLook`, until `humanLooks` after the
	 * first send.
	 */
	humanLook: hour,
	humanLooks: 7 * 24 * hour,
	/** If the service names no time: after a 429, and after `request_in_progress`. */
	blockDefault: 5 * minute,
	inProgress: 5 * second,
	/** The shortest wait after a failed `prepare` or `quote` call. A random factor from 1 to 2 lengthens it. */
	unread: 5 * second,
	/** Applies even if the service names a time in the past. */
	shortest: second,
} as const;

/**
 * A second registration does no harm, because it fails if the name is already registered. A second renewal would add
 * years, and an old DNS zone would overwrite newer changes.
 */
export function lookFirst(kind: Kind): boolean {
	return kind !== "register";
}

/** Before attempt `attempts + 1`: 2, 4, 8 … 60 seconds, times a random factor from 0.5 to 1.5. */
export function resendDelay(attempts: number, random: number): number {
	return Math.min(2 ** attempts * second, minute) * (0.5 + random);
}

/** After `reads` rounds: 15, 30, 60 … 300 seconds, plus up to 25 % at random. */
export function readDelay(reads: number, random: number): number {
	return Math.min(timeLimits.absenceSpacing * 2 ** Math.min(reads, 10), 5 * minute) * (1 + random / 4);
}

/** With the same Idempotency-Key and the same body, a request may be sent again. */
export function mayResend(state: RequestState, now: Date): boolean {
	return !state.closed && since(state.firstSentAt, now) < timeLimits.resend;
}

/**
 * After this time, no attempt can be running, and none will be sent, so reads can prove that an order was not executed.
 * If nothing was sent yet, it counts from `now`.
 *
 * It counts from the last attempt, even if the service refused that one, because an earlier attempt may still be
 * running. After `request_in_progress`, an attempt may run for `timeLimits.call` and `timeLimits.resend` together.
 */
export function provableFrom({ closed, firstSentAt, lastSentAt, hold }: RequestState, now: Date): Date {
	const running = hold === "in_progress" ? timeLimits.call + timeLimits.resend : timeLimits.settling;
	const over = later(lastSentAt ?? now, running);
	const unsent = later(firstSentAt ?? now, timeLimits.resend);
	return closed || over > unsent ? over : unsent;
}

/**
 * A slow service may need `timeLimits.call` for each name. At most `timeLimits.resend`: after the round, the request
 * may have to be sent again, which is allowed only within that time.
 */
export function roundOf(names: number): number {
	return Math.min(Math.max(timeLimits.round, names * timeLimits.call), timeLimits.resend);
}

/** A confirmed request that was not sent lapses then. For one that was sent, a person is asked about the outcome. */
export function deadline(state: RequestState, now: Date): Date {
	if (state.phase === "confirmed") return later(state.confirmedAt ?? now, timeLimits.sendWithin);
	return later(state.firstSentAt ?? now, state.phase === "accepted" ? timeLimits.accepted : timeLimits.unknown);
}

export function isLate(state: RequestState, now: Date): boolean {
	return now >= deadline(state, now);
}

/**
 * Not earlier than `timeLimits.shortest` from now and not later than the request's deadline. In the phase
 * `needs_human`, the latest time is `timeLimits.humanLook` from now instead.
 */
export function waitUntil(state: RequestState, until: Date, now: Date): Date {
	const soonest = later(now, timeLimits.shortest);
	const wanted = until < soonest ? soonest : until;
	const end = state.phase === "needs_human" ? later(now, timeLimits.humanLook) : deadline(state, now);
	return wanted < end ? wanted : end;
}

/** No request stores a longer wait. */
const longestWait = 2 * timeLimits.accepted;

/**
 * The clock of the database may have been ahead. What happened after `now` counts as `now`, except for a moment:
 * another transaction may have begun later. A wake-up that is further ahead than any wait is due.
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

/** In milliseconds; 0 if `then` is null. */
export function since(then: Date | null, now: Date): number {
	return then === null ? 0 : now.getTime() - then.getTime();
}

/**
 * True if `then` is less than `ms` ago. False for a time further ahead than any transaction lasts: it was stored while
 * the clock of the database was ahead, and would otherwise count as recent until then.
 */
export function isWithin(then: Date | null, ms: number, now: Date): boolean {
	return then !== null && since(then, now) < ms && then <= later(now, timeLimits.lease);
}

export function later(now: Date, milliseconds: number): Date {
	return new Date(now.getTime() + milliseconds);
}

/**
 * A smaller difference may mean the same moment: a service may report an exact time in its list of domains, but only a
 * date of another time zone in the record.
 */
const sameDayMs = 2 * dayMs;
const yearMs = 365.25 * dayMs;

/** A renewal moves the expiry by at least a year. */
export function isSameExpiry(one: Date, other: Date): boolean {
	return Math.abs(one.getTime() - other.getTime()) < sameDayMs;
}

/** What was known before it, and what was sent. */
interface SentRegistration {
	/** The operation's own. It is sent unless the person gave one (`givenRef`). */
	reference: string;
	givenRef: string | null;
	years: number;
	/** When the call was prepared; null if unknown. */
	wasFree: boolean | null;
	firstSentAt: Date | null;
}

/** A field is null if the account's record of the domain lacks it. */
interface SeenRegistration {
	externalRef: string | null;
	registeredAt: Date | null;
	expiresAt: Date | null;
}

/**
 * Decides whether our order registered the domain. The first rule that applies decides:
 * 1. The record has another reference than the one we sent: `elsewhere`.
 * 2. We sent our own reference, and the record has it: `done`.
 * 3. We have not sent the order: `unclear`.
 * 4. The registration date is more than two days before the first send: `elsewhere`. No time zone explains this.
 * 5. The name was not known to be available when we prepared the call: `unclear`.
 * 6. The record has no reference: `unattributed`.
 * 7. The record has the person's reference: `unattributed` if its expiry date contradicts the ordered years, else
 *   `done`.
 */
export function findRegistration(
	sent: SentRegistration,
	record: SeenRegistration,
): Extract<Finding["found"], "done" | "elsewhere" | "unattributed" | "unclear"> {
	const { reference, givenRef, wasFree, firstSentAt } = sent;
	const { externalRef, registeredAt } = record;
	if (externalRef !== null && !isSameReference(externalRef, givenRef ?? reference)) return "elsewhere";
	if (givenRef === null && externalRef !== null) return "done";
	if (firstSentAt === null) return "unclear";
	if (registeredAt !== null && since(firstSentAt, registeredAt) < -sameDayMs) return "elsewhere";
	if (wasFree !== true) return "unclear";
	if (externalRef === null) return "unattributed";
	return isForOtherYears(sent.years, registeredAt ?? firstSentAt, record.expiresAt) ? "unattributed" : "done";
}

/** Some services drop the `#` or store lower case. */
export function isSameReference(one: string, other: string): boolean {
	const fold = (reference: string): string => reference.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
	return one === other || (fold(one) !== "" && fold(one) === fold(other));
}

function isForOtherYears(years: number, from: Date, expiresAt: Date | null): boolean {
	return expiresAt !== null && Math.round((expiresAt.getTime() - from.getTime()) / yearMs) !== years;
}

export interface SentRenewal {
	reference: string;
	/**
	 * The operation's (`ours`), the person's (`given`), or one that the record had before the renewal (`kept`), so it
	 * proves nothing.
	 */
	whose: "ours" | "given" | "kept";
	years: number;
	before: Date | null;
	firstSentAt: Date | null;
}

/**
 * Decides whether our renewal was executed. The first rule that applies decides:
 * 1. The expiry before or after is unknown: `done` if the record has our own reference, else `silent`.
 * 2. The expiry moved back by two days or more: `unclear`.
 * 3. The expiry is the same to within two days: `unclear` if the record has our own reference, else `absent`.
 * 4. The expiry moved by less than the ordered years: `unclear` if the record has our own reference, else `elsewhere`.
 * 5. The record has our own reference: `done`.
 * 6. The expiry moved by more than the ordered years, or the record has no reference: `unattributed`.
 * 7. The record has another reference than the one sent: `elsewhere`.
 * 8. The record has the sent reference: `done` if the person gave it, `unattributed` if it was kept.
 */
export function findRenewal(
	sent: SentRenewal,
	record: { externalRef: string | null; expiresAt: Date | null },
): Finding["found"] {
	const { before, years, whose, firstSentAt } = sent;
	const { externalRef, expiresAt: now } = record;
	const bearsSent = externalRef !== null && isSameReference(externalRef, sent.reference);
	const ours = bearsSent && whose === "ours";
	if (before === null || now === null) return ours ? "done" : "silent";
	const moved = now.getTime() - before.getTime();
	if (Math.abs(moved) < sameDayMs || moved < 0) return ours || moved <= -sameDayMs ? "unclear" : "absent";
	// Some services count a year as 365 days, so the new expiry may differ by a day per year. Some renew an expired
	// domain from the day of the renewal, so the years may begin at the first send.
	const slack = sameDayMs + years * dayMs;
	const from = firstSentAt !== null && before < firstSentAt ? [before, firstSentAt] : [before];
	const isExact = from.some((each) => Math.abs(now.getTime() - yearsAfter(each, years).getTime()) < slack);
	if (!isExact && now < yearsAfter(before, years)) return ours ? "unclear" : "elsewhere";
	if (ours) return "done";
	if (!isExact || externalRef === null) return "unattributed";
	if (!bearsSent) return "elsewhere";
	return whose === "given" ? "done" : "unattributed";
}

function yearsAfter(date: Date, years: number): Date {
	const after = new Date(date);
	after.setUTCFullYear(after.getUTCFullYear() + years);
	return after;
}
