import type { ChangedFact, OrderDefaults } from "../../rules/quote.ts";
import type { ItemBefore, PlannedChange, PlannedRecord, PreparedCall } from "../../store/schema/operations.ts";

/**
 * What a call to the service found out, in addition to its `Evidence`. The evidence decides the request's next state.
 * These facts and that state are stored in one transaction.
 */
export interface Facts {
	/** The exact call to send. Set after a read showed that the current state matches the quote. */
	prepared?: PreparedCall;
	/** The fingerprint (a keyed hash) of the token with which the call was made. */
	tokenPrint?: string;
	balanceBeforeCents?: number | null;
	/** Facts about single items, keyed by the item's row id. */
	items?: ReadonlyMap<number, ItemFacts>;
	/**
	 * Set if the person must confirm a new quote. Contains the current balance, and the current terms of each item, keyed
	 * by the item's row id. `changed`: what differs from the quote that the person confirmed. `defaults`: null if the
	 * order gets none of the account's; absent for what is no registration.
	 */
	quote?: {
		balanceCents: number | null;
		items: ReadonlyMap<number, ItemTerms>;
		changed: readonly ChangedFact[];
		defaults?: OrderDefaults | null;
	};
}

export interface ItemFacts {
	before?: ItemBefore;
	/** The DNS, nameserver or edge plan as the call sends it. */
	change?: PlannedChange;
	/** The same DNS plan with the other set of field names (see `inOtherForm`). It is sent as a new call. */
	respelled?: PlannedChange;
	/** The records that the service stored; null if they are those that were sent. */
	stored?: readonly PlannedRecord[] | null;
	expiresAt?: Date | null;
	chargedCents?: number | null;
}

/** The terms of one item in a quote. The person agrees to them by confirming. */
export interface ItemTerms {
	priceCents?: number;
	renewCents?: number | null;
	before?: ItemBefore;
	change?: PlannedChange;
}
