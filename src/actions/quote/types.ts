import type { Actor } from "../actor.ts";
import type { Busy, Operation } from "../operation/types.ts";
import type { InvalidName } from "../search/types.ts";
import type { Trouble } from "../trouble.ts";

export interface RegisterDraft {
	domain: string;
	years: number;
	/** The person's label. */
	clientRef?: string;
	externalRef?: string;
	edgeProfileKey?: string;
}

export type QuoteResult =
	/** `operation.quote` is set; with `shortByCents` above 0 it can be shown and not confirmed. */
	| { kind: "quoted"; operation: Operation }
	| { kind: "not_available"; domain: string }
	| { kind: "not_sold"; domain: string; message?: string }
	/** The service answered without a price, so nothing can be agreed on. */
	| { kind: "no_price"; domain: string }
	| { kind: "bad_years"; min: number; max: number }
	| { kind: "bad_reference"; field: "clientRef" | "externalRef" }
	/** An open operation already holds this domain. */
	| Busy
	| InvalidName
	| Trouble;

export interface QuoteActions {
	/** Reads price and balance right now, freezes them for five minutes and supersedes an older quote of the same name. */
	register(input: Actor & { draft: RegisterDraft }): Promise<QuoteResult>;
	/** A fresh quote of the same draft, after one that lapsed, failed or was withdrawn. */
	again(input: Actor & { operationId: number }): Promise<QuoteResult | { kind: "not_found" }>;
}
