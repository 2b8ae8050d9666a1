import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, parseConfig } from "../config.ts";
import { isAppError } from "../errors.ts";
import { createLog, type Log } from "../log.ts";

const patienceMs = 10_000;

/**
 * Makes what a command is for and keeps it until Ctrl-C or SIGTERM; then closes it, within ten seconds. What the
 * operator can mend is said in one sentence, exit status 1; anything else is logged as well.
 */
export async function run(start: (config: Config, log: Log) => Promise<AsyncDisposable>): Promise<void> {
	const signal = Promise.race(["SIGINT", "SIGTERM"].map((name) => once(process, name)));
	try {
		const config = parseConfig();
		const log = createLog(config.logLevel);
		process.on("uncaughtException", (error) => {
			log.error({ error }, "an error that nobody caught ends the process");
			process.exit(1);
		});
		const running = await start(config, log);
		await signal;
		// A terminal and npm both pass Ctrl-C on: the second one means nothing.
		for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => {});
		log.info({}, "stopping");
		await Promise.race([running[Symbol.asyncDispose](), tooLate()]);
		process.exit(0);
	} catch (error) {
		fail(error);
	}
}

async function tooLate(): Promise<never> {
	await sleep(patienceMs, undefined, { ref: false });
	throw new Error(`not everything could be closed within ${patienceMs / 1_000} seconds`);
}

export function fail(error: unknown): never {
	if (isAppError(error)) console.error(error.message);
	else createLog("error", process.stderr).error({ error }, "this should not have happened");
	process.exit(1);
}
