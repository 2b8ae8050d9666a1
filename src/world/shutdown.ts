import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@domains/kit/log.ts";

const graceMs = 4_500;
const leaveMs = 6_000;

/** Shuts the process down in less than ten seconds. The caller closes the database after `close`. */
export function createShutdown(log: Log) {
	const shutdown = new AbortController();
	return {
		/**
		 * Aborts 4.5 s after the shutdown began. Code that still waits for another process, such as an HTTP call, must then
		 * stop waiting.
		 */
		shutdownSignal: shutdown.signal,
		/**
		 * Closes the parts that use the database. Waits at most six seconds for them, because the caller must still close
		 * the database.
		 */
		async close(parts: AsyncDisposable): Promise<void> {
			const over = new AbortController();
			const after = (ms: number) => sleep(ms, true, { signal: over.signal }).catch(() => false);
			void after(graceMs).then((passed) => passed && shutdown.abort());
			const closed = parts[Symbol.asyncDispose]().then(() => false);
			const timedOut = await Promise.race([closed, after(leaveMs)]).finally(() => over.abort());
			if (timedOut) log.warn({}, "some parts did not close before the end of the shutdown");
		},
	};
}
