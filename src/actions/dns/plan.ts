import { identityOf } from "../../rules/dns/any-record.ts";
import { applyEdits, type Edit } from "../../rules/dns/plan.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { PlanResult } from "../quote/types.ts";
import { changeZone, plannedOf } from "./change.ts";
import type { RecordEdit } from "./types.ts";
import { openForChange, zoneOf } from "./zone.ts";

/** Reads the current zone and plans these edits of its records. */
export async function plan(
	deps: Deps,
	{ personId, domain, edits }: Actor & { domain: string; edits: readonly RecordEdit[] },
): Promise<PlanResult> {
	const zone = await openForChange(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const { domain: name, dns } = zone;
	const planned = edits.map((edit) => plannedEdit(edit, name));
	const there = new Set(dns.records.map((record) => identityOf(record, zoneOf(name))));
	const gone = planned.some((edit) => edit.edit !== "add" && !there.has(identityOf(edit.record, zoneOf(name))));
	if (gone) return { kind: "record_gone", domain: name };
	return changeZone(deps, personId, zone, applyEdits(dns.records, planned, zoneOf(name)));
}

function plannedEdit(edit: RecordEdit, domain: string): Edit<PlannedRecord> {
	const record = plannedOf(edit.record, domain);
	return edit.edit === "change" ? { ...edit, record, to: plannedOf(edit.to, domain) } : { ...edit, record };
}
