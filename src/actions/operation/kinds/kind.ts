import type { Client } from "../../../client/index.ts";
import type { NamedValue } from "../../../client/read/fields.ts";
import type { CallOptions, Result } from "../../../client/result.ts";
import type { Evidence, Finding } from "../../../rules/operation/state.ts";
import type { ItemRow } from "../../../store/operations.ts";
import type { ItemBefore, LockKind, PlannedChange, PreparedCall } from "../../../store/schema/operations.ts";

/** How a kind reads the world. */
export interface Reader {
	client: Client;
	options: CallOptions;
}

/** What is wanted of one domain, before or after it became an item. */
export interface Wanted extends Pick<ItemRow, "domain" | "years" | "renewCents" | "change"> {
	/** Our own changes of the last minutes, newest first: a read from before one of them does not count. */
	written?: readonly PlannedChange[];
}

/** What the world says to it right now. */
export type Seen =
	| {
			kind: "fine";
			/** Null where the service names no price; undefined where there is nothing to pay. */
			priceCents?: number | null;
			renewCents?: number | null;
			before?: ItemBefore;
			/** The plan carried over to a world that moved since it was shown. */
			change?: PlannedChange;
			/** The same plan over what was just read, where only fields differ that are not shown: it goes out instead. */
			refreshed?: PlannedChange;
	  }
	| { kind: "refused"; code: string; message: string };

export type Bad = Exclude<Result<unknown>, { kind: "ok" }>;

/** One answer for each of what is wanted. */
export type Examined =
	| {
			kind: "seen";
			items: Seen[];
			/** Null where it is of no account or not told. */
			balanceCents: number | null;
			/** What the account's owner chose for new domains, where that is of account. */
			defaults?: readonly NamedValue[];
	  }
	/** The service still shows what was there before a change of ours. */
	| { kind: "behind" }
	| { kind: "bad"; result: Bad };

/** What a look for one item found, with what the record said besides. */
export type Looked = { kind: "found"; found: Finding["found"]; expiresAt?: Date | null } | { kind: "bad"; result: Bad };

/** What was sent, as far as a later look needs it. */
export interface Sent {
	reference: string;
	firstSentAt: Date | null;
}

/** What is particular to one kind of change; everything else is the executor's. */
export interface KindOfChange {
	/** Two open items of one lock on one domain would overwrite each other. */
	lock: LockKind;
	/** Reads prices, balance and state, for a quote and again right before anything is sent. */
	examine(reader: Reader, wanted: readonly Wanted[]): Promise<Examined>;
	/** The exact call for these items, from rows alone. */
	prepare(items: readonly ItemRow[], reference: string): PreparedCall;
	/** Looks whether it happened to one domain. */
	look(reader: Reader, item: ItemRow, sent: Sent): Promise<Looked>;
}

/** A read that failed, as evidence; its times are by the clock that the rows are kept by. */
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

/** A refusal that speaks of the domain itself and not of access, pace or the service's health. */
export function isAboutDomain(result: Bad): result is Extract<Bad, { kind: "refused" }> {
	return result.kind === "refused" && [404, 409, 422].includes(result.status);
}

export function refused({ code, message }: { code: string; message: string }): Seen {
	return { kind: "refused", code, message };
}

/** References that the person gave, as they travel. */
export function givenReferences({ clientRef, externalRef }: Pick<ItemRow, "clientRef" | "externalRef">) {
	return {
		...(clientRef !== null && { client_ref: clientRef }),
		...(externalRef !== null && { external_ref: externalRef }),
	};
}
