import { identityOf } from "@domains/contract/records/record.ts";
import type { Zone, ZoneDiff } from "@domains/contract/records/types.ts";
import type { Contested } from "@domains/dns/diff.ts";
import { otherFields } from "@domains/dns/edit.ts";
import { type PlanProblem, planZone } from "@domains/dns/plan.ts";
import type { DnsFacts, DnsForm } from "../../client/read/dns.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
import type { Deps } from "../deps.ts";
import type { ZoneRecord } from "./types.ts";

/**
 * The TTL in seconds that most services use for a record without a TTL. So comparisons treat such a record like a
 * record with this TTL.
 */
export const defaultTtl = 3_600;

export function zoneOf(domain: string): Zone {
	return { domain, defaultTtl };
}

/**
 * The zone of a domain at the service. `knownTypesOnly` is set for the built-in service, because it stores only the
 * record types for which the bot has rules.
 */
export function zoneAt({ service }: Pick<Deps, "service">, domain: string): Zone {
	return { ...zoneOf(domain), ...(service.admin !== null && { knownTypesOnly: true as const }) };
}

export function recordOf({ type, hostname, value, ttl, priority }: PlannedRecord): ZoneRecord {
	return { type, hostname, value, ttl, priority };
}

/** Returns the difference with only those fields of each record that the bot interprets. */
export function plainDiff({ removed, changed, added, kept }: ZoneDiff<PlannedRecord>): ZoneDiff<ZoneRecord> {
	return {
		removed: removed.map(recordOf),
		changed: changed.map(({ before, after }) => ({ before: recordOf(before), after: recordOf(after) })),
		added: added.map(recordOf),
		kept,
	};
}

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
