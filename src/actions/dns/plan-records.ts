import { identityOf } from "@domains/contract/records/any-record.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { otherFields } from "@domains/dns/edit.ts";
import type { Contested } from "@domains/dns/merge.ts";
import { type PlanProblem, planZone } from "@domains/dns/plan.ts";
import type { DnsFacts, DnsForm } from "../../client/read/dns.ts";
import type { DnsPlan, PlannedRecord } from "../../store/schema/operations.ts";
import { recordOf } from "./zone.ts";

/**
 * The records that a zone is to have after a change. `contested`: records that other people or programs have changed
 * too. This change overrides their changes.
 */
export interface WantedRecords {
	records: readonly PlannedRecord[];
	contested?: readonly Contested<PlannedRecord>[];
	replaces?: DnsPlan["replaces"];
	/** The imported or typed records whose TTL was changed, because the service would not accept it. */
	fitted?: DnsPlan["fitted"];
	/** What the bot assumed about typed records. Those that are not in `records` do not matter. */
	assumed?: DnsPlan["assumed"];
	/** The records of a file that are not imported. */
	leftOut?: NonNullable<DnsPlan["leftOut"]>;
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
	{ records, contested = [], replaces, fitted = [], assumed = [], leftOut = [], restores = [] }: WantedRecords,
	emptyForm: DnsForm | null,
): DnsPlan | PlanProblem<PlannedRecord> {
	const plan = planZone<PlannedRecord>(base, records, zone);
	if ("problem" in plan) return plan;
	const overridden = contested.map(({ was, now }) => ({ was: recordOf(was), now: now && recordOf(now) }));
	const planned = new Set(plan.target.map((record) => identityOf(record, zone)));
	const doubtful = assumed.filter(({ record }) => planned.has(identityOf(record, zone)));
	const unrestored = otherFields(base, restores, zone);
	return {
		kind: "dns",
		base,
		target: plan.target,
		form: base.length === 0 ? (emptyForm ?? form) : form,
		...(replaces && { replaces }),
		...(fitted.length > 0 && { fitted }),
		...(leftOut.length > 0 && { leftOut }),
		...(doubtful.length > 0 && { assumed: doubtful }),
		...(unrestored.length > 0 && { unrestored }),
		...(overridden.length > 0 && { contested: overridden }),
	};
}
