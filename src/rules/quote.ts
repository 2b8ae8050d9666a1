import { sumOrNull } from "@domains/contract/money.ts";
import { timeLimits } from "./operation/timing.ts";

/**
 * True if the service may charge a different total than the quote says. The quote then calls its total "expected". Only
 * our own service is known to use our price formula. Another service may price the years after the first differently.
 */
export function isExpected(lines: readonly { years: number }[], ownService: boolean): boolean {
	return !ownService && lines.some((line) => line.years > 1);
}

export function quoteExpiry(now: Date): Date {
	return new Date(now.getTime() + timeLimits.quote);
}

/** True if the quote has expired. A quote counts as expired from exactly `expiresAt`. */
export function isExpired(expiresAt: Date, now: Date): boolean {
	return now >= expiresAt;
}

/** The amounts of a receipt (the message about an order's outcome), in cents. */
export interface Receipt {
	/** The agreed price of the items that succeeded. An item without a known price counts as 0. */
	expectedCents: number;
	/** The total charge that the service reports. Null if it reports no charge for one of the items that succeeded. */
	chargedCents: number | null;
	/**
	 * How much the balance fell, if the service did not report every charge. Negative if the balance rose. Null if
	 * `chargedCents` is known, or if the balance was not read both before and after the order.
	 */
	dropCents: number | null;
	/**
	 * True if the charge differs from the expected price. If the charge is unknown, the fall of the balance is compared
	 * instead. If the fall is unknown too, the charge counts as 0.
	 */
	differs: boolean;
}

/**
 * Compares the charge with the expected price. Failed items cost nothing. The fall of the balance is only an estimate
 * of the charge, because other orders may have reduced it too.
 */
export function receiptOf(
	items: readonly { phase: string; priceCents: number | null; chargedCents: number | null }[],
	balanceBeforeCents: number | null,
	balanceAfterCents: number | null,
): Receipt {
	const done = items.filter((item) => item.phase === "succeeded");
	const expectedCents = done.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	const chargedCents = sumOrNull(done.map((item) => item.chargedCents));
	const read = balanceBeforeCents !== null && balanceAfterCents !== null;
	const dropCents = chargedCents === null && read ? balanceBeforeCents - balanceAfterCents : null;
	const known = chargedCents ?? dropCents ?? 0;
	return { expectedCents, chargedCents, dropCents, differs: known !== expectedCents };
}

/**
 * A fact that a quote shows. The person confirms it together with the quote:
 * - `renewal_price`: the price of the years after the ordered ones.
 * - `expiry`: the expiry date before a renewal. The date after it follows from this one.
 * - `plan`: the records, the nameservers or the edge profile, before and after a change.
 */
export type QuotedFact = "price" | "renewal_price" | "premium" | "expiry" | "plan";

export interface ChangedFact {
	fact: QuotedFact;
	domains: readonly string[];
}

/** The account's defaults for a new domain at the time of the quote. A key is null if there is no default. */
export interface OrderDefaults {
	edgeProfileKey: string | null;
	nameserverPresetKey: string | null;
	/** Why the service will refuse the default edge profile. `off`: it is disabled. `zone`: it is not meant for the TLD. */
	edgeProblem?: "off" | "zone";
}
