import { sumOrNull } from "@domains/contract/money.ts";

/**
 * Sent to the service at the time `at`.
 * - `charged`: the order succeeded, and its charge is known.
 * - `untold`: the order succeeded, and its charge is not known.
 * - `pending`: the outcome is not known yet.
 * - `undone`: the service accepted the order but did not carry it out.
 */
export type SpentItem = {
	at: Date;
	operationId: number;
	kind: "register" | "renew";
	/** The agreed one; null if unknown. */
	priceCents: number | null;
} & ({ outcome: "charged"; cents: number } | { outcome: "untold" | "pending" | "undone" });

export interface Spent {
	names: number;
	cents: number;
}

/** Domains without a known charge. `SpendingMonth.totalCents` does not include their prices. */
export interface Unknown {
	names: number;
	/** Null if any of the prices is unknown. */
	priceCents: number | null;
}

export interface SpendingMonth {
	/** Such as `2027-03`, in the person's time zone. */
	month: string;
	orders: number;
	register: Spent;
	renew: Spent;
	/** What the account paid outside this bot, and what was added to it, by its balance. */
	elsewhereCents: number;
	addedCents: number;
	totalCents: number;
	untold: Unknown;
	pending: Unknown;
	undone: Unknown;
}

export const spendingMonths = 12;

/**
 * The last twelve months, oldest first, without those before the first payment. Empty if no month has one. `others`:
 * what the orders do not explain of the changes of the balance.
 * An order belongs to the month in which it was sent, even if its outcome is known only later.
 */
export function spendingByMonth(
	items: readonly SpentItem[],
	others: readonly Unexplained[],
	timeZone: string,
	now: Date,
): SpendingMonth[] {
	const monthOf = monthReader(timeZone);
	const byMonth = Map.groupBy(items, ({ at }) => monthOf(at));
	const otherByMonth = Map.groupBy(others, ({ at }) => monthOf(at));
	const paidElsewhere = (month: string) => otherByMonth.get(month)?.some(({ cents }) => cents > 0);
	const months = lastMonths(monthOf(now));
	const first = months.findIndex((month) => byMonth.has(month) || paidElsewhere(month));
	if (first < 0) return [];
	return months.slice(first).map((month) => summary(month, byMonth.get(month) ?? [], otherByMonth.get(month) ?? []));
}

function summary(month: string, items: readonly SpentItem[], others: readonly Unexplained[]): SpendingMonth {
	const elsewhereCents = others.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);
	const charged = items.filter((item) => item.outcome === "charged");
	const spent = (of: readonly { cents: number }[]) => {
		return { names: of.length, cents: of.reduce((sum, { cents }) => sum + cents, 0) };
	};
	const unknown = (outcome: SpentItem["outcome"]): Unknown => {
		const some = items.filter((item) => item.outcome === outcome);
		return { names: some.length, priceCents: sumOrNull(some.map(({ priceCents }) => priceCents)) };
	};
	return {
		month,
		orders: new Set(items.map(({ operationId }) => operationId)).size,
		register: spent(charged.filter(({ kind }) => kind === "register")),
		renew: spent(charged.filter(({ kind }) => kind === "renew")),
		elsewhereCents,
		addedCents: others.reduce((sum, { cents }) => sum + Math.max(0, -cents), 0),
		totalCents: spent(charged).cents + elsewhereCents,
		untold: unknown("untold"),
		pending: unknown("pending"),
		undone: unknown("undone"),
	};
}

/** Such as `2027-03`. */
export function monthReader(timeZone: string): (at: Date) => string {
	const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit" });
	return (at) => {
		const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
		return `${parts.get("year")}-${parts.get("month")}`;
	};
}

/** This month and the eleven before it, oldest first. */
function lastMonths(last: string): string[] {
	const [year = 0, month = 1] = last.split("-").map(Number);
	return Array.from({ length: spendingMonths }, (_, index) => {
		const start = new Date(Date.UTC(year, month - spendingMonths + index, 1));
		return start.toISOString().slice(0, 7);
	});
}

/** A change of an account's balance that a read found. `beforeCents` is null for the first balance that was read. */
export interface BalanceChange {
	at: Date;
	beforeCents: number | null;
	afterCents: number;
}

/** What the bot's orders do not explain of a change: above 0 if it was paid elsewhere, below 0 if it was added. */
export interface Unexplained {
	at: Date;
	cents: number;
}

/**
 * How long before a change its orders were sent, at most, if the change before is not known. The bot reads the balance
 * as soon as an order is settled.
 */
const longestReadMs = 3_600_000;

/**
 * Compares the changes of a balance with the bot's orders in the account. An order counts in the first change after it
 * was sent. If its charge is unknown, it counts with its price. `changes`: oldest first.
 */
export function unexplained(changes: readonly BalanceChange[], items: readonly SpentItem[]): Unexplained[] {
	return changes.flatMap(({ at, beforeCents, afterCents }, index) => {
		if (beforeCents === null) return [];
		const since = changes[index - 1]?.at ?? new Date(at.getTime() - longestReadMs);
		const own = items.filter((item) => item.at > since && item.at <= at).reduce((sum, item) => sum + costOf(item), 0);
		const cents = beforeCents - afterCents - own;
		return cents === 0 ? [] : [{ at, cents }];
	});
}

function costOf(item: SpentItem): number {
	if (item.outcome === "charged") return item.cents;
	return item.outcome === "undone" ? 0 : (item.priceCents ?? 0);
}
