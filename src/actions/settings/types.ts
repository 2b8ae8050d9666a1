import type { Actor } from "../actor.ts";

export interface SettingsActions {
	language(input: Actor & { locale: string }): Promise<{ kind: "saved"; locale: string }>;
	/** An IANA name; anything else is refused. */
	timeZone(
		input: Actor & { timeZone: string },
	): Promise<{ kind: "saved"; timeZone: string } | { kind: "unknown_zone" }>;
	read(input: Actor): Promise<Settings>;
	/** Sums in whole cents, null for none; a sum below zero or beyond sense is refused. */
	guard(input: Actor & Partial<SpendGuard>): Promise<{ kind: "saved"; guard: SpendGuard } | { kind: "bad_sum" }>;
}

export interface Settings {
	locale: string;
	timeZone: string;
	guard: SpendGuard;
}

/** What keeps a person from spending by mistake. */
export interface SpendGuard {
	/** The most that is confirmed on one day (UTC). */
	dayCapCents: number | null;
	/** Above this a confirm is asked twice. */
	askAboveCents: number | null;
	/** Told when the balance falls under this: an outbox row `balance` of the account. */
	lowBalanceCents: number | null;
}
