interface Prices {
	registerCents: number | null;
	renewCents: number | null;
}

/**
 * `under`: the first year must cost less than this many cents. `fair`: the renewal must not cost more than three times
 * the first year.
 */
export interface OfferFilters {
	under?: number | undefined;
	fair?: true | undefined;
}

/** Offered for `under`, in cents. */
const limits = [500, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 20_000];

/** An offer with an unknown price does not pass a filter that needs this price. */
export function passes({ registerCents, renewCents }: Prices, { under, fair }: OfferFilters): boolean {
	if (under !== undefined && (registerCents === null || registerCents >= under)) return false;
	return !fair || (registerCents !== null && renewCents !== null && renewCents <= 3 * registerCents);
}

/**
 * The lowest of `limits` above the median price. Undefined if no offer costs that much, because the filter would then
 * hide nothing.
 */
export function usefulLimit(offers: readonly Prices[]): number | undefined {
	const prices = offers.flatMap(({ registerCents }) => registerCents ?? []).sort((one, other) => one - other);
	const median = prices[Math.floor((prices.length - 1) / 2)] ?? 0;
	const limit = limits.find((each) => each > median);
	return limit !== undefined && (prices.at(-1) ?? 0) >= limit ? limit : undefined;
}
