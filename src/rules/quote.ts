import { sumOrNull } from "@domains/contract/money.ts";
import { timeLimits } from "./operation/timing.ts";

/**
 * The service may charge a different total than the quote says. Only our own service is known to use our price formula:
 * another one may price the years after the first differently.
 */
export function isExpected(lines: readonly { years: number }[], ownService: boolean): boolean {
	return !ownService && lines.some((line) => line.years > 1);
}

export function quoteExpiry(now: Date): Date {
	return new Date(now.getTime() + timeLimits.quote);
}

/** Inclusive: a quote is expired at exactly `expiresAt`. */
export function isExpired(expiresAt: Date, now: Date): boolean {
	return now >= expiresAt;
}

/** In cents. */
export interface Receipt {
	/** Counts the items that succeeded. An item without a known price counts as 0. */
	expectedCents: number;
	/** Null if the service reports no charge for one of the items that succeeded. */
	chargedCents: number | null;
	/**
	 * How much the balance fell, if the service did not report every charge. Negative if it rose. Null if `chargedCents`
	 * is known, or if the balance was not read both before and after the order.
	 */
	dropCents: number | null;
	/**
	 * The charge differs from the expected price. If the charge is unknown, the fall of the balance is compared instead.
	 * If that is unknown too, the charge counts as 0.
	 */
	differs: boolean;
}

/**
 * Failed items cost nothing. The fall of the balance is only an estimate of the charge, because other orders may have
 * reduced it too.
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
 * The person confirms it together with the quote:
 * - `renewal_price`: the price of the years after the ordered ones.
 * - `expiry`: the date before a renewal. The date after it follows from this one.
 * - `defaults`: the account's edge profile and nameserver preset for a new domain whose order names no profile.
 * - `plan`: the records, the nameservers or the edge profile, before and after a change.
 */
export type QuotedFact = "price" | "renewal_price" | "premium" | "expiry" | "defaults" | "plan";

export interface ChangedFact {
	fact: QuotedFact;
	domains: readonly string[];
}

/** The account's defaults at the time of the quote. A key is null if there is no default. */
export interface OrderDefaults {
	edgeProfileKey: string | null;
	nameserverPresetKey: string | null;
	/** The service will refuse the default edge profile: it is disabled (`off`), or not meant for the TLD (`zone`). */
	edgeProblem?: "off" | "zone";
}

/**
 * Why an order or a plan leaves a name out.
 * - `locked`: a person has frozen the domain, so new orders for it are stopped.
 * - `already_so`: nothing would change.
 * - `outdated`: the service still returns the state before the bot's last change, which the plan would revert.
 * - `draft_ended`: the edits reverted all unconfirmed changes (the draft), so the draft was cancelled.
 * - `record_gone`: the record to change or delete no longer exists as the screen showed it.
 * - `empty`: the change would delete all records of the domain, which the API does not allow.
 * - `full`: the domain would have more records than the API allows.
 * - `too_large`: the plan of all domains would contain too many records.
 */
export const skipReasons = [
	"invalid",
	"duplicate",
	"not_available",
	"not_sold",
	"not_yours",
	"no_price",
	"too_long",
	"busy",
	"refused",
	"already_so",
	"unread",
	"conflict",
	"type",
	"too_large",
	"profile",
	"blocked",
	"locked",
	"outdated",
	"draft_ended",
	"record_gone",
	"empty",
	"full",
] as const;
