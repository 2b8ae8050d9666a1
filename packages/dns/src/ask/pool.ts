/** Runs `work` for each item, at most `most` at a time. Returns the results in the order of the items. */
export async function inPool<Item, Result>(
	items: readonly Item[],
	most: number,
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	// All workers take their items from the same iterator, so each item is taken once.
	const rest = items.entries();
	const workers = Array.from({ length: Math.min(most, items.length) }, async () => {
		for (const [index, item] of rest) results[index] = await work(item);
	});
	await Promise.all(workers);
	return results;
}
