import type { ItemRow } from "../../store/operations.ts";
import type { Facts, ItemFacts, ItemTerms } from "./facts.ts";
import type { Examined } from "./kinds/kind.ts";

/** What to make of the world right before sending, against what was shown to the person. */
export type Verdict =
	| { kind: "as_shown"; balanceCents: number | null; facts: ReadonlyMap<number, ItemFacts> }
	| { kind: "moved"; quote: NonNullable<Facts["quote"]> }
	| { kind: "impossible"; code: string; message: string };

/** `items` are the rows in the order in which they were examined. */
export function compareWithQuote(items: readonly ItemRow[], examined: Extract<Examined, { kind: "seen" }>): Verdict {
	const { balanceCents } = examined;
	const [only] = examined.items;
	// In a batch each domain has an outcome of its own; a single one that cannot be need not be asked for.
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
 * Whether any of them costs more than was shown for it. The sum would not tell: of a list, what became cheaper may fail,
 * and what became dearer be charged.
 */
export function isDearer(items: readonly ItemRow[], quote: NonNullable<Facts["quote"]>): boolean {
	return items.some((item) => (askedFor(item, quote) ?? 0) > (item.priceCents ?? 0));
}

/** In cents; what has no price now keeps its own. */
function askedFor(item: ItemRow, quote: NonNullable<Facts["quote"]>): number | null {
	return quote.items.get(item.id)?.priceCents ?? item.priceCents;
}

/** What a next quote would say. */
export function quoteOf(
	items: readonly ItemRow[],
	{ items: seen, balanceCents }: Extract<Examined, { kind: "seen" }>,
): NonNullable<Facts["quote"]> {
	const terms = new Map<number, ItemTerms>();
	for (const [index, { id }] of items.entries()) {
		const each = seen[index];
		if (each?.kind !== "fine") continue;
		const { priceCents, renewCents, change } = each;
		terms.set(id, {
			...(priceCents != null && { priceCents }),
			...(renewCents !== undefined && { renewCents }),
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
