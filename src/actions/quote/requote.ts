import type { OrderKind } from "../../rules/money.ts";
import { findOperation, type ItemRow } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { quoteBatch } from "./quote-batch.ts";
import { quoteSingle } from "./quote-single.ts";
import type { Again, BatchQuoteResult, QuoteResult, RegisterDraft } from "./types.ts";

type Input = Actor & { operationId: number };

/**
 * Makes a fresh quote of a single order that expired, failed or was withdrawn. An unconfirmed operation keeps its id.
 */
export async function requote(deps: Deps, input: Input): Promise<QuoteResult | { kind: "not_found" }> {
	const order = await findOrder(deps, input);
	const [item, ...others] = order?.items ?? [];
	if (!order || !item || others.length > 0) return { kind: "not_found" };
	return quoteSingle(deps, input.personId, order.kind, draftOf(item), order);
}

/** Makes a fresh quote of the items that did not succeed. */
export async function requoteBatch(deps: Deps, input: Input): Promise<BatchQuoteResult | { kind: "not_found" }> {
	const order = await findOrder(deps, input);
	const missed = order?.items.filter((item) => item.phase !== "succeeded") ?? [];
	if (!order || missed.length === 0) return { kind: "not_found" };
	return quoteBatch(deps, input.personId, order.kind, missed.map(draftOf), order);
}

async function findOrder(
	{ db }: Deps,
	{ personId, operationId }: Input,
): Promise<(Again & { kind: OrderKind; items: ItemRow[] }) | undefined> {
	const row = await findOperation(db, operationId);
	if (row?.personId !== personId || (row.kind !== "register" && row.kind !== "renew")) return undefined;
	const { kind, accountId } = row;
	return { operationId, accountId, kind, items: row.requests.flatMap((request) => request.items) };
}

function draftOf({ domain, years, clientRef, externalRef, edgeProfileKey }: ItemRow): RegisterDraft {
	return {
		domain,
		years: years ?? 1,
		...(clientRef !== null && { clientRef }),
		...(externalRef !== null && { externalRef }),
		...(edgeProfileKey !== null && { edgeProfileKey }),
	};
}
