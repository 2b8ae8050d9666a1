import { connectionsOf } from "../../store/connections.ts";
import { findOperation } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { planBack } from "../quote/plan-again.ts";
import { canUndo } from "./view.ts";

/**
 * Plans to undo a completed change of DNS, nameservers or edge profile. `domains` selects the domains. Without it, selects
 * all domains whose change can be undone. Keeps later changes of other records. If other people or programs changed the
 * same record later, the plan lists it as `contested`. An undo can itself be undone.
 */
export async function undo(
	deps: Deps,
	{ personId, operationId, domains }: Actor & { operationId: number; domains?: readonly string[] | undefined },
): Promise<NonNullable<Awaited<ReturnType<typeof planBack>>> | { kind: "not_found" }> {
	const operation = await findOperation(deps.db, operationId);
	const connections = await connectionsOf(deps.db, personId);
	if (!operation || connections.every((each) => each.accountId !== operation.accountId)) return { kind: "not_found" };
	const wanted = domains && new Set(domains);
	const changes = operation.requests
		.flatMap((request) => request.items)
		.toSorted((one, other) => one.ordinal - other.ordinal)
		.flatMap((item) => (item.change && canUndo(item) ? { domain: item.domain, change: item.change } : []))
		.filter(({ domain }) => wanted?.has(domain) ?? true);
	return (await planBack(deps, { personId, accountId: operation.accountId }, changes)) ?? { kind: "not_found" };
}
