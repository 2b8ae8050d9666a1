import { nextMorning } from "../../rules/local-time.ts";

const dayMs = 24 * 3_600_000;
/** The morning checks of many accounts spread over this time, starting at nine. */
export const spreadMs = 10 * 60_000;

/**
 * Returns the earliest next morning (nine, local time) of these people, plus a random part of `spreadMs`. The morning
 * counts as at most a day away, also without people.
 */
export function nextLook(now: Date, people: readonly { timeZone: string }[], random: () => number): Date {
	const mornings = people.map(({ timeZone }) => nextMorning(now, timeZone).getTime());
	return new Date(Math.min(now.getTime() + dayMs, ...mornings) + random() * spreadMs);
}
