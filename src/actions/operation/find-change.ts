import { connectionsOf } from "../../store/connections.ts";
import { findOperation, type WholeOperation } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { DomainChange } from "../quote/plan-again.ts";
import { canUndo } from "./change-view.ts";

/**
 * Returns an operation and those of its changes that can be undone. With `domain`, only the change of that domain.
 * Returns undefined if the operation does not exist, or if the person is not connected to its account.
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
		.flatMap((item) => (item.change && canUndo(item) ? { domain: item.domain, change: item.change } : []))
		.filter(({ domain }) => only === undefined || domain === only);
	return { operation, changes };
}
