import { enteredRecord } from "@domains/contract/records/any-record.ts";
import { applyEdits } from "@domains/dns/plan.ts";
import type { z } from "zod";
import { isCovered } from "../../store/programs.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import { dnsFormOf } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import { planRecords } from "../dns/plan-records.ts";
import type { DnsChange } from "../dns/types.ts";
import { openZone, zoneAt, zoneOf } from "../dns/zone.ts";
import { changeOf } from "../operation/view.ts";
import type { KnownMandate } from "./authenticate.ts";
import type { programInputs, Refused } from "./types.ts";

/** Computes what a change of records would do, and stores nothing. */
export async function planDns(
	deps: Deps,
	{ mandate, domain, add, remove }: { mandate: KnownMandate } & z.output<typeof programInputs.planDns>,
): Promise<{ kind: "planned"; domain: string; change: DnsChange } | Refused> {
	if (!mandate.allows.includes("read")) return { kind: "refused", code: "not_allowed" };
	const { personId, accountId } = mandate;
	const zone = await openZone({ ...deps, priority: "background" }, personId, domain, accountId);
	if (zone.kind === "not_yours") return { kind: "refused", code: "not_yours" };
	if (zone.kind === "trouble") return { kind: "refused", code: "unavailable" };
	if (!(await isCovered(deps.db, mandate, zone.domain))) return { kind: "refused", code: "outside" };
	const { domain: name, dns, access } = zone;
	const edits = [
		...remove.map((record) => ({ edit: "remove" as const, record: enteredRecord(record, { domain: name }) })),
		...add.map((record) => ({ edit: "add" as const, record: enteredRecord(record, { domain: name }) })),
	];
	const records = applyEdits<PlannedRecord>(dns.records, edits, zoneOf(name));
	const form = await dnsFormOf(deps.db, access.account.serviceUrl);
	const plan = planRecords(zoneAt(deps, name), dns, { records }, form);
	if ("problem" in plan) return { kind: "refused", code: plan.problem === "nothing" ? "nothing_to_change" : "invalid" };
	const change = changeOf(name, plan);
	return change.kind === "dns" ? { kind: "planned", domain: name, change } : { kind: "refused", code: "invalid" };
}
