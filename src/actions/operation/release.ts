import type { Tx } from "../../postgres/connect.ts";
import { unlockItems } from "../../store/locks.ts";
import type { ItemRow, OperationRow } from "../../store/operations.ts";
import { spend } from "../../store/spending.ts";
import type { Scene } from "./effects.ts";

/** Frees the locks; what did not cost anything no longer counts against the day's cap. */
export async function release({ tx, operation, request, state }: Scene, domains: string[]): Promise<void> {
	const freed = request.items.filter((item) => domains.includes(item.domain));
	await unlockItems(
		tx,
		freed.map((item) => item.id),
	);
	const done = new Set(state.items.filter((item) => item.phase === "succeeded").map((item) => item.domain));
	await adjust(
		tx,
		operation,
		freed.filter((item) => !done.has(item.domain)),
		-1,
	);
}

/** What was given back because it seemed to have failed counts again; no cap can undo what has happened. */
export async function charge({ tx, operation, request }: Scene, domains: string[]): Promise<void> {
	await adjust(
		tx,
		operation,
		request.items.filter((item) => domains.includes(item.domain)),
		1,
	);
}

async function adjust(tx: Tx, operation: OperationRow, items: readonly ItemRow[], sign: 1 | -1): Promise<void> {
	const { personId, spendDay: day } = operation;
	const cents = sign * items.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	if (day !== null && cents !== 0) await spend(tx, { personId, day, cents, capCents: null });
}
