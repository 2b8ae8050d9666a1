import { isDeepStrictEqual } from "node:util";
import { limits } from "@domains/contract/limits.ts";
import { orderSentence } from "@domains/contract/orders.ts";
import type { Answer, Kind, Refusal } from "../../rules/operation/state.ts";
import { isSameExpiry } from "../../rules/operation/timing.ts";
import type { QuotedFact } from "../../rules/quote.ts";
import type { ItemRow } from "../../store/operations.ts";
import type { ItemBefore } from "../../store/schema/operations.ts";
import type { Facts, ItemFacts, ItemTerms } from "./effects.ts";
import { kinds } from "./kinds/index.ts";
import type { Examined, Seen, Wanted, Work } from "./kinds/kind.ts";
import { mostYears } from "./kinds/orders.ts";

type Fine = Extract<Seen, { kind: "fine" }>;

/**
 * The result of comparing the current state with the quote, right before the order is sent:
 * - `as_shown`: nothing changed, so the order may be sent.
 * - `moved`: a fact changed, so the person must confirm a new quote.
 * - `impossible`: the order cannot succeed for these domains. The quote cannot be compared with anything for them, so
 *   they are never sent.
 * - `unpriced`: the service reports no price at the moment, so nothing is sent before it does.
 */
type Verdict =
	| { kind: "as_shown"; balanceCents: number | null; facts: ReadonlyMap<number, ItemFacts> }
	| { kind: "moved"; quote: NonNullable<Facts["quote"]> }
	| { kind: "impossible"; items: readonly Refusal[] }
	| { kind: "unpriced" };

/** The facts that the quote of each kind shows. The order is sent only if none of them changed. */
export const quotedFacts: Readonly<Record<Kind, readonly QuotedFact[]>> = {
	register: ["price", "renewal_price", "premium", "defaults"],
	renew: ["price", "renewal_price", "premium", "expiry"],
	dns: ["plan"],
	nameservers: ["plan"],
	edge: ["plan"],
};

/**
 * True if the fact differs from what the person confirmed. `shown`: the item as quoted. A price may fall, because the
 * order then costs less than confirmed. A fact that the quote could not show has not changed.
 */
const hasChanged: Readonly<Record<QuotedFact, (shown: ItemRow, now: Fine) => boolean>> = {
	price: ({ priceCents }, now) => (now.priceCents ?? 0) > (priceCents ?? 0),
	renewal_price: ({ renewCents }, now) => renewCents !== null && (now.renewCents ?? 0) > renewCents,
	premium: ({ before }, now) => now.before?.premium === true && before?.premium === false,
	expiry: ({ before }, now) => hasOtherExpiry(before ?? {}, now.before ?? {}),
	defaults: ({ before, edgeProfileKey }, now) =>
		edgeProfileKey === null && !!before?.defaults && !isDeepStrictEqual(before.defaults, now.before?.defaults),
	plan: (_, { change }) => change !== undefined,
};

/**
 * If a service reports no expiry date, only the renewals of this bot show that the date has changed. A quote of an
 * earlier version has no number of renewals.
 */
function hasOtherExpiry(shown: ItemBefore, now: ItemBefore): boolean {
	if (shown.expiresAt && now.expiresAt) return !isSameExpiry(new Date(shown.expiresAt), new Date(now.expiresAt));
	return Boolean(shown.expiresAt) || (shown.renewals !== undefined && shown.renewals !== now.renewals);
}

/**
 * Compares the current state (`examined`) with the quote, right before the order is sent. `items` and `examined.items`
 * must be in the same order. `now`: the database time.
 */
export function compareWithQuote(
	kind: Kind,
	items: readonly ItemRow[],
	examined: Extract<Examined, { kind: "seen" }>,
	now: Date,
): Verdict {
	const { balanceCents } = examined;
	const refusals = items.flatMap((item, index) => refusalOf(kind, item, examined.items[index], now));
	if (refusals.length > 0) return { kind: "impossible", items: refusals };
	if (lacksPrice(examined)) return { kind: "unpriced" };
	const quote = quoteOf(kind, items, examined);
	const asked = items.reduce((sum, item) => sum + (quote.items.get(item.id)?.priceCents ?? item.priceCents ?? 0), 0);
	if (balanceCents !== null && balanceCents < asked) {
		const refusal = { code: "insufficient_funds", message: "" };
		return { kind: "impossible", items: items.map(({ domain }) => ({ domain, ...refusal })) };
	}
	if (quote.changed.length > 0) return { kind: "moved", quote };
	return { kind: "as_shown", balanceCents, facts: beforeOf(items, examined) };
}

