import { dnsFormOf } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import { planChange } from "../quote/plan-change.ts";
import type { PlanResult } from "../quote/types.ts";
import { planRecords, type WantedRecords } from "./plan-records.ts";
import { type OpenZone, recordOf, zoneAt } from "./zone.ts";

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
