/**
 * Our code stores whole cents. The result follows the decimal that JavaScript prints: 1.005 is 101 cents, and 0.1 + 0.2
 * is 30. Half a cent is rounded away from zero. Undefined for NaN, infinity and numbers too large to be exact.
 */
export function centsOf(usd: number): number | undefined {
	if (Math.abs(usd) < 1e-6) return 0;
	const cents = Math.sign(usd) * Math.round(Number(`${Math.abs(usd)}e2`)) + 0;
	return Number.isSafeInteger(cents) ? cents : undefined;
}

/** API bodies have the double nearest to the exact decimal. */
export function usdOf(cents: number): number {
	return cents / 100;
}

export type OrderKind = "register" | "renew";

/** In cents, for the first year and for each further year. */
export interface TldPrice {
	registerCents: number;
	renewCents: number;
}

/**
 * A registration costs the register price plus the renewal price for each further year. A renewal costs the renewal
 * price for each year. The caller has checked that `years` is 1 to 10.
 */
export function priceOf(order: OrderKind, price: TldPrice, years: number): number {
	return order === "register" ? price.registerCents + (years - 1) * price.renewCents : years * price.renewCents;
}

/** Null if a value is unknown. */
export function sumOrNull(values: readonly (number | null)[]): number | null {
	return values.reduce((total, each) => (total === null || each === null ? null : total + each), 0);
}
