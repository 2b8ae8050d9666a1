import { createBatcher } from "@domains/kit/batch.ts";
import { isOutage } from "@domains/kit/postgres/errors.ts";

interface Work<In, Out> {
	/** Of several calls with the same key, a statement contains only one: they write to the same rows. */
	keyOf: (given: In) => number;
	/**
	 * One statement for many calls. It waits for no lock: it leaves out a call whose rows are locked, or that is not of
	 * the usual kind, and returns null for it.
	 */
	together: (all: readonly In[]) => Promise<readonly (Out | null)[]>;
	/** The statement for one call, which waits for its locks and handles every kind. */
	alone: (given: In) => Promise<Out>;
}

/** Larger batches gain nothing: a batch of 32 already takes most of its time for its rows. */
const most = 32;
/** A batch that takes longer has met a sick session. Then the next batch starts on another connection. */
const patienceMs = 250;

/**
 * Lets the updates of many chats share a statement and its commit. `docs/sharing.md` explains it.
 *
 * A call that finds no statement on its way starts one at once. Calls that arrive meanwhile share the next statement. A
 * call that the statement left out, or that made it fail, runs alone, and no other call waits for it. If the database is lost,
 * all calls of the statement fail. A call whose `signal` aborts before its statement starts writes nothing.
 */
export function shareWork<In, Out>({ keyOf, together, alone }: Work<In, Out>) {
	interface Call {
		given: In;
		signal: AbortSignal | undefined;
	}
	const share = createBatcher<Call, Out | null>(
		async (calls) => {
			const taken = new Map<number, Call>();
			for (const call of calls) {
				const key = keyOf(call.given);
				if (!call.signal?.aborted && !taken.has(key)) taken.set(key, call);
			}
			if (taken.size === 0) return calls.map(() => null);
			const outs = await together([...taken.values()].map(({ given }) => given)).catch((error: unknown) => {
				if (isOutage(error)) throw error;
				return [];
			});
			const results = new Map([...taken.values()].map((call, index) => [call, outs[index] ?? null]));
			return calls.map((call) => results.get(call) ?? null);
		},
		most,
		isOutage,
		patienceMs,
	);
	return async (given: In, signal?: AbortSignal): Promise<Out> => {
		const out = await share({ given, signal });
		if (out !== null) return out;
		signal?.throwIfAborted();
		return await alone(given);
	};
}
