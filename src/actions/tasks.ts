import type { Handler } from "../jobs/index.ts";
import { resealSecrets } from "../store/reseal.ts";
import { forgetOld } from "../store/sweeps.ts";
import { refreshReceivers } from "./connection/receiver.ts";
import type { Deps } from "./deps.ts";
import { processEvent } from "./event/process.ts";
import { readBalanceAfter } from "./operation/balance.ts";
import { runCalls, runRequest } from "./operation/run-request.ts";

/** Background jobs. */
export interface Tasks {
	/** Runs the due steps of a row of `requests`. */
	operation: Handler;
	/** Processes a row of `inbox`. */
	event: Handler;
	/**
	 * Runs once a night, in one process: deletes old rows, and re-encrypts with the current key what an old key
	 * encrypted.
	 */
	nightly(): Promise<void>;
	/** Runs when a process starts: sets the address of our receiver at the built-in service. */
	refreshReceivers(): Promise<void>;
}

export function createTasks(deps: Deps): Tasks {
	return {
		operation: (rowId, signal) => runRequest(deps, Number(rowId), signal),
		async event(rowId, signal) {
			for (const { requestId, call } of await processEvent(deps, Number(rowId))) {
				if (call) await runCalls(deps, requestId, call, signal);
				else await readBalanceAfter(deps, requestId, signal);
			}
		},
		async nightly() {
			const counts = { forgotten: await forgetOld(deps.db), ...(await resealSecrets(deps.db, deps.vault)) };
			const worked = Object.values(counts).some((count) => count > 0);
			deps.log[worked ? "info" : "debug"](counts, "deleted old rows and re-encrypted secrets");
		},
		refreshReceivers: () => refreshReceivers(deps),
	};
}
