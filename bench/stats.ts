export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

/** `part` is 0.5 for the median and 0.99 for the 99th percentile. NaN if there are no values. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/**
 * Other load on the machine affects all functions in the same way. Returns a list for each, with one result per round.
 */
export async function measureAlternately<Name extends string>(
	rounds: number,
	runs: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
	// The cast is safe: the names come from `runs`, but `Object.entries` loses their type.
	const all = Object.entries(runs) as [Name, () => Promise<number>][];
	const found = Object.fromEntries(all.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>;
	for (let round = 0; round < rounds; round += 1) {
		for (const [name, run] of all) found[name].push(await run());
	}
	return found;
}

/** The median of the rounds' ratios. */
export function ratio(over: readonly number[], under: readonly number[]): number {
	return median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}

export function showTimes(values: readonly number[]): string {
	return `median ${median(values).toFixed(1)} ms, 99 % ${quantile(values, 0.99).toFixed(1)} ms`;
}
