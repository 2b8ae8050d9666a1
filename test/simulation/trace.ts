/** Each line begins with the seconds since the start, by the database clock. */
export interface Trace {
	lines: string[];
	note(line: string): void;
}

export function createTrace(now: () => number): Trace {
	const began = now();
	const lines: string[] = [];
	return { lines, note: (line) => void lines.push(`${((now() - began) / 1_000).toFixed(3).padStart(10)}  ${line}`) };
}
