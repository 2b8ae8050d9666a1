import { nextMorning } from "../../rules/local-time.ts";

const dayMs = 24 * 3_600_000;
/** The morning checks of many accounts are spread over this time after nine o'clock. */
export const spreadMs = 10 * 60_000;

/**
 * Returns the next time at which it is nine in the morning for one of these people, plus a random part of `spreadMs`.
 * Without people, returns a time a day from now, which is also the latest time.
 */
export function nextLook(now: Date, people: readonly { timeZone: string }[], random: () => number): Date {
	const mornings = people.map(({ timeZone }) => nextMorning(now, timeZone).getTime());
	return new Date(Math.min(now.getTime() + dayMs, ...mornings) + random() * spreadMs);
}
