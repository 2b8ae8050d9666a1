import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";

/** How a world ends in time whatever its parts wait for. With its database that makes less than ten seconds. */
export interface Shutdown {
	/** Aborts when what is in flight has had its time: everything that waits for somebody else must then end. */
	shutdownSignal: AbortSignal;
	/** Closes what stands on the database. A part that does not end is left alone: the database has to be stopped yet. */
	close(parts: AsyncDisposable): Promise<void>;
}

const graceMs = 4_500;
const leaveMs = 6_000;

export function createShutdown(log: Log): Shutdown {
	const shutdown = new AbortController();
	return {
		shutdownSignal: shutdown.signal,
		async close(parts) {
			const over = new AbortController();
			const after = (ms: number) => sleep(ms, true, { signal: over.signal }).catch(() => false);
			void after(graceMs).then((passed) => passed && shutdown.abort());
			const closed = parts[Symbol.asyncDispose]().then(() => false);
			const timedOut = await Promise.race([closed, after(leaveMs)]).finally(() => over.abort());
			if (timedOut) log.warn({}, "not everything ended in time; it is left alone");
		},
	};
}
