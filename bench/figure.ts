/** One result of a measurement: a row of the table in docs/bench-table.md. */
export interface Figure {
	what: string;
	/** Texts for the table, from the same run. `bare` is the baseline. */
	ours: string;
	bare: string;
	/** Compared with `goal`. */
	value: number;
	unit: "" | " ms" | " s" | " kB" | " MB" | " %";
	goal?: { atLeast: number } | { atMost: number };
}

export function isReached({ value, goal }: Figure): boolean {
	if (goal === undefined) return true;
	return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}
