import type { Handler, Sweep } from "../jobs/index.ts";
import { dueRows, forgetOld } from "../store/sweeps.ts";
import { refreshReceivers } from "./connection/receiver.ts";
import type { Deps } from "./deps.ts";
import { processEvent } from "./event/process.ts";
import { drive, execute } from "./operation/execute.ts";

/** What runs without anybody waiting for it. */
export interface Tasks {
	/** A row of `requests`: does what is due there. */
	operation: Handler;
	/** A row of `inbox`: works an event through. */
	event: Handler;
	/** Everything of the bot that a bell may have been lost for, screens and outbox among it. */
	sweeps: readonly Sweep[];
	/** Once a night, in one process. */
	forgetOld(): Promise<void>;
	/** Once at the start, in one process: tells the built-in service where its events go now. */
	refreshReceivers(): Promise<void>;
}

export function createTasks(deps: Deps): Tasks {
	return {
		operation: (rowId, signal) => execute(deps, Number(rowId), signal),
		async event(rowId, signal) {
			for (const { requestId, call } of await processEvent(deps, Number(rowId))) {
				await drive(deps, requestId, call, signal);
			}
		},
		sweeps: [
			{ queue: "bot.operation", due: dueRows["bot.operation"] },
			{ queue: "bot.event", due: dueRows["bot.event"] },
			{ queue: "bot.outbox", due: dueRows["bot.outbox"] },
			{ queue: "bot.screen", due: dueRows["bot.screen"] },
		],
		async forgetOld() {
			const rows = await forgetOld(deps.db);
			deps.log.info({ rows }, "forgot what nobody asks for any more");
		},
		refreshReceivers: () => refreshReceivers(deps),
	};
}
