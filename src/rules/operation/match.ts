import { parseHost } from "../names.ts";

/**
 * Which result of a batch belongs to which input: by name (any case or form), then by place if the counts agree and
 * the result bears no name. An input that two results claim, or none, gets null: it is found out by looking.
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
