/** One row of the table. */
export interface Figure {
	what: string;
	/** The subject's result, and the baseline's from the same run. */
	ours: string;
	bare: string;
	/** The value that is compared with the goal. */
	value: number;
	unit: "" | " ms" | " s" | " MB";
	goal?: { atLeast: number } | { atMost: number };
}

export function isReached({ value, goal }: Figure): boolean {
	if (goal === undefined) return true;
	return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}
