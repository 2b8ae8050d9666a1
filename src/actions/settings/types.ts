export interface Settings {
	locale: string;
	timeZone: string;
	guard: SpendGuard;
}

/** Limits that protect a person from spending by mistake. */
export interface SpendGuard {
	/** The maximum that can be confirmed on one day (UTC). */
	dayCapCents: number | null;
	/** A confirm above this sum is asked twice. */
	askAboveCents: number | null;
	/** A balance below this sum notifies the person with an outbox row `balance` of the account. */
	lowBalanceCents: number | null;
}
