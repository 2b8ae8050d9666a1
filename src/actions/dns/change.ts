import { dnsFormOf } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import { planChange } from "../quote/plan-change.ts";
import type { PlanResult } from "../quote/types.ts";
import { planRecords, type WantedRecords } from "./plan-records.ts";
import { type OpenZone, recordOf, zoneAt } from "./zone.ts";

/**
 * Checks the wanted records against the rules of DNS. Then saves an operation that replaces the current records of the
 * zone with the wanted ones. The person can confirm this operation. If a rule is broken, or if nothing would change,
 * returns the reason and saves nothing.
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
