import { applyEdits, type Edit } from "../../rules/dns/plan.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { changeZone, plannedOf } from "./change.ts";
import type { PlanResult, RecordEdit } from "./types.ts";
import { openZone, zoneOf } from "./zone.ts";

export async function plan(
	deps: Deps,
	{ personId, domain, edits }: Actor & { domain: string; edits: readonly RecordEdit[] },
): Promise<PlanResult> {
	const zone = await openZone(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const planned = edits.map((edit) => plannedEdit(edit, zone.domain));
	return changeZone(deps, personId, zone, applyEdits(zone.dns.records, planned, zoneOf(zone.domain)));
}

function plannedEdit(edit: RecordEdit, domain: string): Edit<PlannedRecord> {
	const record = plannedOf(edit.record, domain);
	return edit.edit === "change" ? { ...edit, record, to: plannedOf(edit.to, domain) } : { ...edit, record };
}
