import type { Client } from "../../../client/index.ts";
import type { NamedValue } from "../../../client/read/fields.ts";
import type { CallOptions, Result } from "../../../client/result.ts";
import type { Evidence, Finding } from "../../../rules/operation/state.ts";
import type { ItemRow } from "../../../store/operations.ts";
import type { ItemBefore, LockKind, PlannedChange, PreparedCall } from "../../../store/schema/operations.ts";

/** The client and options that a kind reads the service with. */
export interface Reader {
	client: Client;
	options: CallOptions;
}

/** The order for one domain, before or after it becomes an item. */
export interface Wanted extends Pick<ItemRow, "domain" | "years" | "renewCents" | "change"> {
	/** Our own changes of the last minutes, newest first. A read that predates one of them does not count. */
	written?: readonly PlannedChange[];
}

/** The current state of one order at the service. */
export type Seen =
	| {
			kind: "fine";
			/** Null if the service names no price; undefined if nothing is charged. */
			priceCents?: number | null;
			renewCents?: number | null;
			before?: ItemBefore;
			/** Set if the zone or domain changed after the person saw the plan: the plan for its current state, to be shown. */
			change?: PlannedChange;
			/** Set if only fields changed that are not shown: the plan for the current state, which is sent instead. */
			refreshed?: PlannedChange;
	  }
	| { kind: "refused"; code: string; message: string };

export type Bad = Exclude<Result<unknown>, { kind: "ok" }>;

/** One answer per order. */
export type Examined =
	| {
			kind: "seen";
			items: Seen[];
			/** Null if it is irrelevant or the service does not report it. */
			balanceCents: number | null;
			/** The account owner's settings for new domains, if they are relevant. */
			defaults?: readonly NamedValue[];
	  }
	/** The service still returns the state before one of our changes. */
	| { kind: "behind" }
	| { kind: "bad"; result: Bad };

/** The result of looking up one item, with further facts of the record. */
export type Looked = { kind: "found"; found: Finding["found"]; expiresAt?: Date | null } | { kind: "bad"; result: Bad };

/** What was sent, as far as a later lookup needs it. */
export interface Sent {
	reference: string;
	firstSentAt: Date | null;
}

/** The parts that differ between kinds of change. The executor does the rest. */
export interface KindOfChange {
	/** Two open items with the same lock on one domain would overwrite each other. */
	lock: LockKind;
	/** Reads prices, balance and state, for a quote and again right before the call. */
	examine(reader: Reader, wanted: readonly Wanted[]): Promise<Examined>;
	/** Builds the exact call for these items from rows alone. */
	prepare(items: readonly ItemRow[], reference: string): PreparedCall;
	/** Looks up whether the change happened to one domain. */
	look(reader: Reader, item: ItemRow, sent: Sent): Promise<Looked>;
}

/** Converts a failed read to evidence. Its times follow the database clock, as those of the rows do. */
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

/** True if a refusal is about the domain, and not about access, rate limits or the service's health. */
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
