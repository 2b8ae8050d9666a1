import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "@domains/kit/errors.ts";
import { createLog, type Log } from "@domains/kit/log.ts";
import { type Config, parseConfig } from "../config.ts";

const shutdownMs = 10_000;

/** `signal` aborts at shutdown. If that begins during the start, this function may throw. */
export type Start = (config: Config, log: Log, signal: AbortSignal) => Promise<AsyncDisposable>;

/**
 * Runs until Ctrl-C or SIGTERM, then closes everything within ten seconds. The exit status of an error is 1. An error
 * that the operator can fix is printed as one line; any other error is logged with its stack.
 */
export async function run(start: Start): Promise<void> {
	const stop = new AbortController();
	// The terminal and npm both send the signal of Ctrl-C. With `once`, the second one would kill the process.
	for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => stop.abort());
	const stopped = once(stop.signal, "abort");
	const timeout = stopped.then(rejectAfterShutdownTime);
	timeout.catch(() => {});
	try {
		const config = parseConfig();
		const log = createLog(config.logLevel, process.stdout, config.logFormat);
		process.on("uncaughtException", (error) => {
			log.error({ error }, "an uncaught error ends the process");
			process.exitCode = 1;
			stop.abort();
		});
		stopWithoutReader(stop);
		const running = await Promise.race([start(config, log, stop.signal), timeout]);
		await stopped;
		log.info({}, "stopping");
		await Promise.race([running[Symbol.asyncDispose](), timeout]);
	} catch (error) {
		// A shutdown during the start may make it throw. Once the shutdown has begun, only its timeout is an error.
		if (!stop.signal.aborted || error instanceof ShutdownTimeout) fail(error);
	}
	process.exit();
}

/**
 * The program that reads the log has exited. A supervisor can then restart both. Otherwise, every failed log line would
 * raise another uncaught exception, and the process would do nothing else.
 */
function stopWithoutReader(stop: AbortController): void {
	for (const stream of [process.stdout, process.stderr]) {
		stream.on("error", () => {
			if (!stop.signal.aborted) console.error("The program that reads the log has exited: stopping");
			process.exitCode = 1;
			stop.abort();
		});
	}
}

class ShutdownTimeout extends Error {
	override readonly name = "ShutdownTimeout";
}

async function rejectAfterShutdownTime(): Promise<never> {
	await sleep(shutdownMs - 500, undefined, { ref: false });
	throw new ShutdownTimeout(`the shutdown did not finish within ${shutdownMs / 1_000} seconds`);
}

export function fail(error: unknown): never {
	if (isAppError(error)) console.error(error.message);
	else createLog("error", process.stderr).error({ error }, "an unexpected error ended the command");
	process.exit(1);
}
