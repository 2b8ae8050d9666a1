import {
	buyOf,
	findNameWatch,
	lockStandingOrder,
	recordPurchase,
	type StandingOrder,
} from "../../store/name-watches.ts";
import { hasOpenQuote } from "../../store/programs.ts";
import { keepWatch, type Watch } from "../../store/watches.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { confirmIf } from "../operation/confirm.ts";
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
	const watch = await findNameWatch(db, personId, watchId);
	if (watch?.state !== "running") return { kind: "not_found" };
	const { buy, ...params } = watch.params;
	const { accountId, subject, endsAt } = watch;
	// An order that is running stays known, so that a new ceiling cannot cause a second purchase.
	const order: StandingOrder | null = ceilingCents === null ? null : { ...buyOf({ params: { buy } }), ceilingCents };
	await keepWatch(db, {
		kind: "name",
		accountId,
		personId,
		subject,
		endsAt,
		params: { ...params, ...(order && { buy: order }) },
	});
	return { kind: "saved" };
}

/**
 * Buys an available name under its standing order, once and at most at its ceiling. Returns why the person is to decide
 * instead; null if the name was ordered, or if there is nothing to do now.
 */
export async function buy({ deps, watch: { accountId } }: Look, watch: Watch, offer: Offer): Promise<BuyReason | null> {
	const { id, personId, subject: domain } = watch;
	if (personId === null || !(await deps.db.transaction((tx) => lockStandingOrder(tx, id)))) return null;
	if (offer.premium) return "premium";
	if (await hasOpenQuote(deps.db, { personId, accountId, kind: "register", domain })) return null;
	const own: Deps = { ...deps, priority: "background" };
	const quoted = await quoteLines(own, personId, "register", [{ domain, years: 1 }], { accountId });
	if (quoted.kind === "nothing" && quoted.skipped[0]?.reason === "no_price") return "unknown";
	const quote = quoted.kind === "quoted" ? quoted.operation.quote : null;
	if (quoted.kind !== "quoted" || !quote) return null;
	const { id: operationId, items } = quoted.operation;
	if (items.some(({ premium }) => premium)) return "premium";
	let isDear = false;
	const input = { personId, operationId, number: quote.number };
	const result = await confirmIf(deps, input, async (tx) => {
		const order = await lockStandingOrder(tx, id);
		isDear = order !== null && quote.totalCents > order.ceilingCents;
		if (!order || isDear) return false;
		await recordPurchase(tx, id, { ...order, operationId });
		return true;
	});
	return isDear ? "ceiling" : result && reasonOf(result);
}
