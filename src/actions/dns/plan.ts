import { enteredRecord, identityOf } from "@domains/contract/records/any-record.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { doubtsOfText } from "@domains/contract/records/text-value.ts";
import { fittedTtls } from "@domains/dns/merge.ts";
import { applyEdits, type Edit } from "@domains/dns/plan.ts";
import { doubtsOfLine } from "@domains/dns/zone-file/parse.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { withdraw } from "../operation/withdraw.ts";
import type { PlanResult } from "../quote/types.ts";
import { draftedRecords, editOfDraft } from "./draft.ts";
import { planZones, type WantedZone } from "./plan-zones.ts";
import type { RecordEdit } from "./types.ts";
import { zoneOf } from "./zone.ts";

/**
 * Plans these edits in the zones of domains. With `draft`, the plan includes the person's unconfirmed changes of the
 * domain and replaces the operation that contains them (`draft.id`, or the newest one).
 */
export async function plan(
	deps: Deps,
	{
		personId,
		accountId,
		domains,
		edits,
		draft,
	}: Actor & {
		/** If absent, the active account. */
		accountId?: number;
		domains: readonly string[];
		edits: readonly RecordEdit[];
		draft?: { id?: number | undefined };
	},
): Promise<PlanResult> {
	const joined: number[] = [];
	const change: WantedZone["change"] = async (open) => {
		const { domain, dns } = open;
		const zone = zoneOf(domain);
		const drafted = draft && (await draftedRecords(deps, open, { personId, draftId: draft.id }));
		const records: readonly PlannedRecord[] = drafted?.records ?? dns.records;
		if (drafted?.draftId !== undefined) joined.push(drafted.draftId);
		const planned = edits
			.map((edit) => plannedEdit(edit, domain))
			.flatMap((edit) => editOfDraft<PlannedRecord>(edit, { current: dns.records, drafted: records, zone }));
		const there = new Set(records.map((record) => identityOf(record, zone)));
		const gone = planned.some((edit) => edit.edit !== "add" && !there.has(identityOf(edit.record, zone)));
		if (gone) return { reason: "record_gone" };
		const added = planned.flatMap(({ edit, record }) => (edit === "add" ? [record] : []));
		return {
			records: applyEdits<PlannedRecord>(records, planned, zone),
			contested: drafted?.contested ?? [],
			drafted: drafted?.notes,
			fitted: fittedTtls(records, added, "add", zone),
			assumed: edits.flatMap((edit) => assumptionsOf(edit, zone)),
		};
	};
	const wanted = domains.map((domain) => ({ domain, change }));
	const result = await planZones(deps, { personId, ...(accountId !== undefined && { accountId }), wanted });
	if (result.kind !== "nothing" || result.skipped.some(({ reason }) => reason !== "already_so")) return result;
	if (joined.length === 0) return result;
	for (const operationId of joined) await withdraw(deps, { personId, operationId });
	return { kind: "nothing", skipped: domains.map((domain) => ({ domain, reason: "draft_ended" })) };
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

function plannedEdit(edit: RecordEdit, domain: string): Edit<PlannedRecord> {
	const record = enteredRecord(edit.record, { domain });
	return edit.edit === "change" ? { ...edit, record, to: enteredRecord(edit.to, { domain }) } : { ...edit, record };
}
