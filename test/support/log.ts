import { createLog, type Log } from "@domains/kit/log.ts";

export function createTestLog(): Log & { lines: string[] } {
	const lines: string[] = [];
	return Object.assign(createLog("debug", { write: (line) => void lines.push(line) }), { lines });
}
