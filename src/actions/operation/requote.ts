import { next } from "../../rules/operation/next.ts";
import { quoteExpiry } from "../../rules/quote.ts";
import { type ItemRow, type RequestRow, saveRequest, updateItem, updateOperation } from "../../store/operations.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Stores the order's next quote, with the prices and plans that were just read. The quote covers this request and all
 * others of the order that wait for a confirmation, and sets the same expiry time for all of them. If the read failed,
 * the quote expires at once, and the person must ask for a new one.
 */
export async function requote({ tx, deps, operation, request, facts, now }: StepContext): Promise<void> {
	const { quote } = facts;
	for (const [id, terms] of quote?.items ?? []) await updateItem(tx, id, terms);
	const others = operation.requests.filter((each) => each.id !== request.id);
	const waiting = others.filter((each) => each.phase === "quoted");
	for (const each of waiting) {
		const { state } = next(each.state, { is: "quoted" }, { now, random: deps.random() });
		await saveRequest(tx, each, state, null);
	}
	const goesOn = others.some(({ phase }) => phase !== "quoted" && phase !== "superseded");
	const totalCents = sum([request, ...waiting], (item) => quote?.items.get(item.id)?.priceCents ?? item.priceCents);
	const shownCents = sum([request], (item) => item.priceCents);
	const previousCents = shownCents + (waiting.length > 0 ? (operation.quote.previousCents ?? 0) : 0);
	const movedBefore = waiting.length > 0 && operation.quote.moved === true;
	const moved = quote && (movedBefore || [...quote.items.values()].some((terms) => terms.change !== undefined));
	const balanceCents = quote ? quote.balanceCents : operation.quote.balanceCents;
	await updateOperation(tx, operation.id, {
		quoteNumber: operation.quoteNumber + 1,
		quote: { ...operation.quote, totalCents, balanceCents, previousCents, moved },
		quoteExpiresAt: quote ? quoteExpiry(now) : now,
		confirmedAt: goesOn ? operation.confirmedAt : null,
	});
}

function sum(requests: readonly RequestRow[], cents: (item: ItemRow) => number | null): number {
	return requests.flatMap((each) => each.items).reduce((total, item) => total + (cents(item) ?? 0), 0);
}
