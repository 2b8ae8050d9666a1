import type { NameProblem } from "@domains/contract/names.ts";
import type { RecordProblem } from "@domains/contract/records/record.ts";
import type { SetProblem } from "@domains/contract/records/validate.ts";
import type { ZoneRecord } from "../dns/types.ts";
import type { Block } from "../domain/types.ts";
import type { EdgeProblem } from "../edge/types.ts";
import type { LockConflict, Operation } from "../operation/types.ts";
import type { InvalidName } from "../search/types.ts";
import type { Trouble } from "../trouble.ts";

/** What a person orders for one domain: a line of a renewal. */
export interface RenewLine {
	domain: string;
	years: number;
	/** The person's label for the domain. If absent, a renewed domain keeps its label. */
	clientRef?: string;
	externalRef?: string;
}

/** What a person orders for one domain: a line of a registration. */
export interface RegisterLine extends RenewLine {
	edgeProfileKey?: string;
}

/** New settings for the items of an order. An absent field leaves a setting unchanged, null removes it. */
export interface OrderSettings {
	years?: number;
	clientRef?: string | null;
	externalRef?: string | null;
	edgeProfileKey?: string | null;
}

/**
 * A change of a quoted order:
 * - `settings`: new settings for the domain in `only`, or for all domains if `only` is missing.
 * - `keep`: the domains that stay in the order. If it is missing, all stay.
 */
export interface OrderEdit {
	settings?: OrderSettings;
	only?: string | undefined;
	keep?: readonly string[];
}

/** Why a line is refused before the service is asked. */
export type BadLine =
	| { kind: "bad_years"; min: number; max: number }
	| { kind: "bad_reference"; field: "clientRef" | "externalRef" };

export type QuoteResult =
	/** `operation.quote` is set. If its `shortByCents` is above 0, the balance is too low to confirm the quote. */
	| { kind: "quoted"; operation: Operation }
	/** The domain to register is already registered. */
	| { kind: "not_available"; domain: string }
	| { kind: "not_sold"; domain: string; message?: string }
	/** The domain to renew is not in the account. */
	| { kind: "not_yours"; domain: string }
	/** The renewal would exceed the longest term that can be paid in advance. */
	| { kind: "too_long"; domain: string; years: number }
	/** The service did not report a price, so there is nothing to confirm. */
	| { kind: "no_price"; domain: string }
	| BadLine
	/** Another unsettled operation locks this domain. */
	| LockConflict
	| InvalidName
	| Trouble;

/** An operation that gets a new quote. The new quote is for `accountId`, even if another account is active now. */
export interface Again {
	operationId: number;
	accountId: number;
}

/** A name that was left out of a quote, with the reason. */
export interface SkippedName {
	/** The name in ASCII; an invalid name as the person entered it. */
	domain: string;
	reason:
		| "invalid"
		| "duplicate"
		| "not_available"
		| "not_sold"
		| "not_yours"
		| "no_price"
		| "too_long"
		| "busy"
		| "refused"
		/** The domain is already in the state that the change would produce. */
		| "already_so"
		/** The current state of the domain could not be read. */
		| "unread"
		/** The domain would have no records, or records that break a rule of DNS. */
		| "conflict"
		/** The change contains a record type that the service does not store. */
		| "type"
		/** The plan would contain too many records. */
		| "too_large"
		/** The edge profile does not serve the domain's TLD. */
		| "profile"
		| "blocked"
		/** A person has frozen the domain: new orders for it are stopped. */
		| "locked"
		/** The service does not show the bot's last change of the domain yet. */
		| "outdated";
	problem?: NameProblem;
	/** The part of the name that causes the problem, such as a label (between two dots) or a character. */
	part?: string;
	code?: string;
	message?: string;
	/** The longest possible renewal in years, if the reason is `too_long`. */
	most?: number;
}

export type BatchQuoteResult =
	| { kind: "quoted"; operation: Operation; skipped: readonly SkippedName[] }
	/** Every name was skipped. */
	| { kind: "nothing"; skipped: readonly SkippedName[] }
	| { kind: "too_many"; most: number }
	| BadLine
	| Trouble;

/** Why a plan leaves a domain out. */
export type UnplannedReason =
	| { reason: "not_yours" | "already_so" | "locked" }
	/**
	 * The service still returns the state before the bot's last change. A plan based on that state would revert the
	 * change.
	 */
	| { reason: "outdated" }
	/** The edits reverted all unconfirmed changes (the draft), so the draft was cancelled. */
	| { reason: "draft_ended" }
	/** The record to change or delete no longer exists as the screen showed it. */
	| { reason: "record_gone" }
	/** The change would delete all records of the domain, which the API does not allow. */
	| { reason: "empty" }
	/** The domain would have more records than the API allows. */
	| { reason: "full" }
	/** The plan of all domains would contain too many records. */
	| { reason: "too_large" }
	/** The new records break a rule of DNS. `type`: the service does not store records of these types. */
	| { reason: "conflict" | "type"; refusals: readonly { record: ZoneRecord; problem: RecordProblem | SetProblem }[] }
	| { reason: "busy"; other: LockConflict["other"] }
	| { reason: "blocked"; block: Block }
	| { reason: "unread"; trouble: Trouble }
	| { reason: "profile"; profileKey: string; edge: EdgeProblem };

/** A domain that a plan leaves out. The fields other than `domain` and `reason` explain the reason. */
export type Unplanned = { domain: string } & UnplannedReason;

/** The result of planning a change of DNS, nameservers or edge profile. The plan of one domain is a list of one. */
export type ListPlanResult =
	| { kind: "quoted"; operation: Operation; skipped: readonly Unplanned[] }
	/** Every domain was skipped. */
	| { kind: "nothing"; skipped: readonly Unplanned[] }
	| { kind: "too_many"; most: number }
	| Trouble;
