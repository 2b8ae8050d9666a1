import { unlockItems } from "../../store/locks.ts";
import type { ItemRow } from "../../store/operations.ts";
import { spend, spendDayOf } from "../../store/spending.ts";
import type { StepContext } from "./step-context.ts";

/** Releases the locks. Items that cost nothing no longer count against the cap of the day of their confirm. */
export async function release({ tx, operation, request, state }: StepContext, domains: string[]): Promise<void> {
	const freed = request.items.filter((item) => domains.includes(item.domain));
	await unlockItems(
		tx,
		freed.map((item) => item.id),
	);
	const done = new Set(state.items.filter((item) => item.phase === "succeeded").map((item) => item.domain));
	await adjust(
		{ tx, operation, request },
		freed.filter((item) => !done.has(item.domain)),
		-1,
	);
}

/** Counts an item again that was refunded as failed. No cap can undo a charge. */
export async function charge({ tx, operation, request }: StepContext, domains: string[]): Promise<void> {
	await adjust(
		{ tx, operation, request },
		request.items.filter((item) => domains.includes(item.domain)),
		1,
	);
}

async function adjust(
	{ tx, operation, request }: Pick<StepContext, "tx" | "operation" | "request">,
	items: readonly ItemRow[],
	sign: 1 | -1,
): Promise<void> {
	const { personId } = operation;
	const cents = sign * items.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	if (request.confirmedAt === null || cents === 0) return;
	await spend(tx, { personId, day: spendDayOf(request.confirmedAt), cents, capCents: null });
}
