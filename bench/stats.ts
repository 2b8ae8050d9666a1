export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

/** The value below which that part of all values lies; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/**
 * Runs all of them in turn, so many rounds, so that whatever else the machine does meets each; answers with what each
 * brought, round by round.
 */
export async function inTurn<Name extends string>(
	rounds: number,
	runs: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
	// Object.entries forgets which names there are.
	const all = Object.entries(runs) as [Name, () => Promise<number>][];
	const found = Object.fromEntries(all.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>;
	for (let round = 0; round < rounds; round += 1) {
		for (const [name, run] of all) found[name].push(await run());
	}
	return found;
}

/** The median of the ratios of the rounds: both sides of each were measured side by side. */
export function ratio(over: readonly number[], under: readonly number[]): number {
	return median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}

/** Milliseconds by their middle and their tail. */
export function showTimes(values: readonly number[]): string {
	return `median ${median(values).toFixed(1)} ms, 99 % ${quantile(values, 0.99).toFixed(1)} ms`;
}
