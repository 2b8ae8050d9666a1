import type { NameProblem } from "../../rules/names.ts";
import type { Actor } from "../actor.ts";
import type { Busy, Operation } from "../operation/types.ts";
import type { InvalidName } from "../search/types.ts";
import type { Trouble } from "../trouble.ts";

export interface RenewDraft {
	domain: string;
	years: number;
	/** The person's label; without it the record keeps its own. */
	clientRef?: string;
	externalRef?: string;
}

export interface RegisterDraft extends RenewDraft {
	edgeProfileKey?: string;
}

export type BadDraft =
	| { kind: "bad_years"; min: number; max: number }
	| { kind: "bad_reference"; field: "clientRef" | "externalRef" };

export type QuoteResult =
	/** `operation.quote` is set; with `shortByCents` above 0 it can be shown and not confirmed. */
	| { kind: "quoted"; operation: Operation }
	/** Register: somebody has it. */
	| { kind: "not_available"; domain: string }
	| { kind: "not_sold"; domain: string; message?: string }
	/** Renew: not in the account. */
	| { kind: "not_yours"; domain: string }
	/** Renew: it would be paid for further ahead than anybody can pay. */
	| { kind: "too_long"; domain: string; years: number }
	/** The service answered without a price, so nothing can be agreed on. */
	| { kind: "no_price"; domain: string }
	| BadDraft
	/** An open operation already holds this domain. */
	| Busy
	| InvalidName
	| Trouble;

/** The order that a fresh price is asked for: it stays with its account, whichever is the active one. */
export interface Again {
	operationId: number;
	accountId: number;
}

/** Why a name of a list is not in its quote. */
export interface SkippedName {
	/** As it was given where it is no name. */
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
		| "refused";
	problem?: NameProblem;
	/** The label or character to blame for the problem. */
	part?: string;
	code?: string;
	message?: string;
	/** Of one that is `too_long`: by how many years it can be renewed. */
	most?: number;
}

export type BatchQuoteResult =
	| { kind: "quoted"; operation: Operation; skipped: readonly SkippedName[] }
	/** Every one of them was left out. */
	| { kind: "nothing"; skipped: readonly SkippedName[] }
	| { kind: "too_many"; most: number }
	| BadDraft
	| Trouble;

export interface QuoteActions {
	/** Reads price and balance right now, freezes them for five minutes and supersedes an older quote of the same name. */
	register(input: Actor & { draft: RegisterDraft }): Promise<QuoteResult>;
	renew(input: Actor & { draft: RenewDraft }): Promise<QuoteResult>;
	/** One quote over a list: cleaned, each name once, and what cannot be had named with its reason. */
	registerMany(input: Actor & { drafts: readonly RegisterDraft[] }): Promise<BatchQuoteResult>;
	renewMany(input: Actor & { drafts: readonly RenewDraft[] }): Promise<BatchQuoteResult>;
	/** A fresh quote of a single order, after one that lapsed, failed or was withdrawn; the same one if nobody confirmed it. */
	again(input: Actor & { operationId: number }): Promise<QuoteResult | { kind: "not_found" }>;
	/** One quote over what did not come about of a list. */
	againMany(input: Actor & { operationId: number }): Promise<BatchQuoteResult | { kind: "not_found" }>;
}
