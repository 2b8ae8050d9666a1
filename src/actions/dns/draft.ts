import { type AnyRecord, identityOf } from "@domains/contract/records/any-record.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { diffZones, isMadeOf } from "@domains/dns/diff.ts";
import { type Merged, mergeZones } from "@domains/dns/merge.ts";
import type { Edit } from "@domains/dns/plan.ts";
import type { Phase } from "../../rules/operation/state.ts";
import { activeConnection } from "../../store/connections.ts";
import { newestOperation } from "../../store/operation-lists.ts";
import { findOperation } from "../../store/operations.ts";
import { proposalOf } from "../../store/programs.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { RecordNotes } from "./plan-records.ts";
import type { Draft } from "./types.ts";
import { type CurrentZone, zoneOf } from "./zone.ts";

/** `draftId`: the operation whose unconfirmed changes the person's screen shows. Undefined if the screen shows none. */
type DraftOf = Actor & { domain: string; draftId?: number | undefined };

interface Drafted extends Merged<PlannedRecord> {
	/** The draft (operation with unconfirmed changes) whose changes are in `records`. Undefined if there is no draft. */
	draftId?: number;
	/** What the draft's preview says about its records. */
	notes: RecordNotes;
}

/**
 * How long `findDraft` finds an expired draft (unconfirmed changes) by its domain. Later, it finds the draft only by
 * its id (`draftId`). So forgotten changes do not become part of a new change.
 */
const resumableMs = 24 * 60 * 60_000;

/**
 * Merges the unconfirmed changes of a draft into the current records of a zone. Without a draft, returns the current
 * records.
 */
export async function draftedRecords(
	deps: Deps,
	{ domain, dns, access }: CurrentZone,
	{ personId, draftId }: Omit<DraftOf, "domain">,
): Promise<Drafted> {
	const draft = await findDraft(deps, { personId, domain, draftId }, access.account.id);
	if (!draft) return { records: [...dns.records], contested: [], notes: {} };
	const { base, target } = draft.plan;
	return { ...mergeZones(base, target, dns.records, zoneOf(domain)), draftId: draft.id, notes: draft.plan };
}

/**
 * Returns the person's draft (unconfirmed changes) for this domain in their active account. If `draftId` is
 * absent or that draft was replaced, returns the newest draft. Returns null if there is no draft, or if the
 * newest one was confirmed or cancelled.
 */
export async function draft(deps: Deps, of: DraftOf): Promise<Draft | null> {
	const connection = await activeConnection(deps.db, of.personId);
	if (!connection?.accountId) return null;
	const found = await findDraft(deps, of, connection.accountId);
	if (!found) return null;
	const { id, state, plan } = found;
	return { id, diff: diffZones(plan.base, plan.target, zoneOf(of.domain)), canDiscard: state !== "superseded" };
}

/**
 * Finds the DNS changes of a domain that the person has not confirmed. Their quote may have expired after some minutes
 * (`lapsed`), but a new quote can still include these changes.
 */
async function findDraft(
	{ db }: Deps,
	{ personId, domain, draftId }: DraftOf,
	accountId: number,
): Promise<{ id: number; state: Phase; plan: DnsPlan } | null> {
	const draftIn = async (id: number | undefined, states: readonly Phase[]) => {
		const operation = id === undefined ? undefined : await findOperation(db, id);
		if (operation?.personId !== personId || operation.accountId !== accountId) return null;
		if (operation.confirmedAt !== null || !states.includes(operation.state)) return null;
		// What a program proposes never becomes part of the person's own change.
		if (await proposalOf(db, operation.id)) return null;
		const [item, ...others] = operation.requests.flatMap(({ items }) => items);
		const plan = item?.domain === domain && others.length === 0 ? item.change : null;
		return plan?.kind === "dns" ? { id: operation.id, state: operation.state, plan } : null;
	};
	// Try `draftId` first. It may come from an older message in the chat, and a newer draft may have replaced that draft.
	// In this case, use the newest draft.
	const named = await draftIn(draftId, ["quoted", "lapsed"]);
	if (named) return named;
	const newest = await newestOperation(db, { personId, accountId, kind: "dns", domain }, resumableMs);
	// Also accept a superseded draft. If the newest draft of this domain is superseded, a plan for several domains has
	// replaced it. That plan does not contain the draft's changes, so the draft can still be continued.
	return draftIn(newest, ["quoted", "lapsed", "superseded"]);
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
