import type { Finding } from "./state.ts";
import { since } from "./timing.ts";

const day = 24 * 60 * 60_000;
/**
 * How far apart two ways to tell one time may be: the day alone, by the time of another zone, and the moment. A service
 * may have the one in its list and the other in its record.
 */
const sameDayMs = 2 * day;
const yearMs = 365.25 * day;

/** A registration that may have run: what was known before, and what went out. */
export interface SentRegistration {
	/** The operation's own, which travels unless the person gave one. */
	reference: string;
	givenRef: string | null;
	years: number;
	/** Whether the name was free when the call was prepared; null where nobody said. */
	wasFree: boolean | null;
	firstSentAt: Date | null;
}

/** What the account's record of a name says about references and times; null where it says nothing. */
export interface SeenRegistration {
	externalRef: string | null;
	registeredAt: Date | null;
	expiresAt: Date | null;
}

/**
 * Which order a record of a name is from. Our own reference is proof, and another one is proof of another order; so is a
 * registration more than two days before we sent, which no time zone explains. A name that was free when we looked may
 * be ours: the person's reference beside the ordered years is proof, and without any reference nothing is.
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

/** A service may keep a reference in its own spelling: without the mark, or in lower case. */
export function isSameReference(one: string, other: string): boolean {
	const fold = (reference: string): string => reference.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
	return one === other || (fold(one) !== "" && fold(one) === fold(other));
}

function isForOtherYears(years: number, from: Date, expiresAt: Date | null): boolean {
	return expiresAt !== null && Math.round((expiresAt.getTime() - from.getTime()) / yearMs) !== years;
}

/** A renewal that may have run. */
export interface SentRenewal {
	/** The reference that went out. */
	reference: string;
	/** The operation's own, the person's, or the one that the record bore before and that shows nothing. */
	whose: "ours" | "given" | "kept";
	years: number;
	before: Date | null;
	firstSentAt: Date | null;
}

/**
 * What a record says of a renewal. Our own reference on it is proof, and so is the person's new one beside the ordered
 * years. The expiry alone proves no renewal: another order moves it just the same. Fewer years than ordered, or another
 * reference beside the ordered years, are another order's. A service that tells no expiry is silent; what is none of
 * this may be anything.
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
	// Some services count a year as 365 days, and those of an expired domain from the day of its renewal.
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
