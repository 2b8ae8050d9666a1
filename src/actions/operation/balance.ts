import type { Tx } from "../../postgres/connect.ts";
import { tell } from "../../store/news.ts";
import { lockOperation, type RequestRow, updateOperation, type WholeOperation } from "../../store/operations.ts";
import { findPerson } from "../../store/people.ts";
import type { Deps } from "../deps.ts";
import { redraw } from "./advance.ts";
import { openWork } from "./perform.ts";

/** Reads what is left after a call that cost something. The outcome is committed before, so a slow read holds up nothing else. */
export async function noteBalance(
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
		const row = await lockOperation(tx, id);
		if (!row) return;
		await updateOperation(tx, id, { balanceAfterCents });
		await tellLowBalance(tx, deps, row, balanceAfterCents);
		await redraw(tx, deps, id);
	});
}

/** Told once an operation that brings the balance under the sum which the person chose. */
async function tellLowBalance(tx: Tx, deps: Deps, operation: WholeOperation, balanceCents: number): Promise<void> {
	const { personId, accountId, reference } = operation;
	const lowCents = (await findPerson(tx, personId))?.lowBalanceCents ?? null;
	const before = operation.balanceBeforeCents;
	if (lowCents === null || balanceCents >= lowCents || (before !== null && before < lowCents)) return;
	const rows = await tell(tx, [personId], { kind: "balance", id: accountId }, `low after ${reference}`);
	await deps.enqueue(tx, "bot.outbox", rows);
}
