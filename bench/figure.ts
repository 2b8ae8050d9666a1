/** One line of the table. */
export interface Figure {
	what: string;
	/** What the subject did, and the bare thing beside it in the same run. */
	ours: string;
	bare: string;
	/** What is judged by the goal. */
	value: number;
	unit: "" | " ms" | " s" | " MB";
	goal?: { atLeast: number } | { atMost: number };
}

export function isReached({ value, goal }: Figure): boolean {
	if (goal === undefined) return true;
	return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}
