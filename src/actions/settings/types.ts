import type { Actor } from "../actor.ts";

export interface SettingsActions {
	language(input: Actor & { locale: string }): Promise<{ kind: "saved"; locale: string }>;
	/** Accepts an IANA name and refuses anything else. */
	timeZone(
		input: Actor & { timeZone: string },
	): Promise<{ kind: "saved"; timeZone: string } | { kind: "unknown_zone" }>;
	read(input: Actor): Promise<Settings>;
	/** Sums in whole cents, null for none. Negative and implausible sums are refused. */
	guard(input: Actor & Partial<SpendGuard>): Promise<{ kind: "saved"; guard: SpendGuard } | { kind: "bad_sum" }>;
}

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
