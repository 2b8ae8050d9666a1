import type { Tx } from "../../postgres/connect.ts";
import { tell } from "../../store/news.ts";
import type { WholeOperation } from "../../store/operations.ts";
import { findPerson } from "../../store/people.ts";
import type { Deps } from "../deps.ts";

/** Told once an operation that brings the balance under the sum which the person chose. */
export async function tellLowBalance(
	tx: Tx,
	deps: Deps,
	operation: WholeOperation,
	balanceCents: number,
): Promise<void> {
	const { personId, accountId, reference } = operation;
	const lowCents = (await findPerson(tx, personId))?.lowBalanceCents ?? null;
	const before = operation.balanceBeforeCents;
	if (lowCents === null || balanceCents >= lowCents || (before !== null && before < lowCents)) return;
	const rows = await tell(tx, [personId], { kind: "balance", id: accountId }, `low after ${reference}`);
	await deps.enqueue(tx, "bot.outbox", rows);
}
