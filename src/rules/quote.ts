/** A quote lives this long; afterwards it is made anew. */
const lifetime = 5 * 60_000;

/**
 * Whether the sum is our own arithmetic: a service that is not ours may reckon further years of a registration, or
 * several years of a renewal, in another way, so such a quote says "expected".
 */
export function isExpected(lines: readonly { years: number }[], ownService: boolean): boolean {
	return !ownService && lines.some((line) => line.years > 1);
}

export function quoteExpiry(now: Date): Date {
	return new Date(now.getTime() + lifetime);
}

/** A quote can be confirmed up to its expiry and not at it. */
export function isExpired(expiresAt: Date, now: Date): boolean {
	return now >= expiresAt;
}

/** What a receipt says of money, in cents. */
export interface Receipt {
	/** What the person agreed to, of what came about. */
	expectedCents: number;
	/** What the service says it charged for all of it; null where it does not say. */
	chargedCents: number | null;
	/** By how much the balance fell, where the charge is not told; below zero where it rose, null where it was not read. */
	dropCents: number | null;
	/** What is known is not what was expected, or nothing is known. */
	differs: boolean;
}

/**
 * Line 12 of the operations: facts, next to what was expected. What failed costs nothing, so it stands in no sum. The
 * balance is as read before the order and after it: other movements may be in it, and nobody here knows them.
 */
export function receiptOf(
	items: readonly { phase: string; priceCents: number | null; chargedCents: number | null }[],
	balanceBeforeCents: number | null,
	balanceAfterCents: number | null,
): Receipt {
	const done = items.filter((item) => item.phase === "succeeded");
	const expectedCents = done.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	const chargedCents = sumOf(done.map((item) => item.chargedCents));
	const read = balanceBeforeCents !== null && balanceAfterCents !== null;
	const dropCents = chargedCents === null && read ? balanceBeforeCents - balanceAfterCents : null;
	const known = chargedCents ?? dropCents ?? 0;
	return { expectedCents, chargedCents, dropCents, differs: known !== expectedCents };
}

/** Null where one of them is not known. */
function sumOf(values: readonly (number | null)[]): number | null {
	return values.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
}
