import type { OrderKind } from "@domains/contract/money.ts";
import { findOperation, type ItemRow, type WholeOperation } from "../../store/operations.ts";
import { moveProposal } from "../../store/programs.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { withdraw } from "../operation/withdraw.ts";
import { planAgain } from "./plan-again.ts";
import { quoteLines } from "./quote-lines.ts";
import type { Again, OrderEdit, QuoteResult, RegisterLine } from "./types.ts";

type Input = Actor & { operationId: number };

/**
 * Makes a new quote of the items that did not succeed. If the order was never confirmed, its operation gets the new
 * quote. If it was confirmed, a new operation gets the quote. Plans a change of DNS, nameservers or edge profile again.
 * A program's open proposal keeps its mandate: it moves to the new operation.
 */
export async function requote(deps: Deps, input: Input): Promise<Requoted> {
	const result = await quoteMissed(deps, input);
	if (result.kind !== "quoted" || result.operation.id === input.operationId) return result;
	// The earlier quote must not stay behind as the person's own draft.
	if (await moveProposal(deps.db, { from: input.operationId, to: result.operation.id })) await withdraw(deps, input);
	return result;
}

export type Requoted = QuoteResult | NonNullable<Awaited<ReturnType<typeof planAgain>>> | { kind: "not_found" };

async function quoteMissed(deps: Deps, input: Input): Promise<Requoted> {
	const row = await findOperation(deps.db, input.operationId);
	if (row?.personId === input.personId && itemsOf(row).some(({ change }) => change !== null)) {
		const missed = itemsOf(row).flatMap(({ domain, phase, change }) =>
			phase !== "succeeded" && change ? { domain, change } : [],
		);
		const of = { personId: input.personId, accountId: row.accountId };
		return (await planAgain(deps, of, missed)) ?? { kind: "not_found" };
	}
	const order = await findOrder(deps, input);
	const missed = order?.items.filter((item) => item.phase !== "succeeded") ?? [];
	if (!order || missed.length === 0) return { kind: "not_found" };
	return quoteLines(deps, input.personId, order.kind, missed.map(lineOf), order);
}

/**
 * Makes a new quote of the items that did not succeed, with other settings or for fewer names.
 * - `only`: the name that gets the settings. If absent, all items get them.
 * - `keep`: the names that stay in the order. If absent, all stay.
 */
export async function requoteWith(
	deps: Deps,
	{ settings, only, keep, ...input }: Input & OrderEdit,
): Promise<QuoteResult | { kind: "not_found" }> {
	const order = await findOrder(deps, input);
	const kept = keep && new Set(keep);
	const missed = order?.items.filter(({ phase, domain }) => phase !== "succeeded" && kept?.has(domain) !== false) ?? [];
	if (!order || missed.length === 0) return { kind: "not_found" };
	const lines = missed.map((item) =>
		lineOf(only === undefined || item.domain === only ? { ...item, ...settings } : item),
	);
	// Pass no operation id: the changed settings need a new operation, whose quote replaces the old one.
	return quoteLines(deps, input.personId, order.kind, lines, { accountId: order.accountId });
}

/** Returns a registration or renewal of this person with its items; undefined for any other operation. */
export async function findOrder(
	{ db }: Deps,
	{ personId, operationId }: Input,
): Promise<(Again & { kind: OrderKind; items: ItemRow[] }) | undefined> {
	const row = await findOperation(db, operationId);
	if (row?.personId !== personId || (row.kind !== "register" && row.kind !== "renew")) return undefined;
	const { kind, accountId } = row;
	return { operationId, accountId, kind, items: itemsOf(row) };
}

function itemsOf({ requests }: WholeOperation): ItemRow[] {
	return requests.flatMap((request) => request.items);
}

function lineOf({ domain, years, clientRef, externalRef, edgeProfileKey }: ItemRow): RegisterLine {
	return {
		domain,
		years: years ?? 1,
		...(clientRef !== null && { clientRef }),
		...(externalRef !== null && { externalRef }),
		...(edgeProfileKey !== null && { edgeProfileKey }),
	};
}
