import type { ItemBefore, PlannedChange, PreparedCall } from "../../store/schema/operations.ts";

/** Facts read around a call, to store in the rows together with its evidence. All are optional. */
export interface Facts {
	/** The exact call, made when the current state matched the quote. */
	prepared?: PreparedCall;
	/** The print of the token that made the call. */
	tokenPrint?: string;
	balanceBeforeCents?: number | null;
	/** Keyed by item row id. */
	items?: ReadonlyMap<number, ItemFacts>;
	/** The current terms, if they differ from those shown. */
	quote?: { balanceCents: number | null; items: ReadonlyMap<number, ItemTerms> };
}

export interface ItemFacts {
	before?: ItemBefore;
	/** The plan as the call sends it. */
	change?: PlannedChange;
	/** The plan for the next attempt, in the other record form. */
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
