import { createLog, type Log } from "@domains/kit/log.ts";

/** Creates a log that keeps its lines in `lines`, so that a test can read them. */
export function createTestLog(): Log & { lines: string[] } {
	const lines: string[] = [];
	return Object.assign(createLog("debug", { write: (line) => void lines.push(line) }), { lines });
}
