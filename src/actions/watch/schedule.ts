import { nextMorning } from "../../rules/local-time.ts";

const dayMs = 24 * 3_600_000;
/** The morning checks of many accounts are spread over this time after nine o'clock. */
export const spreadMs = 10 * 60_000;

/**
 * Returns when the next morning checks run: at the next nine o'clock in the morning in the time zone of any of these
 * people, but within a day. Adds a random part of `spreadMs`.
 */
export function nextLook(now: Date, people: readonly { timeZone: string }[], random: () => number): Date {
	const mornings = people.map(({ timeZone }) => nextMorning(now, timeZone).getTime());
	return new Date(Math.min(now.getTime() + dayMs, ...mornings) + random() * spreadMs);
}
