import { enteredRecord, identityOf } from "../../rules/dns/any-record.ts";
import { applyEdits, type Edit } from "../../rules/dns/plan.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { withdraw } from "../operation/withdraw.ts";
import type { PlanResult } from "../quote/types.ts";
import { changeZone } from "./change.ts";
import { draftedRecords, editOfDraft } from "./draft.ts";
import type { RecordEdit } from "./types.ts";
import { openForChange, zoneOf } from "./zone.ts";

/**
 * Reads the current zone and plans these edits of its records. `draftId`: an operation with the person's unconfirmed
 * changes of the same domain. The new plan includes those changes and replaces that operation.
 */
export async function plan(
	deps: Deps,
	{
		personId,
		domain,
		edits,
		draftId,
	}: Actor & { domain: string; edits: readonly RecordEdit[]; draftId?: number | undefined },
): Promise<PlanResult> {
	const open = await openForChange(deps, personId, domain);
	if (open.kind !== "open") return open;
	const { domain: name, dns } = open;
	const zone = zoneOf(name);
	const { records, contested, draftId: joined } = await draftedRecords(deps, open, { personId, draftId });
	const planned = edits
		.map((edit) => plannedEdit(edit, name))
		.flatMap((edit) => editOfDraft(edit, { current: dns.records, drafted: records, zone }));
	const there = new Set(records.map((record) => identityOf(record, zone)));
	const gone = planned.some((edit) => edit.edit !== "add" && !there.has(identityOf(edit.record, zone)));
	if (gone) return { kind: "record_gone", domain: name };
	const wanted = applyEdits<PlannedRecord>(records, planned, zone);
	const result = await changeZone(deps, personId, open, { records: wanted, contested });
	if (result.kind !== "nothing" || joined === undefined) return result;
	await withdraw(deps, { personId, operationId: joined });
	return { kind: "draft_ended", domain: name };
}

export function plannedEdit(edit: RecordEdit, domain: string): Edit<PlannedRecord> {
	const record = enteredRecord(edit.record, { domain });
	return edit.edit === "change" ? { ...edit, record, to: enteredRecord(edit.to, { domain }) } : { ...edit, record };
}
