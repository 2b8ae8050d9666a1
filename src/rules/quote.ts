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
	quotedCents: number;
	/** What the service says it took; null where it does not say. */
	chargedCents: number | null;
	/** It took something else than was quoted. */
	differs: boolean;
}

/** Line 12 of the operations. What failed costs nothing, and so stands in no sum. */
export function receiptOf(
	items: readonly { phase: string; priceCents: number | null; chargedCents: number | null }[],
): Receipt {
	const done = items.filter((item) => item.phase === "succeeded");
	const quotedCents = done.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	const told = done.every((item) => item.chargedCents !== null);
	const chargedCents = told ? done.reduce((sum, item) => sum + (item.chargedCents ?? 0), 0) : null;
	return { quotedCents, chargedCents, differs: chargedCents !== null && chargedCents !== quotedCents };
}
