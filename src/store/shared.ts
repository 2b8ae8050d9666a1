import { createBatcher } from "@domains/kit/batch.ts";
import { isRefusal } from "@domains/kit/postgres/errors.ts";
import { encodeRow } from "./json-rows.ts";

interface Work<In, Row extends { id: string }, Out> {
	/** Of several calls with the same key, a statement contains only the first: they write to the same rows. */
	keyOf: (given: In) => number;
	/** The `id` of the row that answers the call. */
	idOf: (given: In) => number;
	/** What the statement gets of a call. */
	toRow: (given: In) => object;
	/**
	 * One statement for many calls, whose rows it gets as JSON. It waits for no lock. It returns no row for a call whose
	 * rows are locked, or that is not of the usual kind.
	 */
	together: (rows: string) => Promise<readonly Row[]>;
	fromRow: (row: Row, given: In) => Out;
	/** The statement for one call, which waits for its locks and handles every kind. */
	alone: (given: In) => Promise<Out>;
}

/** Why a call runs alone: the shared statement returned no row for it, or PostgreSQL refused the statement. */
type Alone = "left_out" | "refused";

/** Gets each call that runs alone, for the metrics. */
export type OnAlone = (statement: "load" | "save" | "record", reason: Alone) => void;

/** Larger batches gain nothing: a batch of 32 already takes most of its time for its rows. */
const most = 32;
/** A batch that takes longer has met a sick session. Then the next batch starts on another connection. */
const patienceMs = 250;

/**
 * Lets the updates of many chats share a statement and its commit. `docs/sharing.md` explains it.
 *
 * A call that finds no statement on its way starts one at once. Calls that arrive meanwhile share the next statement. A
 * call that the statement left out runs alone, and no other call waits for it. If PostgreSQL refuses the statement, all
 * its calls run alone. After any other error, such as a lost database, all calls fail, because the statement may have been
 * committed. A call whose `signal` aborts before its statement starts writes nothing.
 */
export function shareWork<In, Row extends { id: string }, Out>(
	work: Work<In, Row, Out>,
	onAlone: (reason: Alone) => void = () => {},
) {
	const { keyOf, idOf, toRow, together, fromRow, alone } = work;
	interface Call {
		given: In;
		row: string;
		signal: AbortSignal | undefined;
	}
	async function run(calls: readonly Call[]): Promise<readonly (Row | Alone | "aborted")[]> {
		const live = calls.filter(({ signal }) => !signal?.aborted);
		const rows = live.length === 0 ? [] : await together(`[${live.map(({ row }) => row).join()}]`).catch(orRefused);
		if (rows === "refused") return calls.map((call) => (live.includes(call) ? "refused" : "aborted"));
		const byId = new Map(rows.map((row) => [Number(row.id), row]));
		const parts = calls.map((call) => (live.includes(call) ? (byId.get(idOf(call.given)) ?? "left_out") : "aborted"));
		if (parts.filter((part) => typeof part === "object").length < rows.length)
			throw new Error("a shared statement returned a row twice, or for no call");
		return parts;
	}
	const share = createBatcher(run, most, { concernsAll: () => true, patienceMs, keyOf: ({ given }) => keyOf(given) });
	return async (given: In, signal?: AbortSignal): Promise<Out> => {
		const part = await share({ given, row: encodeRow(toRow(given)), signal });
		if (typeof part === "object") return fromRow(part, given);
		signal?.throwIfAborted();
		if (part !== "aborted") onAlone(part);
		return await alone(given);
	};
}

function orRefused(error: unknown): "refused" {
	if (isRefusal(error)) return "refused";
	throw error;
}
