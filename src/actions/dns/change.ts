import { type AnyRecord, canonicalRecord } from "../../rules/dns/any-record.ts";
import { keepFields } from "../../rules/dns/edit.ts";
import { planZone } from "../../rules/dns/plan.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import { dnsFormOf } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import { planChange } from "../quote/plan-change.ts";
import type { PlanResult } from "../quote/types.ts";
import { type OpenZone, recordOf, zoneOf } from "./zone.ts";

/**
 * Validates the target records against the rules of DNS, and saves a quote for replacing the current records with them.
 * Returns the reason if a rule is broken or nothing would change.
 */
export async function changeZone(
	deps: Deps,
	personId: number,
	{ access, domain, dns }: OpenZone,
	target: readonly PlannedRecord[],
): Promise<PlanResult> {
	const { records: base } = dns;
	const zone = zoneOf(domain);
	const plan = planZone<PlannedRecord>(base, keepFields<PlannedRecord>(base, target, zone), zone);
	if (!("problem" in plan)) {
		const known = base.length === 0 ? await dnsFormOf(deps.db, access.account.serviceUrl) : null;
		const form = known ?? dns.form;
		return planChange(deps, personId, access.account, domain, { kind: "dns", base, target: plan.target, form });
	}
	if (plan.problem !== "invalid") return { kind: plan.problem, domain };
	const refusals = plan.refusals.map(({ record, problem }) => ({ record: recordOf(record), problem }));
	return { kind: "invalid_records", refusals };
}

/**
 * Returns a record that a person entered in the validator's normal form. A record that the validator refuses keeps its
 * spelling. A missing TTL or priority becomes null.
 */
export function plannedOf(record: AnyRecord, domain: string): PlannedRecord {
	const {
		type,
		hostname,
		value,
		ttl = null,
		priority = null,
	} = canonicalRecord({ ...record, type: record.type.toUpperCase() }, zoneOf(domain));
	return { type, hostname, value, ttl, priority };
}
