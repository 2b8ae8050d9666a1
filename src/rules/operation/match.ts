import { parseHost } from "@domains/contract/names.ts";

/**
 * By name: letter case does not matter, and a name may be in Unicode or punycode. Results without a name match by
 * position if there are as many results as inputs. An input with two results or none gets null: its outcome is unknown
 * until the bot reads the domain.
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
