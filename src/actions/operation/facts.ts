import type { ItemBefore, PlannedChange, PreparedCall } from "../../store/schema/operations.ts";

/** Facts from a call, stored together with its evidence. All are optional. */
export interface Facts {
	/** The exact call to send. Built after the current state was found to match the quote. */
	prepared?: PreparedCall;
	/** The fingerprint of the token that made the call. */
	tokenPrint?: string;
	balanceBeforeCents?: number | null;
	/** Facts about single items, keyed by the item's row id. */
	items?: ReadonlyMap<number, ItemFacts>;
	/** The current terms, if they differ from the quote that the person confirmed. */
	quote?: { balanceCents: number | null; items: ReadonlyMap<number, ItemTerms> };
}

export interface ItemFacts {
	before?: ItemBefore;
	/** The DNS, nameserver or edge plan as the call sends it. */
	change?: PlannedChange;
	/** The same DNS plan in the other record form, for the next attempt. */
	respelled?: PlannedChange;
	expiresAt?: Date | null;
	chargedCents?: number | null;
}

/** The terms of one item that a person agrees to. */
export interface ItemTerms {
	priceCents?: number;
	renewCents?: number | null;
	before?: ItemBefore;
	change?: PlannedChange;
}
