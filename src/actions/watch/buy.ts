import {
	buyOf,
	lockNameWatch,
	lockStandingOrder,
	recordPurchase,
	type StandingOrder,
} from "../../store/name-watches.ts";
import { hasOpenQuote } from "../../store/programs.ts";
import { keepWatch, type Watch } from "../../store/watches.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { confirmIf } from "../operation/confirm.ts";
import { withdraw } from "../operation/withdraw.ts";
import { quoteLines } from "../quote/quote-lines.ts";
import type { Offer } from "../search/types.ts";
import type { Look } from "./kind.ts";
import type { BuyReason } from "./name-rule.ts";
import { reasonOf } from "./renewal.ts";

const mostCents = 1_000_000;

/**
 * Turns a watch of a name into a standing order, or back into a watch. `ceilingCents`: the highest price of the first
 * year that the bot may pay without another question; null turns the order off.
 */
export async function setBuy(
	{ db }: Deps,
	{ personId, watchId, ceilingCents }: Actor & { watchId: number; ceilingCents: number | null },
): Promise<{ kind: "saved" | "invalid" | "not_found" }> {
	if (ceilingCents !== null && !(Number.isInteger(ceilingCents) && ceilingCents > 0 && ceilingCents <= mostCents))
		return { kind: "invalid" };
	return db.transaction(async (tx) => {
		const watch = await lockNameWatch(tx, personId, watchId);
		if (watch?.state !== "running") return { kind: "not_found" };
		const { buy, ...params } = watch.params;
		const { accountId, subject, endsAt } = watch;
		// An order that is running stays known, so that a new ceiling cannot cause a second purchase.
		const order: StandingOrder | null = ceilingCents === null ? null : { ...buyOf({ params: { buy } }), ceilingCents };
		const changed = { ...params, ...(order && { buy: order }) };
		await keepWatch(tx, { kind: "name", accountId, personId, subject, endsAt, params: changed });
		return { kind: "saved" };
	});
}

/**
 * Buys an available name under its standing order, once and at most at its ceiling. Returns why the person is to decide
 * instead; null if the name was ordered, or if there is nothing to do now.
 */
export async function buy({ deps, watch: { accountId } }: Look, watch: Watch, offer: Offer): Promise<BuyReason | null> {
	const { id, personId, subject: domain } = watch;
	const order = await deps.db.transaction((tx) => lockStandingOrder(tx, id));
	if (personId === null || !order) return null;
	if (offer.premium) return "premium";
	if (offer.registerCents !== null && offer.registerCents > order.ceilingCents) return "ceiling";
	if (await hasOpenQuote(deps.db, { personId, accountId, kind: "register", domain })) return null;
	const own: Deps = { ...deps, priority: "background" };
	const quoted = await quoteLines(own, personId, "register", [{ domain, years: 1 }], { accountId });
	if (quoted.kind === "nothing" && quoted.skipped[0]?.reason === "no_price") return "unknown";
	const quote = quoted.kind === "quoted" ? quoted.operation.quote : null;
	if (quoted.kind !== "quoted" || !quote) return null;
	const { id: operationId, items } = quoted.operation;
	const isPremium = items.some(({ premium }) => premium);
	let isDear = false;
	const input = { personId, operationId, number: quote.number };
	const result = await confirmIf(deps, input, async (tx) => {
		const current = await lockStandingOrder(tx, id);
		isDear = current !== null && quote.totalCents > current.ceilingCents;
		if (!current || isDear || isPremium) return false;
		await recordPurchase(tx, id, { ...current, operationId });
		return true;
	});
	if (result?.kind === "confirmed") return null;
	// The person never saw this quote, so it must not stay behind as one of theirs.
	await withdraw(deps, { personId, operationId });
	return isPremium ? "premium" : isDear ? "ceiling" : result && reasonOf(result);
}
