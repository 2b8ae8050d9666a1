import { createLog, type Log } from "../../src/log.ts";

/** Creates a log whose lines a test can read. */
export function createTestLog(): Log & { lines: string[] } {
	const lines: string[] = [];
	return Object.assign(createLog("debug", { write: (line) => void lines.push(line) }), { lines });
}
