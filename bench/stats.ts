export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

/** Returns the value below which `part` of all values lie; NaN if there are no values. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/**
 * Runs all functions in turn for this many rounds, so that other load on the machine affects all of them. Returns the
 * results of each function, one per round.
 */
export async function measureAlternately<Name extends string>(
	rounds: number,
	runs: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
	// Object.entries loses the type of the names.
	const all = Object.entries(runs) as [Name, () => Promise<number>][];
	const found = Object.fromEntries(all.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>;
	for (let round = 0; round < rounds; round += 1) {
		for (const [name, run] of all) found[name].push(await run());
	}
	return found;
}

/** Returns the median of the ratios of two results from the same round. */
export function ratio(over: readonly number[], under: readonly number[]): number {
	return median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}

/** Formats times in milliseconds as their median and an upper quantile. */
export function showTimes(values: readonly number[]): string {
	return `median ${median(values).toFixed(1)} ms, 99 % ${quantile(values, 0.99).toFixed(1)} ms`;
}
