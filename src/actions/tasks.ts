import { resealSecrets } from "../store/reseal.ts";
import { forgetOld } from "../store/sweeps.ts";
import { keepAccountWatches } from "../store/watches.ts";
import { runBoard } from "./board/run.ts";
import { refreshReceivers } from "./connection/receiver.ts";
import type { Deps } from "./deps.ts";
import { processEvent } from "./event/process.ts";
import { readBalanceAfter } from "./operation/balance.ts";
import { runCalls, runRequest } from "./operation/run-request.ts";
import { runWatch } from "./watch/run.ts";

export type Tasks = ReturnType<typeof createTasks>;

/** Returns the handlers of the background jobs. A row id is that of the row that the job works on. */
export function createTasks(deps: Deps) {
	return {
		/** Runs the due steps of a row of `requests`. */
		operation: (rowId: string, signal: AbortSignal) => runRequest(deps, Number(rowId), signal),
		/** Looks up the next names of a row of `boards`. */
		board: (rowId: string, signal: AbortSignal) => runBoard(deps, Number(rowId), signal),
		/** Runs one check of a row of `watches`. */
		watch: (rowId: string, signal: AbortSignal) => runWatch(deps, Number(rowId), signal),
		/** Processes a row of `inbox`. */
		async event(rowId: string, signal: AbortSignal) {
			for (const { requestId, call } of await processEvent(deps, Number(rowId))) {
				if (call) await runCalls(deps, requestId, call, signal);
				else await readBalanceAfter(deps, requestId, signal);
			}
		},
		/**
		 * Runs once a night, in one process:
		 * - starts the watches of accounts that were connected before these watches existed;
		 * - deletes old rows;
		 * - re-encrypts data that an old key encrypted.
		 */
		async nightly() {
			await keepAccountWatches(deps.db, "expiry");
			await keepAccountWatches(deps.db, "prices");
			const counts = { forgotten: await forgetOld(deps.db), ...(await resealSecrets(deps.db, deps.vault)) };
			const worked = Object.values(counts).some((count) => count > 0);
			deps.log[worked ? "info" : "debug"](counts, "deleted old rows and re-encrypted secrets");
		},
		/** Runs at process start: sets the address of our receiver at the built-in service. */
		refreshReceivers: () => refreshReceivers(deps),
	};
}
