import { parseHost } from "../names.ts";

/**
 * Matches the results of a batch to the inputs: by name, in any case or form. Results without a name match by position
 * if the counts agree. An input with two results or none gets null; a later read settles it.
 */
export function matchItems<Result extends { name: string | null }>(
	inputs: readonly string[],
	results: readonly Result[],
): (Result | null)[] {
	const claims = Map.groupBy(results, (result) => (result.name === null ? null : canonical(result.name)));
	const inPlace = inputs.length === results.length;
	return inputs.map((input, index) => {
		const byName = claims.get(canonical(input)) ?? [];
		const atPlace = inPlace ? results[index] : undefined;
		if (byName.length > 0) return byName.length === 1 ? (byName[0] ?? null) : null;
		return atPlace?.name === null ? atPlace : null;
	});
}

function canonical(name: string): string {
	const parsed = parseHost(name);
	return parsed.ok ? parsed.ascii : name.toLowerCase();
}
