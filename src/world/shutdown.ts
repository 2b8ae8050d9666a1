import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";

const graceMs = 4_500;
const leaveMs = 6_000;

/** Closes a world in time even if its parts wait for others. With the database that takes less than ten seconds. */
export function createShutdown(log: Log) {
	const shutdown = new AbortController();
	return {
		/** Aborts when the grace period of running work is over: everything that waits for another party must then end. */
		shutdownSignal: shutdown.signal,
		/** Closes the parts that use the database. A part that does not end is abandoned, so that the database can stop. */
		async close(parts: AsyncDisposable): Promise<void> {
			const over = new AbortController();
			const after = (ms: number) => sleep(ms, true, { signal: over.signal }).catch(() => false);
			void after(graceMs).then((passed) => passed && shutdown.abort());
			const closed = parts[Symbol.asyncDispose]().then(() => false);
			const timedOut = await Promise.race([closed, after(leaveMs)]).finally(() => over.abort());
			if (timedOut) log.warn({}, "some parts did not close in time and are abandoned");
		},
	};
}
