import { enteredRecord, identityOf } from "@domains/contract/records/any-record.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { doubtsOfText } from "@domains/contract/records/text-value.ts";
import { fittedTtls } from "@domains/dns/merge.ts";
import { applyEdits, type Edit } from "@domains/dns/plan.ts";
import { doubtsOfLine } from "@domains/dns/zone-file/typed-line.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
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
	const { records, contested, draftId: joined, assumed } = await draftedRecords(deps, open, { personId, draftId });
	const planned = edits
		.map((edit) => plannedEdit(edit, name))
		.flatMap((edit) => editOfDraft(edit, { current: dns.records, drafted: records, zone }));
	const there = new Set(records.map((record) => identityOf(record, zone)));
	const gone = planned.some((edit) => edit.edit !== "add" && !there.has(identityOf(edit.record, zone)));
	if (gone) return { kind: "record_gone", domain: name };
	const wanted = applyEdits<PlannedRecord>(records, planned, zone);
	const added = planned.flatMap(({ edit, record }) => (edit === "add" ? [record] : []));
	const result = await changeZone(deps, personId, open, {
		records: wanted,
		contested,
		fitted: fittedTtls(records, added, "add", zone),
		assumed: [...assumed, ...edits.flatMap((edit) => assumptionsOf(edit, zone))],
	});
	if (result.kind !== "nothing" || joined === undefined) return result;
	await withdraw(deps, { personId, operationId: joined });
	return { kind: "draft_ended", domain: name };
}

/** Returns what the bot assumes about the record that an edit adds, or about the text that it changes. */
function assumptionsOf(edit: RecordEdit, zone: Zone): NonNullable<DnsPlan["assumed"]> {
	if (edit.edit === "remove") return [];
	const record = edit.edit === "add" ? edit.record : edit.to;
	const isText = record.type === "TXT" && (edit.edit === "add" || edit.to.value !== edit.record.value);
	const doubts =
		edit.edit === "add" && edit.isLine ? doubtsOfLine(record, zone) : isText ? doubtsOfText(record.value) : [];
	return doubts.map((doubt) => ({ record: enteredRecord(record, zone), doubt }));
}

export function plannedEdit(edit: RecordEdit, domain: string): Edit<PlannedRecord> {
	const record = enteredRecord(edit.record, { domain });
	return edit.edit === "change" ? { ...edit, record, to: enteredRecord(edit.to, { domain }) } : { ...edit, record };
}
