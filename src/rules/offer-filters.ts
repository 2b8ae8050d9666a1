interface Prices {
	registerCents: number | null;
	renewCents: number | null;
}

/**
 * Price filters for search results. `under`: the first year must cost less than this many cents. `fair`: the renewal
 * must not cost more than three times the first year.
 */
export interface OfferFilters {
	under?: number | undefined;
	fair?: true | undefined;
}

/** Round price limits to offer as a filter, in cents. */
const limits = [500, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 20_000];

/** True if an offer passes the filters. An unknown price does not. */
export function passes({ registerCents, renewCents }: Prices, { under, fair }: OfferFilters): boolean {
	if (under !== undefined && (registerCents === null || registerCents >= under)) return false;
	return !fair || (registerCents !== null && renewCents !== null && renewCents <= 3 * registerCents);
}

/** Returns the first round limit above the median price, in cents. Undefined if no offer costs that much. */
export function usefulLimit(offers: readonly Prices[]): number | undefined {
	const prices = offers.flatMap(({ registerCents }) => registerCents ?? []).sort((one, other) => one - other);
	const median = prices[Math.floor((prices.length - 1) / 2)] ?? 0;
	const limit = limits.find((each) => each > median);
	return limit !== undefined && (prices.at(-1) ?? 0) >= limit ? limit : undefined;
}
