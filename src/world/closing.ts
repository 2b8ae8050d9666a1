import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";

/** How a world ends in time whatever its parts wait for. With its database that makes less than ten seconds. */
export interface Closing {
	/** Aborts when what is in flight has had its time: everything that waits for somebody else must then end. */
	cut: AbortSignal;
	/** Closes what stands on the database. A part that does not end is left alone: the database has to be stopped yet. */
	close(parts: AsyncDisposable): Promise<void>;
}

const graceMs = 4_500;
const leaveMs = 6_000;

export function createClosing(log: Log): Closing {
	const cut = new AbortController();
	return {
		cut: cut.signal,
		async close(parts) {
			const over = new AbortController();
			const after = (ms: number) => sleep(ms, true, { signal: over.signal }).catch(() => false);
			void after(graceMs).then((passed) => passed && cut.abort());
			const closed = parts[Symbol.asyncDispose]().then(() => false);
			const left = await Promise.race([closed, after(leaveMs)]).finally(() => over.abort());
			if (left) log.warn({}, "not everything ended in time; it is left alone");
		},
	};
}
