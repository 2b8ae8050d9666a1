import { join } from "node:path";
import { createLog } from "@domains/kit/log.ts";
import { scratchDirectory } from "../support/scratch.ts";
import type { Plant } from "./plants.ts";
import { startInside, startOutside } from "./programs.ts";
import { type Outcome, runOnce } from "./run.ts";
import type { World } from "./schedule.ts";
import { takeOverTimeouts } from "./timeouts.ts";
import { collectUncaughtErrors } from "./uncaught-errors.ts";

/** The database server, above all. */
export interface Stage extends AsyncDisposable {
	play(world: World): Promise<Outcome>;
}

export async function openStage(planted?: Plant): Promise<Stage> {
	await using stack = new AsyncDisposableStack();
	const timeouts = stack.use(takeOverTimeouts());
	const scratch = stack.use(await scratchDirectory());
	const log = createLog(process.env["SIMULATION_LOG"] === "debug" ? "debug" : "silent");
	const uncaughtErrors = collectUncaughtErrors();
	const parts = stack.move();
	return {
		async play(world) {
			const start = world.crash === "kill" ? startOutside : startInside(log);
			const directory = join(scratch.path, "postgres");
			const outcome = await runOnce({ world, directory, log, timeouts, start, plantedSql: planted?.sql });
			const errors = uncaughtErrors.take().map((error) => `uncaught error: ${error}`);
			return { ...outcome, broken: [...outcome.broken, ...errors] };
		},
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}
