import type { Finding } from "./state.ts";
import { since } from "./timing.ts";

/** How far apart our clock and the service's may be. */
const skewMs = 2 * 60_000;
const day = 24 * 60 * 60_000;
/**
 * How far apart two ways to tell one time may be: the day alone, by the time of another zone, and the moment. A service
 * may have the one in its list and the other in its record.
 */
const sameDayMs = 2 * day;
/** No renewal is shorter. */
const yearMs = 365 * day;

/** A registration that may have run: what was known before, and what went out. */
export interface SentRegistration {
	/** The operation's own, which travels unless the person gave one. */
	reference: string;
	givenRef: string | null;
	/** Whether the name was free when the call was prepared; null where nobody said. */
	wasFree: boolean | null;
	firstSentAt: Date | null;
}

/**
 * Whether the record of a name is our doing. Our own reference is proof. So is a name that was free when we looked and
 * was registered after we sent, unless it bears a reference of somebody else; the person's reference alone is none, for
 * their other programs may use it too.
 */
export function isOurs(
	sent: SentRegistration,
	record: { externalRef: string | null; registeredAt: Date | null },
): boolean {
	const { reference, givenRef, wasFree, firstSentAt } = sent;
	if (givenRef === null && record.externalRef === reference) return true;
	if (wasFree !== true || firstSentAt === null) return false;
	if (record.externalRef !== null && record.externalRef !== (givenRef ?? reference)) return false;
	return record.registeredAt === null || isSince(firstSentAt, record.registeredAt);
}

function isSince(sentAt: Date, told: Date): boolean {
	const isDayAlone = told.getTime() % day === 0;
	return since(sentAt, told) >= -(isDayAlone ? sameDayMs : skewMs);
}

/**
 * What the expiry says of a renewal: it moved by a year or more, or it stands where it stood. A service that tells none
 * is silent; what is neither may be anything.
 */
export function findRenewal(before: Date | null, now: Date | null): Finding["found"] {
	if (before === null || now === null) return "silent";
	const moved = now.getTime() - before.getTime();
	if (Math.abs(moved) < sameDayMs) return "absent";
	return moved > yearMs - sameDayMs ? "done" : "unclear";
}
