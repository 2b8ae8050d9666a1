import type { Client } from "../../../client/index.ts";
import type { NamedValue } from "../../../client/read/fields.ts";
import type { CallOptions, Result } from "../../../client/result.ts";
import type { Evidence, Finding } from "../../../rules/operation/state.ts";
import type { ItemRow } from "../../../store/operations.ts";
import type { ItemBefore, LockKind, PlannedChange, PreparedCall } from "../../../store/schema/operations.ts";

/** The client and the call options for reads. */
export interface Reader {
	client: Client;
	options: CallOptions;
}

/** The order for one domain, as a draft or as a stored item. */
export interface Wanted extends Pick<ItemRow, "domain" | "years" | "renewCents" | "change"> {
	/** Our changes of the last minutes, newest first. A read that lacks one of them is outdated. */
	written?: readonly PlannedChange[];
}

/** The current state of one ordered domain at the service. */
export type Seen =
	| {
			kind: "fine";
			/** Null if the service names no price; undefined if nothing is charged. */
			priceCents?: number | null;
			renewCents?: number | null;
			before?: ItemBefore;
			/** The new plan, to be shown, if the zone or the domain changed after the person saw the plan. */
			change?: PlannedChange;
			/** The new plan, sent without asking, if only fields changed that are not shown. */
			refreshed?: PlannedChange;
	  }
	| { kind: "refused"; code: string; message: string };

export type Bad = Exclude<Result<unknown>, { kind: "ok" }>;

/** The current state of each ordered domain, in the order of the orders. */
export type Examined =
	| {
			kind: "seen";
			items: Seen[];
			/** Null if no money is charged or the service does not report the balance. */
			balanceCents: number | null;
			/** The account owner's settings for new domains; absent unless domains are registered. */
			defaults?: readonly NamedValue[];
	  }
	/** The service's answer does not include one of our recent changes yet. */
	| { kind: "behind" }
	| { kind: "bad"; result: Bad };

/** The result of looking up one item. `expiresAt`: the expiry date in the domain's record. */
export type Looked = { kind: "found"; found: Finding["found"]; expiresAt?: Date | null } | { kind: "bad"; result: Bad };

/** Data of the sent request that a later lookup compares with the record. */
export interface Sent {
	reference: string;
	firstSentAt: Date | null;
}

/** The functions that differ between kinds of change. The code that runs requests is common. */
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

/** Converts a failed read to evidence. `now` is the database time. */
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
