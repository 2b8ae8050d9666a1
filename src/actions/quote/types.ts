import type { NameProblem } from "@domains/contract/names.ts";
import type { RecordProblem, SetProblem } from "@domains/contract/records/record.ts";
import type { ZoneRecord } from "../dns/types.ts";
import type { Block } from "../domain/types.ts";
import type { EdgeProblem } from "../edge/types.ts";
import type { LockConflict, Operation } from "../operation/types.ts";
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

/** An operation that gets a new quote. The new quote is for `accountId`, even if another account is active now. */
export interface Again {
	operationId: number;
	accountId: number;
}

/** Why an order or a plan leaves a name out. */
export type SkipReason =
	/** `locked`: a person has frozen the domain, so new orders for it are stopped. `already_so`: nothing would change. */
	| { reason: "not_yours" | "already_so" | "locked" | "duplicate" | "not_available" | "no_price" }
	/** `part`: the part of the name that causes the problem, such as a label (between two dots) or a character. */
	| { reason: "invalid"; problem?: NameProblem; part?: string }
	/** The service refuses the name. `code` and `message` are its own. */
	| { reason: "not_sold" | "refused"; code?: string; message?: string }
	/** The renewal would exceed the longest term that can be paid in advance. `most`: the longest one, in years. */
	| { reason: "too_long"; most: number; years: number }
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

/** A name that an order or a plan leaves out, in ASCII; an invalid name as the person entered it. */
export type Skipped = { domain: string } & SkipReason;

/** The result of planning a change of DNS, nameservers or edge profile. The plan of one domain is a list of one. */
export type PlanResult =
	/** `operation.quote` is set. If its `shortByCents` is above 0, the balance is too low to confirm the quote. */
	| { kind: "quoted"; operation: Operation; skipped: readonly Skipped[] }
	/** Every name was skipped. */
	| { kind: "nothing"; skipped: readonly Skipped[] }
	| { kind: "too_many"; most: number }
	| Trouble;

/** The quote of orders. The quote of one name is a list of one. */
export type QuoteResult = PlanResult | BadLine;
