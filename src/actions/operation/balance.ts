import { type RequestRow, updateOperation, type WholeOperation } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import { redraw } from "./advance.ts";
import { openWork } from "./perform.ts";

/** Reads what is left after a call that cost something. The outcome is committed before, so a slow read holds up nothing else. */
export async function readBalanceAfter(
	deps: Deps,
	{ operation, request }: { operation: WholeOperation; request: RequestRow },
	signal: AbortSignal,
): Promise<void> {
	const { id } = operation;
	const work = await openWork(deps, operation, request, { lane: "interactive", signal });
	const account = await work?.client.account(work.options);
	const balanceAfterCents = account?.kind === "ok" ? account.value.balanceCents : null;
	if (balanceAfterCents === null) return;
	await deps.db.transaction(async (tx) => {
		await updateOperation(tx, id, { balanceAfterCents });
		await redraw(tx, deps, id);
	});
}
