import type { ItemBefore, PlannedChange, PreparedCall } from "../../store/schema/operations.ts";

/** What was read around a call and belongs into the rows with the evidence that it gave. All of it is optional. */
export interface Facts {
	/** The exact call, made when the world was as quoted. */
	prepared?: PreparedCall;
	/** Of the token that it was made with. */
	tokenPrint?: string;
	balanceBeforeCents?: number | null;
	/** By item row. */
	items?: ReadonlyMap<number, ItemFacts>;
	/** What is asked now, where it is not what was shown. */
	quote?: { balanceCents: number | null; items: ReadonlyMap<number, ItemTerms> };
}

export interface ItemFacts {
	before?: ItemBefore;
	/** The plan as it goes out. */
	change?: PlannedChange;
	/** The plan as the next try is made of it. */
	respelled?: PlannedChange;
	expiresAt?: Date | null;
	chargedCents?: number | null;
}

/** What a person agrees to of one item. */
export interface ItemTerms {
	priceCents?: number;
	renewCents?: number | null;
	change?: PlannedChange;
}
