import { type AnyRecord, canonicalRecord } from "../../rules/dns/any-record.ts";
import { hasPriority } from "../../rules/dns/record.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import { dnsFormOf } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import { planChange } from "../quote/plan-change.ts";
import type { PlanResult } from "../quote/types.ts";
import { planRecords, type WantedRecords } from "./plan-records.ts";
import { type OpenZone, recordOf, zoneAt, zoneOf } from "./zone.ts";

/**
 * Validates the wanted records against the rules of DNS. Saves the replacement of the current records by the wanted
 * ones as an operation that the person can confirm. Returns the reason if a rule is broken or nothing would change.
 */
export async function changeZone(
	deps: Deps,
	personId: number,
	{ access, domain, dns }: OpenZone,
	wanted: WantedRecords,
): Promise<PlanResult> {
	const known = dns.records.length === 0 ? await dnsFormOf(deps.db, access.account.serviceUrl) : null;
	const plan = planRecords(zoneAt(deps, domain), dns, wanted, known);
	if (!("problem" in plan)) return planChange(deps, personId, access.account, domain, plan);
	if (plan.problem !== "invalid") return { kind: plan.problem, domain };
	const refusals = plan.refusals.map(({ record, problem }) => ({ record: recordOf(record), problem }));
	return { kind: "invalid_records", refusals };
}

/**
 * Converts a record that a person entered to the normal form (see `canonicalRecord`). The value of an invalid record is
 * not changed. The TTL is null if it is missing. The priority is null if it is missing, or if the type has no priority.
 */
export function plannedOf(record: AnyRecord, domain: string): PlannedRecord {
	const {
		type,
		hostname,
		value,
		ttl = null,
		priority = null,
	} = canonicalRecord({ ...record, type: record.type.toUpperCase() }, zoneOf(domain));
	return { type, hostname, value, ttl, priority: hasPriority(type) ? priority : null };
}
