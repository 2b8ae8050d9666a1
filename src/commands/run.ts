import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, parseConfig } from "../config.ts";
import { isAppError } from "../errors.ts";
import { createLog, type Log } from "../log.ts";

const patienceMs = 10_000;

/** Makes what a command is for. `signal` aborts when it is no longer wanted, also before it is there: it may then throw. */
export type Start = (config: Config, log: Log, signal: AbortSignal) => Promise<AsyncDisposable>;

/**
 * Starts, and keeps what was started until Ctrl-C or SIGTERM; then closes it, within ten seconds of the signal whatever
 * it was doing. What the operator can mend is said in one sentence, exit status 1; anything else is logged as well.
 */
export async function run(start: Start): Promise<void> {
	const stop = new AbortController();
	// A terminal and npm both pass Ctrl-C on: the second one means nothing.
	for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => stop.abort());
	const asked = once(stop.signal, "abort");
	const tooLate = asked.then(giveUp);
	tooLate.catch(() => {});
	try {
		const config = parseConfig();
		const log = createLog(config.logLevel);
		process.on("uncaughtException", (error) => {
			log.error({ error }, "an error that nobody caught ends the process");
			process.exitCode = 1;
			stop.abort();
		});
		endUnread(stop);
		const running = await Promise.race([start(config, log, stop.signal), tooLate]);
		await asked;
		log.info({}, "stopping");
		await Promise.race([running[Symbol.asyncDispose](), tooLate]);
	} catch (error) {
		// What the signal has cut off while starting is not worth a word.
		if (!stop.signal.aborted || error instanceof TooLate) fail(error);
	}
	process.exit();
}

/**
 * Whoever read the log is gone: the process ends like after Ctrl-C, and whoever watches over it starts it again with a
 * reader. Left to `uncaughtException`, each line about it would be the next such error, before anything else has a turn.
 */
function endUnread(stop: AbortController): void {
	for (const stream of [process.stdout, process.stderr]) {
		stream.on("error", () => {
			if (!stop.signal.aborted) console.error("Nobody reads the log any more: stopping");
			process.exitCode = 1;
			stop.abort();
		});
	}
}

class TooLate extends Error {
	override readonly name = "TooLate";
}

async function giveUp(): Promise<never> {
	await sleep(patienceMs - 500, undefined, { ref: false });
	throw new TooLate(`not everything could be closed within ${patienceMs / 1_000} seconds`);
}

export function fail(error: unknown): never {
	if (isAppError(error)) console.error(error.message);
	else createLog("error", process.stderr).error({ error }, "this should not have happened");
	process.exit(1);
}
