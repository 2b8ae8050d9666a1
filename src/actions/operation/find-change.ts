import { connectionsOf } from "../../store/connections.ts";
import { findOperation, type WholeOperation } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { DomainChange } from "../quote/plan-again.ts";
import { canUndo } from "./change-view.ts";

/**
 * Returns the changes of an operation that can be undone, only that of `domain` if it is given. Returns none if the
 * person is not connected to the account.
 */
export async function findChanges(
	{ db }: Deps,
	{ personId, operationId, domain: only }: Actor & { operationId: number; domain?: string | undefined },
): Promise<{ operation: WholeOperation; changes: DomainChange[] } | undefined> {
	const operation = await findOperation(db, operationId);
	const connections = await connectionsOf(db, personId);
	if (!operation || connections.every((each) => each.accountId !== operation.accountId)) return undefined;
	const changes = operation.requests
		.flatMap((request) => request.items)
		.toSorted((one, other) => one.ordinal - other.ordinal)
		.flatMap((item) =>
			item.change && canUndo(operation.state, item) ? { domain: item.domain, change: item.change } : [],
		)
		.filter(({ domain }) => only === undefined || domain === only);
	return { operation, changes };
}
