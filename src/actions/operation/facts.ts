import type { FrozenQuote, PreparedCall } from "../../store/schema/operations.ts";

/** What was read around a call and belongs into the rows with the evidence that it gave. All of it is optional. */
export interface Facts {
	/** The exact call, made when the world was as quoted. */
	prepared?: PreparedCall;
	balanceBeforeCents?: number | null;
	balanceAfterCents?: number | null;
	/** By item row. */
	items?: ReadonlyMap<number, ItemFacts>;
	/** What is asked now, where it is more than was shown. */
	quote?: { sums: FrozenQuote; prices: ReadonlyMap<number, ItemPrices> };
}

export interface ItemFacts {
	before?: Record<string, unknown>;
	expiresAt?: Date | null;
	chargedCents?: number | null;
}

export interface ItemPrices {
	priceCents: number;
	renewCents: number | null;
}
