import { dayMs, nextMorning } from "../../rules/local-time.ts";

/** The morning checks of many accounts are spread over this time after nine o'clock. */
export const spreadMs = 10 * 60_000;
/**
 * The check of an account's prices runs this long after its check of expiry dates, and uses the list of domains that
 * the latter has read.
 */
export const pricesAfterMs = 15 * 60_000;

/**
 * Returns the time of the next morning check: the earliest next nine o'clock in the time zones of these people. It is
 * at most a day from now. Adds a random part of `spreadMs`.
 */
export function nextLook(now: Date, people: readonly { timeZone: string }[], random: () => number): Date {
	const mornings = people.map(({ timeZone }) => nextMorning(now, timeZone).getTime());
	return new Date(Math.min(now.getTime() + dayMs, ...mornings) + random() * spreadMs);
}
