import type { Client, SearchedItem } from "../../client/index.ts";
import type { CallOptions, Result } from "../../client/result.ts";

/** The maximum number of calls in one lookup. It limits the splitting of refused batches. */
const mostBatches = 24;

/** Error codes for a single name after which a later lookup may succeed. Other codes are final. */
export const passingCodes: ReadonlySet<string> = new Set(["provider_error", "rate_limited", "request_in_progress"]);

/**
 * Searches for names in one batch call, and returns one item for each name. The batch limit of a service is unknown,
 * and some services refuse a whole batch because of one name. So a batch that is refused with 413 or 422 is split in
 * halves. If a single name is refused, its item is `refused`. Names that remain after the last allowed call are
 * `unknown`.
 */
export async function lookUp(
	{ searchBatch }: Pick<Client, "searchBatch">,
	names: readonly string[],
	options?: CallOptions,
	spent = { batches: 0 },
): Promise<Result<SearchedItem[]>> {
	if (spent.batches >= mostBatches) return { kind: "ok", value: names.map(() => ({ kind: "unknown" })) };
	spent.batches += 1;
	const whole = await searchBatch(names, options);
	if (whole.kind !== "refused" || (whole.status !== 413 && whole.status !== 422)) return whole;
	if (names.length <= 1) {
		const { code, message } = whole;
		return { kind: "ok", value: names.map(() => ({ kind: "refused", code, message })) };
	}
	const middle = Math.ceil(names.length / 2);
	const first = await lookUp({ searchBatch }, names.slice(0, middle), options, spent);
	if (first.kind !== "ok") return first;
	const second = await lookUp({ searchBatch }, names.slice(middle), options, spent);
	return second.kind === "ok" ? { ...second, value: [...first.value, ...second.value] } : second;
}
