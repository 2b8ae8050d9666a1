import { join } from "node:path";
import { createLog } from "../../src/log.ts";
import { scratchDirectory } from "../support/scratch.ts";
import type { Options } from "./options.ts";
import type { Plant } from "./plants.ts";
import { startInside, startOutside } from "./programs.ts";
import { type RunResult, runOnce } from "./run.ts";
import { openTelegram } from "./telegram.ts";
import { takeOverTimeouts } from "./timeouts.ts";
import { collectUncaughtErrors } from "./uncaught-errors.ts";

/**
 * Runs the simulations one after another and returns the exit status. Normally, 0 means that no invariant was violated.
 * With a plant (a bug added on purpose), the runs stop at the first violation, and 0 means that there was one.
 */
export async function simulate(options: Options & { seed: number }, planted?: Plant): Promise<number> {
	const { runs, seed: first, crash, trace, plant, situation } = options;
	using timeouts = takeOverTimeouts();
	await using scratch = await scratchDirectory();
	const directory = join(scratch.path, "postgres");
	// On Ctrl-C, or on a signal that the parent process forwards, remove the scratch directory before the exit.
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, async () => {
			await scratch[Symbol.asyncDispose]();
			process.exit(130);
		});
	}
	const log = createLog(process.env["SIMULATION_LOG"] === "debug" ? "debug" : "silent");
	await using telegram = await openTelegram(log);
	const start = crash === "kill" ? startOutside : startInside(log);
	const uncaughtErrors = collectUncaughtErrors();
	const began = performance.now();
	const totals = new Map<string, number>();
	let failed = 0;
	for (let seed = first; seed < first + runs && !(planted && failed > 0); seed += 1) {
		const world = {
			seed,
			situation,
			directory,
			log,
			telegram,
			timeouts,
			start,
			inside: crash === "inner",
			plantedSql: planted?.sql,
		};
		const result = await runOnce(world);
		result.broken.push(...uncaughtErrors.take().map((error) => `uncaught error: ${error}`));
		if (result.broken.length > 0) failed += 1;
		for (const [what, count] of result.counts) totals.set(what, (totals.get(what) ?? 0) + count);
		if (!planted) report(result, crash, trace);
		else if (failed > 0) console.log(`plant ${plant}: found in run ${seed - first + 1}: ${result.broken[0]}`);
	}
	const seconds = ((performance.now() - began) / 1_000).toFixed(1);
	if (!planted)
		console.log(
			[...totals]
				.toSorted()
				.map(([what, count]) => `  ${count} × ${what}`)
				.join("\n"),
		);
	if (!planted) console.log(`${runs} runs from seed ${first}, ${failed} broken, ${seconds} s`);
	else if (failed === 0) console.log(`plant ${plant}: not found in ${runs} runs from seed ${first}`);
	return failed > 0 === (planted !== undefined) ? 0 : 1;
}

function report({ seed, situation, broken, trace, milliseconds }: RunResult, crash: string, always: boolean): void {
	if (broken.length > 0 || always) console.log(`\nseed ${seed}:\n${trace.join("\n")}`);
	if (broken.length === 0) return;
	console.log(`seed ${seed} is broken after ${Math.round(milliseconds)} ms:`);
	for (const line of broken) console.log(`  ✗ ${line}`);
	console.log(`to repeat it: npm run simulate -- --seed ${seed} --crash ${crash} --situation ${situation}`);
	console.log(`to record it: ${seed} ${crash} ${situation}\n`);
}
