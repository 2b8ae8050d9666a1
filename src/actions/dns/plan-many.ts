import { identityOf } from "../../rules/dns/any-record.ts";
import { applyEdits, type Edit } from "../../rules/dns/plan.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { ListPlanResult } from "../quote/types.ts";
import { plannedEdit } from "./plan.ts";
import { planZones } from "./plan-list.ts";
import type { RecordEdit } from "./types.ts";
import { zoneOf } from "./zone.ts";

/**
 * Plans the same edits in the zones of several domains. In each zone, the addition of a record that exists changes only
 * its TTL, and the edit of one that does not exist is skipped.
 */
export async function planMany(
	deps: Deps,
	{ personId, domains, edits }: Actor & { domains: readonly string[]; edits: readonly RecordEdit[] },
): Promise<ListPlanResult> {
	const drafts = domains.map((domain) => {
		const zone = zoneOf(domain);
		const planned = edits.map((edit) => plannedEdit(edit, domain));
		const change = (records: readonly PlannedRecord[]) => {
			const there = new Map(records.map((record) => [identityOf(record, zone), record]));
			const wanted = planned.flatMap((each): Edit<PlannedRecord>[] => {
				const { edit, record } = each;
				const current = edit === "add" ? there.get(identityOf(record, zone)) : undefined;
				if (!current) return [each];
				// A record that exists gets the TTL that the person sent.
				return record.ttl === null ? [] : [{ edit: "change", record: current, to: record }];
			});
			return { records: applyEdits<PlannedRecord>(records, wanted, zone) };
		};
		return { domain, change };
	});
	return planZones(deps, { personId, drafts });
}
