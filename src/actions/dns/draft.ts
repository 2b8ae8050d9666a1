import { type AnyRecord, identityOf } from "../../rules/dns/any-record.ts";
import { diffZones, isMadeOf } from "../../rules/dns/diff.ts";
import { type Merged, mergeZones } from "../../rules/dns/merge.ts";
import type { Edit } from "../../rules/dns/plan.ts";
import type { Zone } from "../../rules/dns/record.ts";
import { newerThan } from "../../store/operation-lists.ts";
import { findOperation, findOperationByReference, type WholeOperation } from "../../store/operations.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { type OpenZone, zoneOf } from "./zone.ts";

type DraftOf = Actor & { domain: string; draftId: number };

interface Drafted extends Merged<PlannedRecord> {
	/** False if there is no draft (unconfirmed changes of records). The records are then the current ones. */
	isDraft: boolean;
}

/**
 * Merges the unconfirmed changes of a draft into the current records of a zone. Without a draft, returns the records as
 * they are.
 */
export async function draftedRecords(
	deps: Deps,
	{ domain, dns, access }: OpenZone,
	{ personId, draftId }: Actor & { draftId?: number | undefined },
): Promise<Drafted> {
	const drafted =
		draftId === undefined ? null : await findDraft(deps, { personId, domain, draftId }, access.account.id);
	if (!drafted) return { records: [...dns.records], contested: [], isDraft: false };
	return { ...mergeZones(drafted.base, drafted.target, dns.records, zoneOf(domain)), isDraft: true };
}

/**
 * True if the draft (unconfirmed changes of records), or the draft that replaced it, was neither confirmed nor
 * cancelled.
 */
export async function hasDraft(deps: Deps, of: DraftOf): Promise<boolean> {
	return (await findDraft(deps, of)) !== null;
}

/**
 * Finds the DNS changes of an operation that was not confirmed. Also finds them if its quote has expired (`lapsed`),
 * because a new quote can still include them.
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
 * Returns `operation`, or the newer operation that replaced its quote (`superseded`). An older chat message that lists
 * the records still contains the id of the replaced operation.
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

/**
 * Converts an edit of a shown record to edits of the draft (the person's unconfirmed changes). An older message may
 * show the record as it was before the draft changed it. In this case, the edit applies to the draft's version of the
 * record. If the draft deletes the record, a further deletion has no effect, and a change adds the record again.
 */
export function editOfDraft<Row extends AnyRecord>(
	edit: Edit<Row>,
	{ current, drafted, zone }: { current: readonly Row[]; drafted: readonly Row[]; zone: Zone },
): Edit<Row>[] {
	if (edit.edit === "add") return [edit];
	const wanted = identityOf(edit.record, zone);
	const isWanted = (record: Row) => identityOf(record, zone) === wanted;
	if (drafted.some(isWanted)) return [edit];
	const { changed, removed, added } = diffZones(current, drafted, zone);
	const gone = removed.find(isWanted);
	const made =
		changed.find(({ before }) => isWanted(before))?.after ?? (gone && added.find((each) => isMadeOf(each, gone)));
	if (made) return [{ ...edit, record: made }];
	if (!gone) return [edit];
	return edit.edit === "change" ? [{ edit: "add", record: edit.to }] : [];
}
