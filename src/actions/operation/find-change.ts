import { connectionsOf } from "../../store/connections.ts";
import { findOperation, type WholeOperation } from "../../store/operations.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { canUndo } from "./change-view.ts";

/** Returns an operation that can be undone, if the person is connected to its account. */
export async function findChange(
	{ db }: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<{ operation: WholeOperation; domain: string; change: PlannedChange } | undefined> {
	const operation = await findOperation(db, operationId);
	const [item] = operation?.requests.flatMap((request) => request.items) ?? [];
	const connections = await connectionsOf(db, personId);
	if (!operation || !item?.change || connections.every((each) => each.accountId !== operation.accountId))
		return undefined;
	return canUndo(operation.state, item.change) ? { operation, domain: item.domain, change: item.change } : undefined;
}
