import type { Client } from "../../../client/index.ts";
import type { NamedValue } from "../../../client/read/fields.ts";
import type { CallOptions, Result } from "../../../client/result.ts";
import type { Evidence, Finding } from "../../../rules/operation/state.ts";
import type { ItemRow } from "../../../store/operations.ts";
import type { ItemBefore, LockKind, PlannedChange, PreparedCall } from "../../../store/schema/operations.ts";

/** A client of the account, with the options for its calls. */
export interface Reader {
	client: Client;
	options: CallOptions;
}

/** The order for one domain, as a draft or as a stored item. */
export interface Wanted extends Pick<ItemRow, "domain" | "years" | "renewCents" | "change"> {
	/** The changes that this bot made in the last minutes, newest first. A read that lacks one of them is outdated. */
	written?: readonly PlannedChange[];
}

/** The current state of one ordered domain at the service, or the refusal to expect for it. */
export type Seen =
	| {
			kind: "fine";
			/** Null if the service reports no price; undefined if the change is free. */
			priceCents?: number | null;
			renewCents?: number | null;
			before?: ItemBefore;
			/** The new plan, if the zone or the domain changed since the quote. The person must confirm it. */
			change?: PlannedChange;
			/** The new plan, if only fields that the screen does not show changed. It needs no new confirmation. */
			refreshed?: PlannedChange;
	  }
	| { kind: "refused"; code: string; message: string };

export type Bad = Exclude<Result<unknown>, { kind: "ok" }>;

/** The current state of each ordered domain, in the order of `wanted`. */
export type Examined =
	| {
			kind: "seen";
			items: Seen[];
			/** Null if the change is free, or if the service does not report the balance. */
			balanceCents: number | null;
			/** The account owner's settings for new domains; absent unless domains are registered. */
			defaults?: readonly NamedValue[];
	  }
	/** The service's answer does not include one of our recent changes yet. */
	| { kind: "behind" }
	| { kind: "bad"; result: Bad };

/** The result of looking up one item. `expiresAt`: the expiry date in the domain's record. */
export type Looked = { kind: "found"; found: Finding["found"]; expiresAt?: Date | null } | { kind: "bad"; result: Bad };

/** Data of the sent request. A lookup compares it with the domain's record. */
export interface Sent {
	reference: string;
	firstSentAt: Date | null;
}

/** The functions that differ between kinds of change. All kinds share the code that runs requests. */
export interface KindOfChange {
	/** Only one open item per domain may have this lock, so that two changes do not overwrite each other. */
	lock: LockKind;
	/** Reads prices, balance and state, for a quote and again right before the call. */
	examine(reader: Reader, wanted: readonly Wanted[]): Promise<Examined>;
	/** Builds the exact call for these items from stored data alone. */
	prepare(items: readonly ItemRow[], reference: string): PreparedCall;
	/** Looks up whether the change happened to one domain. */
	look(reader: Reader, item: ItemRow, sent: Sent): Promise<Looked>;
}

/**
 * Returns the evidence of a failed read, with the time of the next try if the service gives one. `now`: the database
 * time.
 */
export function unread(result: Bad, now: Date): Evidence {
	if (result.kind === "held") {
		return { is: "unread", hold: result.reason === "blocked" ? "pace" : "none", until: result.until };
	}
	if (result.kind === "unknown") return { is: "unread", hold: "none" };
	const { status, retryAfterMs } = result;
	if (status === 401 || status === 403) return { is: "unread", hold: "access" };
	const until = retryAfterMs === undefined ? {} : { until: new Date(now.getTime() + retryAfterMs) };
	return { is: "unread", hold: status === 429 ? "pace" : "none", ...until };
}

/** True if the service refused because of the domain, and not because of access, rate limits or its own health. */
export function isAboutDomain(result: Bad): result is Extract<Bad, { kind: "refused" }> {
	return result.kind === "refused" && [404, 409, 422].includes(result.status);
}

/** True if the rate limit or missing access prevented the read, so that reads of other domains would fail too. */
export function isAboutAccess(result: Bad): boolean {
	return result.kind === "held" || (result.kind === "refused" && [401, 403, 429].includes(result.status));
}

export function refused({ code, message }: { code: string; message: string }): Seen {
	return { kind: "refused", code, message };
}

/** Returns the person's references in the form the API takes. */
export function givenReferences({ clientRef, externalRef }: Pick<ItemRow, "clientRef" | "externalRef">) {
	return {
		...(clientRef !== null && { client_ref: clientRef }),
		...(externalRef !== null && { external_ref: externalRef }),
	};
}
