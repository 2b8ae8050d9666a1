/** One row of the table in docs/bench.md. */
export interface Figure {
	what: string;
	/** The measured result as text, and that of the baseline in the same run. */
	ours: string;
	bare: string;
	/** The number that is compared with the goal. */
	value: number;
	unit: "" | " ms" | " s" | " MB";
	goal?: { atLeast: number } | { atMost: number };
}

export function isReached({ value, goal }: Figure): boolean {
	if (goal === undefined) return true;
	return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}
