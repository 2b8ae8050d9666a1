import type { Trouble } from "../trouble.ts";

export type { AutoRenewal } from "../../store/auto-renewals.ts";

/**
 * A person's decision about a domain's next renewal. `later`: some days without reminders. `let_go`: only one more
 * reminder, on the last day.
 */
export type RenewalChoice = "later" | "let_go";

export type ExpiringName = {
	domain: string;
	expiresAt: Date;
	/** The price of one more year, as a quote would show it now; null if unknown. */
	renewCents: number | null;
	choice: RenewalChoice | null;
	/** When the person is reminded again, if they chose `later`; otherwise null. */
	remindAt: Date | null;
	tags: readonly string[];
	auto: boolean;
};

/** The domains of one account that expire within a given number of days. */
export interface Expiring {
	accountId: number;
	/** The service's number for the account. */
	userId: number;
	sandbox: boolean;
	/** The domains, sorted by expiry date, earliest first. */
	names: readonly ExpiringName[];
	/** The number of domains whose expiry date the service does not report. */
	undated: number;
	/** The account's balance as last read; null if unknown. */
	balanceCents: number | null;
	/** True if prices and dates may be old, because the service does not answer now. */
	isOld: boolean;
}

export type ExpiringResult = ({ kind: "expiring" } & Expiring) | Trouble;

/**
 * One account of a reminder. `account` contains all expiring domains of the account, from which the upcoming costs are
 * computed.
 */
export interface ReminderPart {
	account: Expiring;
	/** The reported domains that still expire on the reported date. */
	names: readonly ExpiringName[];
}

/** A reminder, as far as it still applies. It has at least one part, and each part has at least one domain. */
export interface Reminder {
	parts: readonly ReminderPart[];
}

/** The daily check of an account's expiry dates. */
export interface DateCheck {
	/** The time of the last successful check; null if there was none. */
	checkedAt: Date | null;
	/** The time of the last check if it failed; otherwise null. */
	failedAt: Date | null;
}
