/** One result of a measurement: a row of the table in docs/bench-table.md. */
export interface Figure {
	what: string;
	/** The results of our program (`ours`) and of the baseline (`bare`) in the same run, as texts for the table. */
	ours: string;
	bare: string;
	/** The number that is compared with `goal`. */
	value: number;
	unit: "" | " ms" | " s" | " kB" | " MB" | " %";
	goal?: { atLeast: number } | { atMost: number };
}

export function isReached({ value, goal }: Figure): boolean {
	if (goal === undefined) return true;
	return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}
