import type { Tx } from "@domains/kit/postgres/connect.ts";
import { lockOperation, lockOperations } from "../../store/operations.ts";
import { endMandates, stopProposals } from "../../store/programs.ts";
import { invalidateScreens } from "../../store/redraw.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { redraw, takeSteps } from "../operation/apply-step.ts";

/** Stops a program at once: its token no longer works, and its open proposals cannot be paid. */
export async function stop(deps: Deps, { personId, mandateId: id }: Actor & { mandateId: number }): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const operations = await endPrograms(tx, deps, { personId, id });
		await lockOperations(tx, operations);
		for (const each of operations) {
			const row = await lockOperation(tx, each);
			const waiting = row?.requests.filter(({ phase }) => phase === "quoted" || phase === "lapsed") ?? [];
			// The person may have confirmed it while this transaction waited for its lock. It then runs to its end.
			if (!row || row.confirmedAt !== null || waiting.length === 0) continue;
			await takeSteps(tx, deps, row, waiting, { is: "withdrawn" });
			await redraw(tx, deps, each);
		}
	});
}

/**
 * Ends a person's programs of an account, or only the program `id`. Returns the operations of their open proposals.
 * These can no longer be confirmed. Locks no operation, because callers may hold the lock of the person.
 */
export async function endPrograms(
	tx: Tx,
	deps: Deps,
	which: { personId: number; accountId?: number; id?: number },
): Promise<number[]> {
	const ended = await endMandates(tx, which);
	const operations = await stopProposals(tx, ended);
	for (const id of ended) await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, { kind: "proposals", id }));
	return operations;
}
