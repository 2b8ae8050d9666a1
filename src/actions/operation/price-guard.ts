import type { Answer } from "../../rules/operation/state.ts";
import type { ItemRow } from "../../store/operations.ts";
import { isDearer, quoteOf } from "./compare-with-quote.ts";
import { kinds } from "./kinds/index.ts";
import type { Work } from "./make-call.ts";

/**
 * What keeps an order in doubt from going out again: where no try has arrived yet, the service would charge today's price
 * for it. While that is more than was agreed to for any of its names, or cannot be read, it waits, until only looking is left. A name that is
 * taken meanwhile costs nothing more, and its answer may have been kept: that one goes out.
 */
export async function blockIfDearer(
	work: Work,
	items: readonly ItemRow[],
): Promise<Extract<Answer, { kind: "not_sent" }> | undefined> {
	const { operation, request } = work;
	if (!request.doubt || operation.quote.totalCents === 0) return undefined;
	const examined = await kinds[operation.kind].examine(work, items);
	if (examined.kind === "seen") {
		return isDearer(items, quoteOf(items, examined)) ? { kind: "not_sent" } : undefined;
	}
	if (examined.kind === "behind") return { kind: "not_sent" };
	const { result } = examined;
	const access = result.kind === "refused" && (result.status === 401 || result.status === 403);
	if (result.kind !== "held") return { kind: "not_sent", access };
	return { kind: "not_sent", pace: result.reason === "blocked", until: result.until };
}
