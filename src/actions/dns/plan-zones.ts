import { mostZones } from "@domains/dns/plan.ts";
import { dnsFormOf } from "../../store/services.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { planChanges } from "../quote/plan-changes.ts";
import type { PlanResult, SkipReason } from "../quote/types.ts";
import { planRecords, type WantedRecords } from "./plan-records.ts";
import { type CurrentZone, recordOf, zoneAt } from "./zone.ts";

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
