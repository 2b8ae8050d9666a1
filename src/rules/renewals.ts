import { dayMs } from "./local-time.ts";
import { monthReader } from "./spending.ts";

/** The price is that of one more year, null if unknown. */
export interface Renewal {
	domain: string;
	expiresAt: Date;
	renewCents: number | null;
	choice: "later" | "let_go" | null;
	tags: readonly string[];
}

/** For one year. */
export interface Cost {
	names: number;
	/** Known prices only. */
	cents: number;
	/** Domains without a known price, which are not in the sum. */
	unpriced: number;
}

/** `key` is the month, such as `2027-03`, or the tag. It is empty for domains without a tag. */
export interface PlanPart extends Cost {
	key: string;
}

/** A person can be reminded so many days before an expiry. */
export const reminderDays: readonly number[] = [60, 30, 7, 1];

export function toRenew<Name extends Renewal>(names: readonly Name[]): Name[] {
	return names.filter(({ choice }) => choice !== "let_go");
}

/** Includes expired domains. */
export function dueWithin<Name extends Renewal>(names: readonly Name[], days: number, now: Date): Name[] {
	return names.filter(({ expiresAt }) => expiresAt.getTime() <= now.getTime() + days * dayMs);
}

export function costOf(names: readonly Renewal[]): Cost {
	const priced = names.flatMap(({ renewCents }) => renewCents ?? []);
	const cents = priced.reduce((sum, price) => sum + price, 0);
	return { names: names.length, cents, unpriced: names.length - priced.length };
}

/**
 * Expired domains are part of the current month. One entry for each month from now to `days` days from now, even
 * without domains, but at most 24. Later expiries are left out.
 */
export function planByMonth(
	names: readonly Renewal[],
	{ timeZone, now, days }: { timeZone: string; now: Date; days: number },
): PlanPart[] {
	const monthOf = monthReader(timeZone);
	const first = monthOf(now);
	const byMonth = Map.groupBy(names, ({ expiresAt }) => {
		const month = monthOf(expiresAt);
		return month < first ? first : month;
	});
	const last = monthOf(new Date(now.getTime() + days * dayMs));
	return monthsBetween(first, last).map((key) => ({ key, ...costOf(byMonth.get(key) ?? []) }));
}

/** The highest cost first. A domain with several tags is in several groups. */
export function planByTag(names: readonly Renewal[]): PlanPart[] {
	const tagged = names.flatMap((name) =>
		(name.tags.length > 0 ? name.tags : [""]).map((key): [string, Renewal] => [key, name]),
	);
	const byTag = Map.groupBy(tagged, ([key]) => key);
	const parts = [...byTag].map(([key, rows]) => ({ key, ...costOf(rows.map(([, name]) => name)) }));
	return parts.toSorted((one, other) => other.cents - one.cents || (one.key < other.key ? -1 : 1));
}

/** Such as `2027-03`, both included, but at most 24. */
function monthsBetween(first: string, last: string): string[] {
	const [year = 0, month = 1] = first.split("-").map(Number);
	const months: string[] = [];
	for (let index = 0; index < 24; index += 1) {
		const key = new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7);
		if (key > last) break;
		months.push(key);
	}
	return months;
}

/** The maximum number of domains that one order renews. */
export const mostRenewed = 1_000;

/** The longest period that the list of expiring domains covers, in days: no domain is paid for longer than ten years. */
export const mostDays = 3_650;
