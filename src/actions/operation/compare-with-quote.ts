import type { ItemRow } from "../../store/operations.ts";
import type { Facts, ItemFacts, ItemTerms } from "./facts.ts";
import type { Examined } from "./kinds/kind.ts";

/**
 * The result of comparing the current state with the quote, right before the call:
 * - `as_shown`: nothing changed, so the call may be sent.
 * - `moved`: the price rose or the plan changed, so the person must confirm a new quote.
 * - `impossible`: the order cannot succeed.
 */
export type Verdict =
	| { kind: "as_shown"; balanceCents: number | null; facts: ReadonlyMap<number, ItemFacts> }
	| { kind: "moved"; quote: NonNullable<Facts["quote"]> }
	| { kind: "impossible"; code: string; message: string };

/**
 * Compares what a read right before the call showed (`examined`) with the quote. `items` and `examined.items` must have
 * the same order.
 */
export function compareWithQuote(items: readonly ItemRow[], examined: Extract<Examined, { kind: "seen" }>): Verdict {
	const { balanceCents } = examined;
	const [only] = examined.items;
	// If the service would refuse the only domain of an order, no call is needed. In a batch, the call gives each domain
	// a separate result.
	if (items.length === 1 && only?.kind === "refused") {
		return { kind: "impossible", code: only.code, message: only.message };
	}
	const quote = quoteOf(items, examined);
	const asked = items.reduce((sum, item) => sum + (askedFor(item, quote) ?? 0), 0);
	if (balanceCents !== null && balanceCents < asked) {
		return { kind: "impossible", code: "insufficient_funds", message: "" };
	}
	const replanned = examined.items.some((each) => each.kind === "fine" && each.change !== undefined);
	if (replanned || isDearer(items, quote)) return { kind: "moved", quote };
	return { kind: "as_shown", balanceCents, facts: beforeOf(items, examined) };
}

/**
 * True if the current price of any item, from `quote`, is above the price that the person was quoted,
 * `item.priceCents`.
 */
export function isDearer(items: readonly ItemRow[], quote: NonNullable<Facts["quote"]>): boolean {
	return items.some((item) => (askedFor(item, quote) ?? 0) > (item.priceCents ?? 0));
}

/**
 * Returns the item's current price in cents. If it is unknown, returns the quoted price; null if there is none either.
 */
function askedFor(item: ItemRow, quote: NonNullable<Facts["quote"]>): number | null {
	return quote.items.get(item.id)?.priceCents ?? item.priceCents;
}

/** Returns the items' current prices and plans, as the terms of a new quote. */
export function quoteOf(
	items: readonly ItemRow[],
	{ items: seen, balanceCents }: Extract<Examined, { kind: "seen" }>,
): NonNullable<Facts["quote"]> {
	const terms = new Map<number, ItemTerms>();
	for (const [index, { id, before: known }] of items.entries()) {
		const each = seen[index];
		if (each?.kind !== "fine") continue;
		const { priceCents, renewCents, before, change } = each;
		terms.set(id, {
			...(priceCents != null && { priceCents }),
			...(renewCents !== undefined && { renewCents }),
			...(before?.premium !== undefined && { before: { ...known, premium: before.premium } }),
			...(change && { change }),
		});
	}
	return { balanceCents, items: terms };
}

function beforeOf(items: readonly ItemRow[], { items: seen }: Extract<Examined, { kind: "seen" }>) {
	const facts = new Map<number, ItemFacts>();
	for (const [index, { id }] of items.entries()) {
		const each = seen[index];
		if (each?.kind !== "fine") continue;
		const { before, refreshed } = each;
		facts.set(id, { ...(before && { before }), ...(refreshed && { change: refreshed }) });
	}
	return facts;
}
