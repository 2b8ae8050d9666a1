import { applyEdits } from "@domains/dns/plan.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { ListPlanResult } from "../quote/types.ts";
import { plannedEdit } from "./plan.ts";
import { planZones } from "./plan-list.ts";
import type { RecordEdit } from "./types.ts";
import { zoneOf } from "./zone.ts";

/**
 * Plans the same edits in the zones of several domains. In each zone, skips the edits that would change nothing:
 * - The edit adds a record that already exists with the same TTL.
 * - The edit changes or removes a record that does not exist.
 */
export async function planMany(
	deps: Deps,
	{ personId, domains, edits }: Actor & { domains: readonly string[]; edits: readonly RecordEdit[] },
): Promise<ListPlanResult> {
	const wanted = domains.map((domain) => {
		const zone = zoneOf(domain);
		const planned = edits.map((edit) => plannedEdit(edit, domain));
		const change = (records: readonly PlannedRecord[]) => {
			return { records: applyEdits<PlannedRecord>(records, planned, zone) };
		};
		return { domain, change };
	});
	return planZones(deps, { personId, wanted });
}
