import { eq } from "drizzle-orm";
import { findOperations, operationOfRequest, updateOperation } from "../../store/operations.ts";
import { operations } from "../../store/schema/operations.ts";
import type { Deps } from "../deps.ts";
import { redraw } from "./apply-step.ts";
import { openWork } from "./make-call.ts";

/**
 * Reads what is left after something that cost money. The outcome is committed before, so a slow read holds up nothing
 * else. The receipt gets it only once every part of the order is settled: what is read before lacks later charges.
 */
export async function readBalanceAfter(deps: Deps, requestId: number, signal: AbortSignal): Promise<void> {
	const id = await operationOfRequest(deps.db, requestId);
	const [operation] = id === undefined ? [] : await findOperations(deps.db, eq(operations.id, id));
	const request = operation?.requests.find((each) => each.id === requestId);
	if (!operation || !request) return;
	const work = await openWork(deps, operation, request, { priority: "interactive", signal });
	const account = await work?.client.account(work.options);
	const balanceAfterCents = account?.kind === "ok" ? account.value.balanceCents : null;
	if (balanceAfterCents === null || operation.settledAt === null) return;
	await deps.db.transaction(async (tx) => {
		await updateOperation(tx, operation.id, { balanceAfterCents });
		await redraw(tx, deps, operation.id);
	});
}
