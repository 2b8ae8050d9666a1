import { createLog, type Log } from "@domains/kit/log.ts";

type TestLog = Log & { lines: string[] };

/** The newest logs. A worker runs many files, so the older ones are forgotten. */
const newest: TestLog[] = [];
const kept = 8;
const printed = 20;

export function createTestLog(): TestLog {
	const lines: string[] = [];
	const log = Object.assign(createLog("debug", { write: (line) => void lines.push(line) }), { lines });
	newest.push(log);
	if (newest.length > kept) newest.shift();
	return log;
}

/** The last warnings and errors of the newest logs: what a failed test does not say itself. */
export function lastProblems(): string[] {
	return newest.flatMap(({ lines }) => lines.filter((line) => /"level":"(?:warn|error)"/.test(line))).slice(-printed);
}
