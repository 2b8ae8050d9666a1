import { identityOf } from "@domains/contract/records/any-record.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { otherFields } from "@domains/dns/edit.ts";
import type { Contested } from "@domains/dns/merge.ts";
import { type PlanProblem, planZone } from "@domains/dns/plan.ts";
import type { DnsFacts, DnsForm } from "../../client/read/dns.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
import { recordOf } from "./zone.ts";

/** What a preview says about imported or typed records, see `DnsPlan`. */
export type RecordNotes = Pick<DnsPlan, "fitted" | "assumed" | "leftOut" | "unrestored">;

/**
 * The records that a zone is to have after a change. `contested`: records that other people or programs have changed
 * too. This change overrides their changes.
 */
export interface WantedRecords extends RecordNotes {
	records: readonly PlannedRecord[];
	contested?: readonly Contested<PlannedRecord>[];
	replaces?: DnsPlan["replaces"];
	/** The notes of the earlier plan whose changes `records` includes. Those that no longer apply are dropped. */
	drafted?: RecordNotes | undefined;
	/** The records of the restore point that this plan restores. */
	restores?: readonly PlannedRecord[];
}

/**
 * Plans to replace the current records of a domain with the wanted ones. Returns a problem instead if a rule of DNS is
 * broken, or if nothing would change. All plans of records are made here, so that none skips these checks.
 *
 * Services use one of two sets of field names for records. An empty zone does not show which set its service uses.
 * `emptyForm`: the set to use for an empty zone; null if it is unknown.
 */
export function planRecords(
	zone: Zone,
	{ records: base, form }: Pick<DnsFacts, "records" | "form">,
	{ records, contested = [], replaces, restores = [], drafted = {}, ...notes }: WantedRecords,
	emptyForm: DnsForm | null,
): DnsPlan | PlanProblem<PlannedRecord> {
	const plan = planZone<PlannedRecord>(base, records, zone);
	if ("problem" in plan) return plan;
	const overridden = contested.map(({ was, now }) => ({ was: recordOf(was), now: now && recordOf(now) }));
	const planned = new Map(plan.target.map((record) => [identityOf(record, zone), record]));
	const fitted = joined(drafted.fitted, notes.fitted, ({ after }) => {
		const identity = identityOf(after, zone);
		const ttl = planned.get(identity)?.ttl;
		return ttl !== undefined && (after.ttl === null || after.ttl === ttl) && identity;
	});
	const assumed = joined(drafted.assumed, notes.assumed, ({ record, doubt }) => {
		const identity = identityOf(record, zone);
		return planned.has(identity) && `${doubt} ${identity}`;
	});
	const leftOut = joined(drafted.leftOut, notes.leftOut, ({ record }) => {
		const identity = identityOf(record, zone);
		return !planned.has(identity) && identity;
	});
	const unrestored = [...new Set([...(drafted.unrestored ?? []), ...otherFields(base, restores, zone)])];
	return {
		kind: "dns",
		base,
		target: plan.target,
		form: base.length === 0 ? (emptyForm ?? form) : form,
		...(replaces && { replaces }),
		...(fitted.length > 0 && { fitted }),
		...(leftOut.length > 0 && { leftOut }),
		...(assumed.length > 0 && { assumed }),
		...(unrestored.length > 0 && { unrestored }),
		...(overridden.length > 0 && { contested: overridden }),
	};
}

/** Joins the notes of a draft and those of the change that joins it. `keyOf`: false if a note no longer applies. */
function joined<Note>(
	drafted: readonly Note[] = [],
	added: readonly Note[] = [],
	keyOf: (note: Note) => string | false,
): Note[] {
	const replaced = new Set(added.map(keyOf));
	return [...drafted.filter((note) => !replaced.has(keyOf(note))), ...added].filter((note) => keyOf(note) !== false);
}