/**
 * Returns the refusal that the order of a domain would get. A renewal gets one too if the expiry date has moved so far
 * since the quote that the ordered years do not fit any more. No new quote can offer these years.
 */
function refusalOf(kind: Kind, { domain, years }: ItemRow, seen: Seen | undefined, now: Date): Refusal[] {
	if (seen?.kind === "refused") return [{ domain, code: seen.code, message: seen.message }];
	const most = kind === "renew" && seen?.kind === "fine" ? mostYears(seen.before, now) : undefined;
	if (most === undefined || (years ?? 1) <= most) return [];
	const message = orderSentence("too_far", { domain, years: String(limits.years.max) });
	return [{ domain, code: "validation_error", message }];
}

/**
 * True if the service does not report the price of a domain that may be available. A change, which costs nothing, has
 * an undefined price.
 */
function lacksPrice({ items }: Extract<Examined, { kind: "seen" }>): boolean {
	return items.some((each) => each.kind === "unknown" || (each.kind === "fine" && each.priceCents === null));
}

/** Returns the items' current prices, dates and plans, as the terms of a new quote. */
export function quoteOf(
	kind: Kind,
	items: readonly ItemRow[],
	{ items: seen, balanceCents }: Extract<Examined, { kind: "seen" }>,
): NonNullable<Facts["quote"]> {
	const terms = new Map<number, ItemTerms>();
	const changed = new Map<QuotedFact, string[]>();
	for (const [index, item] of items.entries()) {
		const each = seen[index];
		if (each?.kind !== "fine") continue;
		const { priceCents, renewCents, before, change } = each;
		terms.set(item.id, {
			...(priceCents != null && { priceCents }),
			...(renewCents !== undefined && { renewCents }),
			...(before && {
				before: { ...item.before, ...before, premium: before.premium ?? item.before?.premium ?? false },
			}),
			...(change && { change }),
		});
		for (const fact of quotedFacts[kind].filter((fact) => hasChanged[fact](item, each)))
			changed.set(fact, [...(changed.get(fact) ?? []), item.domain]);
	}
	return { balanceCents, items: terms, changed: [...changed].map(([fact, domains]) => ({ fact, domains })) };
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
 * that attempt, it would now carry out the order under the current facts. So returns `not_sent` if one of them differs
 * from what the person confirmed, or if a price cannot be read. Returns undefined if the order may be sent.
 *
 * A name that is registered by now (`not_available`) has no price. The order may be sent nevertheless: the earlier
 * attempt may have registered the name, and the service then repeats its stored answer. A name that is refused for
 * another reason cannot be compared, so the order is not sent.
 */
export async function blockIfChanged(
	work: Work,
	items: readonly Wanted[],
	shown: readonly ItemRow[],
): Promise<Extract<Answer, { kind: "not_sent" }> | undefined> {
	const { operation } = work;
	const examined = await kinds[operation.kind].examine(work, items);
	if (examined.kind === "seen") {
		const isUnknown = lacksPrice(examined) || examined.items.some(isOtherRefusal);
		const isChanged = isUnknown || quoteOf(operation.kind, shown, examined).changed.length > 0;
		return isChanged ? { kind: "not_sent" } : undefined;
	}
	if (examined.kind === "behind") return { kind: "not_sent" };
	const { result } = examined;
	const access = result.kind === "refused" && (result.status === 401 || result.status === 403);
	if (result.kind !== "held") return { kind: "not_sent", access };
	return { kind: "not_sent", blocked: result.reason === "blocked", until: result.until };
}

function isOtherRefusal(seen: Seen): boolean {
	return seen.kind === "refused" && seen.code !== "not_available";
}
