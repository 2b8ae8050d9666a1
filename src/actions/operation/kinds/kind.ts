import type { Client } from "../../../client/index.ts";
import type { CallOptions, Result } from "../../../client/result.ts";
import type { Evidence } from "../../../rules/operation/state.ts";
import type { ItemRow, RequestRow, WholeOperation } from "../../../store/operations.ts";
import type { PreparedCall } from "../../../store/schema/operations.ts";
import type { Facts, ItemPrices } from "../facts.ts";

/** A request at work: its rows, and a client that speaks for its account. */
export interface Work {
	operation: WholeOperation;
	request: RequestRow;
	client: Client;
	options: CallOptions;
	/** By the database, when the work began. */
	now: Date;
}

/** What the world asks right now for what is still open. */
export type Examined =
	| {
			kind: "possible";
			totalCents: number;
			balanceCents: number | null;
			/** By item row. */
			prices: ReadonlyMap<number, ItemPrices>;
			before: ReadonlyMap<number, Record<string, unknown>>;
	  }
	| { kind: "impossible"; code: string; message: string }
	| { kind: "unread"; result: Bad };

export type Bad = Exclude<Result<unknown>, { kind: "ok" }>;
export type Found = { evidence: Evidence; facts?: Facts };

/** What is particular to one kind of change; everything else is the executor's. */
export interface KindOfChange {
	/** Reads prices, balance and state again, before anything is sent. */
	examine(work: Work): Promise<Examined>;
	/** The exact call for what is open, from rows alone. */
	prepare(work: Work): PreparedCall;
	/** Looks whether it happened to these domains. */
	look(work: Work, items: readonly ItemRow[]): Promise<Found>;
}

/** A read that failed, as evidence; its times are by the clock that the rows are kept by. */
export function unread(result: Bad, now: Date): Evidence {
	if (result.kind === "held") return { is: "unread", hold: "pace", until: result.until };
	if (result.kind === "unknown") return { is: "unread", hold: "none" };
	const { status, retryAfterMs } = result;
	if (status === 401 || status === 403) return { is: "unread", hold: "access" };
	const until = retryAfterMs === undefined ? {} : { until: new Date(now.getTime() + retryAfterMs) };
	return { is: "unread", hold: status === 429 ? "pace" : "none", ...until };
}
