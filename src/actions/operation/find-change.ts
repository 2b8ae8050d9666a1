import { eq } from "drizzle-orm";
import { connectionsOf } from "../../store/connections.ts";
import { findOperations, type WholeOperation } from "../../store/operations.ts";
import type { PlannedChange } from "../../store/schema/operations.ts";
import { operations } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { canUndo } from "./change-view.ts";

/** A change that was made to a domain of an account that the person is connected to, and that has a way back. */
export async function findChange(
	{ db }: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<{ operation: WholeOperation; domain: string; change: PlannedChange } | undefined> {
	const [operation] = await findOperations(db, eq(operations.id, operationId));
	const [item] = operation?.requests.flatMap((request) => request.items) ?? [];
	const connections = await connectionsOf(db, personId);
	if (!operation || !item?.change || connections.every((each) => each.accountId !== operation.accountId))
		return undefined;
	return canUndo(operation.state, item.change) ? { operation, domain: item.domain, change: item.change } : undefined;
}
