import { parseDomain } from "../../rules/names.ts";
import { activeConnection } from "../../store/connections.ts";
import { changesOf } from "../../store/operation-lists.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { findChange } from "../operation/find-change.ts";
import type { PlanResult } from "../quote/types.ts";
import { changeZone } from "./change.ts";
import type { RestorePoint } from "./types.ts";
import { openForChange } from "./zone.ts";

const most = 20;

/** Lists the states of the zone before each of our changes, newest first. */
export async function restorePoints(
	{ db }: Deps,
	{ personId, domain: text }: Actor & { domain: string },
): Promise<readonly RestorePoint[]> {
	const connection = await activeConnection(db, personId);
	const parsed = parseDomain(text);
	if (!connection?.accountId || !parsed.ok) return [];
	const changes = await changesOf(db, { accountId: connection.accountId, domain: parsed.ascii, kind: "dns", most });
	return changes.flatMap(({ operation, change }) => {
		if (change.kind !== "dns") return [];
		const { id: operationId, reference, settledAt, createdAt } = operation;
		return [{ operationId, reference, at: settledAt ?? createdAt, records: change.base.length }];
	});
}

/** Plans to restore the whole zone as it was before that operation. This also reverts later changes by other people. */
export async function restore(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<PlanResult | { kind: "not_found" }> {
	const found = await findChange(deps, { personId, operationId });
	if (found?.change.kind !== "dns") return { kind: "not_found" };
	const zone = await openForChange(deps, personId, found.domain, found.operation.accountId);
	return zone.kind === "open" ? changeZone(deps, personId, zone, found.change.base) : zone;
}
