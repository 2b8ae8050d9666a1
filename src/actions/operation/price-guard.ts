import type { Answer } from "../../rules/operation/state.ts";
import type { ItemRow } from "../../store/operations.ts";
import { isDearer, quoteOf } from "./compare-with-quote.ts";
import { kinds } from "./kinds/index.ts";
import type { Work } from "./open-work.ts";

/**
 * Decides if an order that may have run can be sent again. If no earlier attempt has arrived, the service would charge
 * the current price. So the answer is `not_sent` if a current price cannot be read or is above the agreed one. A name
 * that is registered by now has no price and prevents nothing: the service may repeat its stored answer. Returns
 * undefined if the attempt may be sent.
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
