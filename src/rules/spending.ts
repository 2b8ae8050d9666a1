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
	totalCents: number;
	untold: Unknown;
	pending: Unknown;
	undone: Unknown;
}

export const spendingMonths = 12;

/**
 * The last twelve months, oldest first, without those before the person's first order. Empty if no month has an order.
 * An order belongs to the month in which it was sent, even if its outcome is known only later.
 */
export function spendingByMonth(items: readonly SpentItem[], timeZone: string, now: Date): SpendingMonth[] {
	const monthOf = monthReader(timeZone);
	const byMonth = Map.groupBy(items, ({ at }) => monthOf(at));
	const months = lastMonths(monthOf(now));
	const first = months.findIndex((month) => byMonth.has(month));
	return first < 0 ? [] : months.slice(first).map((month) => summary(month, byMonth.get(month) ?? []));
}

function summary(month: string, items: readonly SpentItem[]): SpendingMonth {
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
		totalCents: spent(charged).cents,
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
