import type { Tx } from "@domains/kit/postgres/connect.ts";
import { openQuotes } from "../../store/operation-lists.ts";
import { findOperation, lockOperation, lockOperations } from "../../store/operations.ts";
import { lapsedProposals } from "../../store/programs.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { redraw, takeSteps } from "./apply-step.ts";
import { show } from "./read.ts";
import type { Operation } from "./types.ts";

/** Returns the newest of the person's quotes that can still be confirmed. Null if there is none. */
export async function lastQuote({ db }: Deps, { personId }: Actor): Promise<Operation | null> {
	const [newest] = await openQuotes(db, personId);
	const row = newest === undefined ? undefined : await findOperation(db, newest);
	return row ? await show(db, row, personId) : null;
}

/** Renders the person's open quotes again, because the amount that they may still spend today has changed. */
export async function redrawQuotes(tx: Tx, deps: Deps, personId: number): Promise<void> {
	for (const id of await openQuotes(tx, personId)) await redraw(tx, deps, id);
}

/**
 * Cancels all quotes of the person that wait for a confirmation, and renders their messages again. Also cancels a
 * program's proposals whose quotes have expired, because the program's message still offers them. Returns the cancelled
 * operations as they were before the cancellation.
 */
export async function leaveQuotes(deps: Deps, { personId }: Actor): Promise<readonly Operation[]> {
	return deps.db.transaction(async (tx) => {
		const withdrawn: Operation[] = [];
		const ids = [...(await openQuotes(tx, personId)), ...(await lapsedProposals(tx, personId))];
		await lockOperations(tx, ids);
		for (const id of ids) {
			const row = await lockOperation(tx, id);
			const phases = row?.confirmedAt === null ? ["quoted", "lapsed"] : ["quoted"];
			const waiting = row?.requests.filter((request) => phases.includes(request.phase)) ?? [];
			if (!row || waiting.length === 0) continue;
			await takeSteps(tx, deps, row, waiting, { is: "withdrawn" });
			await redraw(tx, deps, id);
			withdrawn.push(await show(tx, row, personId));
		}
		return withdrawn;
	});
}
