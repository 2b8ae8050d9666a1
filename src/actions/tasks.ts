import { findRequest } from "../store/operations.ts";
import { resealSecrets } from "../store/secrets.ts";
import { forgetOld } from "../store/sweeps.ts";
import { keepAccountWatches } from "../store/watches.ts";
import { runBoard } from "./board/look-up.ts";
import { refreshReceivers } from "./connection/managed-account.ts";
import type { Deps } from "./deps.ts";
import { processEvent, readOutside } from "./event/process.ts";
import { readBalanceAfter, runCalls, runRequest } from "./operation/run-request.ts";
import { runWatch } from "./watch/run.ts";

export type Tasks = ReturnType<typeof createTasks>;

/** Returns the handlers of the background jobs. A job's payload, `rowId`, is the id of the row to work on. */
export function createTasks(deps: Deps) {
	return {
		/** Continues one HTTP request of an operation (a row of `requests`) if it is due. */
		operation: (rowId: string, signal: AbortSignal) => runRequest(deps, Number(rowId), signal),
		/** Looks up the next names of a list that a person sent (a row of `boards`). */
		board: (rowId: string, signal: AbortSignal) => runBoard(deps, Number(rowId), signal),
		/** Runs a check that the bot repeats, such as the daily check of expiry dates (a row of `watches`). */
		watch: (rowId: string, signal: AbortSignal) => runWatch(deps, Number(rowId), signal),
		/** Processes a webhook event (a row of `inbox`), then makes the calls that follow from it. */
		async event(rowId: string, signal: AbortSignal) {
			const { calls, outside } = await processEvent(deps, Number(rowId));
			for (const { requestId, call } of calls) {
				const rows = await findRequest(deps.db, requestId);
				if (!rows) continue;
				if (call) await runCalls(deps, { call, rows }, signal);
				else await readBalanceAfter(deps, rows, signal);
			}
			if (outside) await readOutside(deps, outside, signal);
		},
		/**
		 * Runs once a night, in one process:
		 * - starts the daily expiry and price checks (watches) of accounts that were connected before these checks existed;
		 * - deletes old rows;
		 * - re-encrypts, with the current key, what an old key encrypted.
		 */
		async nightly() {
			await keepAccountWatches(deps.db, "expiry");
			await keepAccountWatches(deps.db, "prices");
			const counts = { forgotten: await forgetOld(deps.db), ...(await resealSecrets(deps.db, deps.vault)) };
			const worked = Object.values(counts).some((count) => count > 0);
			deps.log[worked ? "info" : "debug"](counts, "deleted old rows and re-encrypted secrets");
		},
		/**
		 * Runs at process start. Sets this bot's webhook address at the built-in service again, because it may have
		 * changed.
		 */
		refreshReceivers: () => refreshReceivers(deps),
	};
}
