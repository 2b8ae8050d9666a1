import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { findOperation } from "../../store/operations.ts";
import type { ProposalRow } from "../../store/programs.ts";
import { show } from "../operation/read.ts";
import type { Operation } from "../operation/types.ts";
import type { Outcome, Proposal } from "./types.ts";

/** Returns a proposal with its quote and outcome, as its person sees them. `now`: the database's time. */
export async function proposalWith(db: Db | Tx, row: ProposalRow, now: Date): Promise<Proposal> {
	const found = row.operationId === null ? undefined : await findOperation(db, row.operationId);
	const operation = found ? await show(db, found, row.personId) : null;
	return { id: row.id, row, outcome: outcomeOf(row, operation, now), operation };
}

/** Without a confirmation, the proposal's own state decides. After it, the operation's. */
function outcomeOf(row: ProposalRow, operation: Operation | null, now: Date): Outcome {
	const isConfirmed = operation?.confirmedAt != null;
	if (!isConfirmed && row.state !== "open") return row.state;
	const isOver = row.expiresAt <= now;
	if (!operation) return isOver || row.operationId !== null ? "expired" : "pending";
	switch (operation.state) {
		case "quoted":
			// A quote that replaces a confirmed one says what changed since then.
			return isOver ? "expired" : operation.quote?.changed ? "asked_again" : "waiting";
		case "lapsed":
			return isConfirmed || isOver ? "expired" : "waiting";
		case "superseded":
			return "replaced";
		case "withdrawn":
			return "declined";
		case "succeeded":
			return "done";
		case "failed":
			return "failed";
		default:
			return "in_progress";
	}
}
