import { mergeZones } from "@domains/dns/merge.ts";
import { connectionsOf } from "../../store/connections.ts";
import { findOperation, type WholeOperation } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { changeZone } from "../dns/change.ts";
import { openForChange, zoneOf } from "../dns/zone.ts";
import { plan as planEdge } from "../edge/plan.ts";
import type { BadProfile } from "../edge/types.ts";
import { plan as planNameservers } from "../nameservers/plan.ts";
import { type DomainChange, planBack } from "../quote/plan-again.ts";
import type { ListPlanResult, PlanResult } from "../quote/types.ts";
import { canUndo } from "./view.ts";

/**
 * Plans to undo a completed change of DNS, nameservers or edge profile. If the operation changed several domains,
 * `domain` selects one. Keeps later changes of other records. If other people or programs changed the same record
 * later, the plan lists it as `contested`. An undo can itself be undone.
 */
export async function undo(
	deps: Deps,
	input: Actor & { operationId: number; domain?: string | undefined },
): Promise<
	PlanResult | ListPlanResult | BadProfile | { kind: "bad_nameservers" | "unknown_preset" | "bad_key" | "not_found" }
> {
	const found = await findChanges(deps, input);
	const [first, ...others] = found?.changes ?? [];
	if (!found || !first || others.length > 0) return { kind: "not_found" };
	const { personId } = input;
	const { domain, change } = first;
	const { accountId } = found.operation;
	if (change.kind === "edge") {
		if (change.base !== null)
			return planEdge(deps, { personId, accountId, wanted: [{ domain, profileKey: change.base }] });
		const target = { nameservers: change.nameservers ?? [] };
		return planNameservers(deps, { personId, accountId, wanted: [{ domain, target }] });
	}
	if (change.kind === "nameservers") {
		// The change disconnected an edge profile. Binding this profile again also restores its nameservers.
		if (change.edge !== undefined)
			return planEdge(deps, { personId, accountId, wanted: [{ domain, profileKey: change.edge }] });
		const target = { nameservers: change.base };
		return planNameservers(deps, { personId, accountId, wanted: [{ domain, target }] });
	}
	const zone = await openForChange(deps, personId, domain, accountId);
	if (zone.kind !== "open") return zone;
	return changeZone(
		deps,
		personId,
		zone,
		mergeZones(change.stored ?? change.target, change.base, zone.dns.records, zoneOf(domain)),
	);
}

/**
 * Plans to undo a completed change of several domains at once. `domains` selects the domains. Without it, selects all
 * domains whose change can be undone.
 */
export async function undoAll(
	deps: Deps,
	input: Actor & { operationId: number; domains?: readonly string[] | undefined },
): Promise<NonNullable<Awaited<ReturnType<typeof planBack>>> | { kind: "not_found" }> {
	const found = await findChanges(deps, input);
	const of = found && { personId: input.personId, accountId: found.operation.accountId };
	const wanted = input.domains && new Set(input.domains);
	const changes = found?.changes.filter(({ domain }) => wanted?.has(domain) ?? true) ?? [];
	return (of && (await planBack(deps, of, changes))) ?? { kind: "not_found" };
}

/**
 * Returns an operation and those of its changes that can be undone. If `domain` is given, returns only the change of
 * that domain. Returns undefined if the operation does not exist, or if the person is not connected to its account.
 */
async function findChanges(
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
