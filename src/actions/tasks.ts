import type { Handler, Sweep } from "../jobs/index.ts";
import { resealSecrets } from "../store/reseal.ts";
import { dueRows, forgetOld } from "../store/sweeps.ts";
import { refreshReceivers } from "./connection/receiver.ts";
import type { Deps } from "./deps.ts";
import { processEvent } from "./event/process.ts";
import { readBalanceAfter } from "./operation/balance.ts";
import { runCalls, runRequest } from "./operation/run-request.ts";

/** What runs without anybody waiting for it. */
export interface Tasks {
	/** A row of `requests`: does what is due there. */
	operation: Handler;
	/** A row of `inbox`: works an event through. */
	event: Handler;
	/** Everything of the bot that a bell may have been lost for, screens and outbox among it. */
	sweeps: readonly Sweep[];
	/** Once a night, in one process: forgets what is old, and seals anew what an old key sealed. */
	nightly(): Promise<void>;
	/** At the start of a process: tells the built-in service where its events go now. */
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
		sweeps: [
			{ queue: "bot.operation", due: dueRows["bot.operation"] },
			{ queue: "bot.event", due: dueRows["bot.event"] },
			{ queue: "bot.outbox", due: dueRows["bot.outbox"] },
			{ queue: "bot.screen", due: dueRows["bot.screen"] },
		],
		async nightly() {
			const counts = { forgotten: await forgetOld(deps.db), ...(await resealSecrets(deps.db, deps.vault)) };
			const worked = Object.values(counts).some((count) => count > 0);
			deps.log[worked ? "info" : "debug"](counts, "deleted old rows and re-encrypted secrets");
		},
		refreshReceivers: () => refreshReceivers(deps),
	};
}
