import { identityOf } from "../../rules/dns/any-record.ts";
import { type Merged, mergeZones } from "../../rules/dns/merge.ts";
import { applyEdits, type Edit } from "../../rules/dns/plan.ts";
import { newerThan } from "../../store/operation-lists.ts";
import { findOperation, findOperationByReference, type WholeOperation } from "../../store/operations.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { changeOf } from "../operation/change-view.ts";
import type { PlanResult } from "../quote/types.ts";
import { changeZone, plannedOf } from "./change.ts";
import type { DnsChange, RecordEdit } from "./types.ts";
import { type OpenZone, openForChange, zoneOf } from "./zone.ts";

type DraftOf = Actor & { domain: string; draftId: number };

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
	const zone = await openForChange(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const { domain: name } = zone;
	const { records, contested } = await draftedRecords(deps, zone, { personId, draftId });
	const planned = edits.map((edit) => plannedEdit(edit, name));
	const there = new Set(records.map((record) => identityOf(record, zoneOf(name))));
	const gone = planned.some((edit) => edit.edit !== "add" && !there.has(identityOf(edit.record, zoneOf(name))));
	if (gone) return { kind: "record_gone", domain: name };
	return changeZone(deps, personId, zone, {
		records: applyEdits<PlannedRecord>(records, planned, zoneOf(name)),
		contested,
	});
}

/**
 * Merges the changes of a draft (an operation that is not confirmed) into the current records of a zone. Without a
 * draft, returns the records as they are.
 */
export async function draftedRecords(
	deps: Deps,
	{ domain, dns, access }: OpenZone,
	{ personId, draftId }: Actor & { draftId: number | undefined },
): Promise<Merged<PlannedRecord>> {
	const drafted =
		draftId === undefined ? null : await findDraft(deps, { personId, domain, draftId }, access.account.id);
	if (!drafted) return { records: [...dns.records], contested: [] };
	return mergeZones<PlannedRecord>(drafted.base, drafted.target, dns.records, zoneOf(domain));
}

/**
 * Returns the changes of a draft (an operation that is not confirmed), or of the draft that replaced it. Returns null
 * if the draft was confirmed or cancelled.
 */
export async function draft(deps: Deps, of: DraftOf): Promise<DnsChange | null> {
	const found = await findDraft(deps, of);
	const change = found && changeOf(of.domain, found);
	return change?.kind === "dns" ? change : null;
}

/**
 * Finds the plan of an operation that was not confirmed. It may have expired: a quote expires after some minutes, but
 * its changes can still be added to a new quote.
 */
async function findDraft(
	{ db }: Deps,
	{ personId, domain, draftId }: DraftOf,
	accountId?: number,
): Promise<DnsPlan | null> {
	const operation = await newestOf(db, await findOperation(db, draftId), domain);
	if (operation?.personId !== personId || operation.confirmedAt !== null) return null;
	if (accountId !== undefined && operation.accountId !== accountId) return null;
	if (operation.state !== "quoted" && operation.state !== "lapsed") return null;
	const [item] = operation.requests.flatMap(({ items }) => items).filter((each) => each.domain === domain);
	return item?.change?.kind === "dns" ? item.change : null;
}

/**
 * Returns the operation that replaced a superseded one. An older message with the domain's records still refers to the
 * superseded one.
 */
async function newestOf(
	db: Deps["db"],
	operation: WholeOperation | undefined,
	domain: string,
): Promise<WholeOperation | undefined> {
	if (operation?.state !== "superseded") return operation;
	const [newest] = await newerThan(db, operation, [domain]);
	return newest && findOperationByReference(db, newest.reference);
}

export function plannedEdit(edit: RecordEdit, domain: string): Edit<PlannedRecord> {
	const record = plannedOf(edit.record, domain);
	return edit.edit === "change" ? { ...edit, record, to: plannedOf(edit.to, domain) } : { ...edit, record };
}
