import { join } from "node:path";
import { createLog } from "../../src/log.ts";
import { stopServer } from "../../src/postgres/embedded/server.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import type { Options } from "./options.ts";
import { startInside, startOutside } from "./programs.ts";
import { type RunResult, runOnce } from "./run.ts";
import { catchSurprises } from "./surprises.ts";
import { openTelegram } from "./telegram.ts";
import { takeOverTimeouts } from "./timeouts.ts";

/** Plays the worlds one after another; the exit status. */
export async function simulate({ runs, seed: first, crash, trace }: Options): Promise<number> {
	using timeouts = takeOverTimeouts();
	await using temporary = await temporaryDirectory();
	const directory = join(temporary.path, "postgres");
	const log = createLog(process.env["SIMULATION_LOG"] === "debug" ? "debug" : "silent");
	await using telegram = await openTelegram(log);
	const start = crash === "kill" ? startOutside : startInside(log);
	const surprises = catchSurprises();
	let failed = 0;
	const began = performance.now();
	for (let seed = first; seed < first + runs; seed += 1) {
		const result = await runOnce({ seed, directory, log, telegram, timeouts, start });
		result.broken.push(...surprises.take().map((error) => `nobody caught ${error}`));
		report(result, crash, trace);
		if (result.broken.length > 0) failed += 1;
	}
	const seconds = ((performance.now() - began) / 1_000).toFixed(1);
	console.log(`${runs} runs from seed ${first}, ${failed} broken, ${seconds} s`);
	await stopServer({ data: join(directory, "data") });
	return failed > 0 ? 1 : 0;
}

function report({ seed, broken, trace, milliseconds }: RunResult, crash: string, always: boolean): void {
	if (broken.length > 0 || always) console.log(`\nseed ${seed}:\n${trace.join("\n")}`);
	if (broken.length === 0) return;
	console.log(`seed ${seed} is broken after ${Math.round(milliseconds)} ms:`);
	for (const line of broken) console.log(`  ✗ ${line}`);
	console.log(`again: npm run simulate -- --runs 1 --seed ${seed}${crash === "inner" ? "" : ` --crash ${crash}`}\n`);
}
