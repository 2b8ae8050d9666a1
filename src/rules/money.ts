/**
 * Money is whole cents everywhere inside; dollars exist on the wire and in texts only. The number is read as the
 * decimal that it prints as, so 1.005 is 101 cents and 0.1 + 0.2 is 30; half a cent goes away from zero.
 * Undefined for what is no sum: NaN, infinite, or too large to be exact.
 */
export function centsOf(usd: number): number | undefined {
	if (Math.abs(usd) < 1e-6) return 0;
	const cents = Math.sign(usd) * Math.round(Number(`${Math.abs(usd)}e2`)) + 0;
	return Number.isSafeInteger(cents) ? cents : undefined;
}

/** The number that the wire carries for a sum in cents: the double nearest to the exact decimal. */
export function usdOf(cents: number): number {
	return cents / 100;
}

/** What a zone asks: cents for the first year and for each further one. */
export interface ZonePrice {
	registerCents: number;
	renewCents: number;
}

/**
 * The one price formula. Register: the register price, and the renewal price for each year after the first. Renew:
 * the renewal price for each year. `years` is 1 to 10 by the time it comes here.
 */
export function priceOf(order: "register" | "renew", price: ZonePrice, years: number): number {
	return order === "register" ? price.registerCents + (years - 1) * price.renewCents : years * price.renewCents;
}
