import type { Finding } from "./state.ts";
import { since } from "./timing.ts";

const day = 24 * 60 * 60_000;
/**
 * A smaller difference may mean the same moment: a service may report an exact time in its list of domains, but only a
 * date of another time zone in the record.
 */
const sameDayMs = 2 * day;
const yearMs = 365.25 * day;

/** A renewal moves the expiry by at least a year. */
export function isSameExpiry(one: Date, other: Date): boolean {
	return Math.abs(one.getTime() - other.getTime()) < sameDayMs;
}

/** What was known before it, and what was sent. */
export interface SentRegistration {
	/** The operation's own. It is sent unless the person gave one (`givenRef`). */
	reference: string;
	givenRef: string | null;
	years: number;
	/** When the call was prepared; null if unknown. */
	wasFree: boolean | null;
	firstSentAt: Date | null;
}

/** A field is null if the account's record of the domain lacks it. */
export interface SeenRegistration {
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
	const slack = sameDayMs + years * day;
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
