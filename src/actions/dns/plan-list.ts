import { mostZones } from "@domains/dns/list-limits.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import { dnsFormOf } from "../../store/services.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { planChanges } from "../quote/plan-changes.ts";
import type { ListPlanResult } from "../quote/types.ts";
import { planRecords, type WantedRecords } from "./plan-records.ts";
import { zoneAt } from "./zone.ts";

/** The maximum number of records in all zones of one operation. This limit keeps the stored plan to a few megabytes. */
const mostRecords = 10_000;

/** The wanted change of one domain's records. `change` computes the new records from the current ones. */
export interface WantedZone {
	domain: string;
	change(records: readonly PlannedRecord[]): WantedRecords;
}

/**
 * Plans to change the records of several domains. Skips a domain in these cases:
 * - Its records could not be read, or would not change.
 * - It would have no records, too many records, or records that break a rule of DNS.
 * - It would get a record of a type that the service does not store.
 * - The service does not show the bot's last change of the domain yet.
 */
export async function planZones(
	deps: Deps,
	{ personId, accountId, wanted }: Actor & { accountId?: number; wanted: readonly WantedZone[] },
): Promise<ListPlanResult> {
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
		const plan = planRecords(zoneAt(deps, domain), dns, each.change(dns.records), known);
		if (!("problem" in plan)) return { change: plan };
		if (plan.problem === "full") return { reason: "too_large" };
		if (plan.problem === "nothing") return { reason: "already_so" };
		const isType = plan.problem === "invalid" && plan.refusals.every(({ problem }) => problem === "type");
		return { reason: isType ? "type" : "conflict" };
	});
}
