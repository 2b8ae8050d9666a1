import { unlockItems } from "../../store/locks.ts";
import type { ItemRow } from "../../store/operations.ts";
import { spend, spendDayOf } from "../../store/spending.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Releases the locks of these domains, and corrects the person's spending on the day of the confirmation. A known
 * charge replaces the quoted price, and a failed item does not count.
 */
export async function release(context: StepContext, domains: string[]): Promise<void> {
	const { tx, request, state } = context;
	const freed = request.items.filter((item) => domains.includes(item.domain));
	await unlockItems(
		tx,
		freed.map((item) => item.id),
	);
	const done = new Set(state.items.filter((item) => item.phase === "succeeded").map((item) => item.domain));
	await adjust(context, freed, (item) => (done.has(item.domain) ? costOf(context, item) : 0) - (item.priceCents ?? 0));
}

/**
 * Adds the cost of these domains to the person's spending again. It was subtracted when their items seemed to have
 * failed. The daily limit does not prevent this, because the service has charged the items.
 */
export async function charge(context: StepContext, domains: string[]): Promise<void> {
	const items = context.request.items.filter((item) => domains.includes(item.domain));
	await adjust(context, items, (item) => costOf(context, item));
}

/**
 * If the service reports an item's charge only after its success was counted, corrects the person's spending by the
 * difference.
 */
export async function countLateCharges(context: StepContext): Promise<void> {
	const { facts, request } = context;
	const counted = new Set(request.state.items.filter((item) => item.phase === "succeeded").map((item) => item.domain));
	const items = request.items.filter(
		({ id, domain }) => counted.has(domain) && facts.items?.get(id)?.chargedCents != null,
	);
	await adjust(context, items, (item) => costOf(context, item) - (item.chargedCents ?? item.priceCents ?? 0));
}

/**
 * Returns what the service charged for an item, in cents. If it did not report the charge, returns the quoted price.
 */
function costOf({ facts }: StepContext, { id, chargedCents, priceCents }: ItemRow): number {
	return facts.items?.get(id)?.chargedCents ?? chargedCents ?? priceCents ?? 0;
}

async function adjust(
	{ tx, operation, request }: StepContext,
	items: readonly ItemRow[],
	difference: (item: ItemRow) => number,
): Promise<void> {
	const cents = items.reduce((sum, item) => sum + difference(item), 0);
	if (request.confirmedAt === null || cents === 0) return;
	const { personId } = operation;
	await spend(tx, { personId, day: spendDayOf(request.confirmedAt), cents, capCents: null });
}
