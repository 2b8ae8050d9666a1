import { enteredRecord, identityOf } from "@domains/contract/records/record.ts";
import { doubtsOfText } from "@domains/contract/records/text-value.ts";
import type { AnyRecord, Zone } from "@domains/contract/records/types.ts";
import { diffZones, isEmptyDiff, isMadeOf } from "@domains/dns/diff.ts";
import { fittedTtls, type Merged, mergeZones } from "@domains/dns/merge.ts";
import { applyEdits, type Edit, mostZones } from "@domains/dns/plan.ts";
import { doubtsOfLine } from "@domains/dns/zone-file/parse.ts";
import type { Phase } from "../../rules/operation/state.ts";
import { activeConnection, dnsFormOf } from "../../store/connections.ts";
import { newestOperation } from "../../store/operation-lists.ts";
import { findOperation } from "../../store/operations.ts";
import { proposalOf } from "../../store/programs.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
import { openAccess } from "../access.ts";
import type { Actor, Deps } from "../deps.ts";
import { type CurrentZone, openZone } from "../domain/domains.ts";
import { withdrawQuote } from "../operation/decisions.ts";
import { changeOf } from "../operation/read.ts";
import { type PlanResult, planChanges, type SkipReason } from "../quote/save-quote.ts";
import type { Draft, RecordEdit, ZoneResult } from "./types.ts";
import { planRecords, type RecordNotes, recordOf, type WantedRecords, zoneAt, zoneOf } from "./zone.ts";

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
function editOfDraft<Row extends AnyRecord>(
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

/** The maximum number of records in all zones of one operation. This limit keeps the stored plan to a few megabytes. */
const mostRecords = 10_000;

/** The wanted change of one domain's records. `change` computes the new records from the current ones. */
export interface WantedZone {
	domain: string;
	change(zone: CurrentZone): WantedRecords | SkipReason | Promise<WantedRecords | SkipReason>;
}

/**
 * Plans to change the records of domains. Skips a domain if its records would not change, or if the new records break a
 * rule of DNS.
 */
export async function planZones(
	deps: Deps,
	{ personId, accountId, wanted }: Actor & { accountId?: number; wanted: readonly WantedZone[] },
): Promise<PlanResult> {
	if (wanted.length > mostZones) return { kind: "too_many", most: mostZones };
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const known = await dnsFormOf(deps.db, access.account.serviceUrl);
	let left = mostRecords;
	return planChanges(deps, { personId, access, kind: "dns" }, wanted, async ({ domain, readDns, isBehind }, each) => {
		const dns = await readDns();
		if ("reason" in dns) return dns;
		if (isBehind(dns)) return { reason: "outdated" };
		left -= dns.records.length;
		if (left < 0) return { reason: "too_large" };
		const records = await each.change({ access, domain, dns });
		if ("reason" in records) return records;
		const plan = planRecords(zoneAt(deps, domain), dns, records, known);
		if (!("problem" in plan)) return { change: plan };
		if (plan.problem === "nothing") return { reason: "already_so" };
		if (plan.problem !== "invalid") return { reason: plan.problem };
		const refusals = plan.refusals.map(({ record, problem }) => ({ record: recordOf(record), problem }));
		return { reason: refusals.every(({ problem }) => problem === "type") ? "type" : "conflict", refusals };
	});
}

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
	for (const operationId of joined)
		await deps.db.transaction((tx) => withdrawQuote(tx, deps, { personId, operationId }));
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

/**
 * Reads the records of a domain. If the person has a draft (unconfirmed changes), returns the records as they would be
 * after these changes.
 */
export async function read(
	deps: Deps,
	{ personId, domain, draftId }: Actor & { domain: string; draftId?: number | undefined },
): Promise<ZoneResult> {
	const zone = await openZone(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const { domain: name, dns, blocked, asOf } = zone;
	const { mode, records: base, nameservers, form } = dns;
	const { records, contested, draftId: id } = await draftedRecords(deps, zone, { personId, draftId });
	const shown = records.map(recordOf);
	const found = { kind: "zone", domain: name, mode, records: shown, nameservers, blocked, asOf } as const;
	// Without a draft, there is nothing to compare. Comparing a large zone with itself would be slow.
	if (id === undefined) return found;
	const change = changeOf(name, { kind: "dns", base, target: records, contested, form });
	return change.kind === "dns" && !isEmptyDiff(change.diff) ? { ...found, draft: { id, change } } : found;
}
