import { priceOf, type ZonePrice } from "./money.ts";

/** A quote lives this long; afterwards it is made anew. */
const lifetime = 5 * 60_000;

/** One line of a quote: a domain, its years, and the prices that hold right now, in cents. */
export interface QuoteLine {
	order: "register" | "renew";
	years: number;
	price: ZonePrice;
}

/** What a person agrees to, in cents. `shortBy` is what is missing, 0 when the balance is enough. */
export interface Sums {
	total: number;
	balance: number;
	balanceAfter: number;
	shortBy: number;
}

/** Totals as they are shown and frozen. The balance after is below zero where the balance does not reach. */
export function sumsOf(lines: readonly QuoteLine[], balance: number): Sums {
	const total = lines.reduce((sum, line) => sum + priceOf(line.order, line.price, line.years), 0);
	return { total, balance, balanceAfter: balance - total, shortBy: Math.max(0, total - balance) };
}

/**
 * Whether the sum is our own arithmetic: a service that is not ours may reckon further years of a registration, or
 * several years of a renewal, in another way, so such a quote says "expected".
 */
export function isExpected(lines: readonly QuoteLine[], ownService: boolean): boolean {
	return !ownService && lines.some((line) => line.years > 1);
}

/** How much more is asked now than was shown; 0 or less needs no second question. */
export function riseOf(shown: number, now: number): number {
	return Math.max(0, now - shown);
}

export function quoteExpiry(now: Date): Date {
	return new Date(now.getTime() + lifetime);
}

/** A quote can be confirmed up to its expiry and not at it. */
export function isExpired(expiresAt: Date, now: Date): boolean {
	return now >= expiresAt;
}

/** Line 12 of the operations: what was quoted, and the balances as read around the order (null: not readable). */
export interface Receipt {
	quoted: number;
	balanceBefore: number | null;
	balanceAfter: number | null;
	/** What the balance says was taken; null where it cannot say. Other orders in between show here too. */
	taken: number | null;
}

export function receiptOf(quoted: number, balanceBefore: number | null, balanceAfter: number | null): Receipt {
	const taken = balanceBefore === null || balanceAfter === null ? null : balanceBefore - balanceAfter;
	return { quoted, balanceBefore, balanceAfter, taken };
}
