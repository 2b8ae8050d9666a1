import type { Answer } from "../../rules/operation/state.ts";
import type { ItemRow } from "../../store/operations.ts";
import type { Facts, ItemFacts, ItemTerms } from "./facts.ts";
import { kinds } from "./kinds/index.ts";
import type { Examined } from "./kinds/kind.ts";
import type { Work } from "./open-work.ts";

/**
 * The result of comparing the current state with the quote, right before the order is sent:
 * - `as_shown`: nothing changed, so the order may be sent.
 * - `moved`: the price rose or the plan changed, so the person must confirm a new quote.
 * - `impossible`: the order cannot succeed.
 */
type Verdict =
	| { kind: "as_shown"; balanceCents: number | null; facts: ReadonlyMap<number, ItemFacts> }
	| { kind: "moved"; quote: NonNullable<Facts["quote"]> }
	| { kind: "impossible"; code: string; message: string };

/**
 * Compares the current state (`examined`) with the quote, right before the order is sent. `items` and `examined.items`
 * must be in the same order.
 */
export function compareWithQuote(items: readonly ItemRow[], examined: Extract<Examined, { kind: "seen" }>): Verdict {
	const { balanceCents } = examined;
	const [only] = examined.items;
	// If the service would refuse the only domain of an order, no call is needed. An order for several domains is sent
	// nevertheless, because the answer contains a separate result for each domain.
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
function isDearer(items: readonly ItemRow[], quote: NonNullable<Facts["quote"]>): boolean {
	return items.some((item) => (askedFor(item, quote) ?? 0) > (item.priceCents ?? 0));
}

/**
 * Returns the item's current price in cents, or the quoted price if the current one is unknown. Returns null if both
 * are unknown.
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
	for (const [index, { id, before: known }] of items.entries()) {
		const each = seen[index];
		if (each?.kind !== "fine") continue;
		const { before, refreshed } = each;
		// The read right before a renewal does not report whether the name is premium. So keep what the read for the quote
		// reported.
		const premium = known?.premium ?? before?.premium;
		const marked = before && { ...before, ...(premium !== undefined && { premium }) };
		facts.set(id, { ...(marked && { before: marked }), ...(refreshed && { change: refreshed }) });
	}
	return facts;
}

/**
 * Decides whether an order can be sent again although an earlier attempt may have run. If the service did not receive
 * that attempt, it would now charge the current price. So returns `not_sent` if a current price is above the agreed
 * one, or cannot be read. Returns undefined if the order may be sent.
 *
 * A name that is registered by now has no price. The order may be sent nevertheless: the earlier attempt may have
 * registered the name, and the service then repeats its stored answer.
 */
export async function blockIfDearer(
	work: Work,
	items: readonly ItemRow[],
): Promise<Extract<Answer, { kind: "not_sent" }> | undefined> {
	const { operation, request } = work;
	if (!request.mayHaveRun || operation.quote.totalCents === 0) return undefined;
	const examined = await kinds[operation.kind].examine(work, items);
	if (examined.kind === "seen") {
		return isDearer(items, quoteOf(items, examined)) ? { kind: "not_sent" } : undefined;
	}
	if (examined.kind === "behind") return { kind: "not_sent" };
	const { result } = examined;
	const access = result.kind === "refused" && (result.status === 401 || result.status === 403);
	if (result.kind !== "held") return { kind: "not_sent", access };
	return { kind: "not_sent", blocked: result.reason === "blocked", until: result.until };
}
