import { findRequest, updateOperation } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import { redraw } from "./apply-step.ts";
import { openWork } from "./open-work.ts";

/**
 * Reads the account's balance after an order that cost money, for the receipt. The outcome is already committed, so a
 * slow read delays nothing. Stores the balance only once the whole order is settled, because later charges would change
 * it.
 */
export async function readBalanceAfter(deps: Deps, requestId: number, signal: AbortSignal): Promise<void> {
	const found = await findRequest(deps.db, requestId);
	if (!found) return;
	const { operation, request } = found;
	const work = await openWork(deps, operation, request, { priority: "interactive", signal });
	const account = await work?.client.account(work.options);
	const balanceAfterCents = account?.kind === "ok" ? account.value.balanceCents : null;
	if (balanceAfterCents === null || operation.settledAt === null) return;
	await deps.db.transaction(async (tx) => {
		await updateOperation(tx, operation.id, { balanceAfterCents });
		await redraw(tx, deps, operation.id);
	});
}
