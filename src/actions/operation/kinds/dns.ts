import type { DnsFacts } from "../../../client/read/dns.ts";
import { writeRecords } from "../../../client/read/dns.ts";
import { prepare } from "../../../client/request.ts";
import { isBehind } from "../../../rules/dns/behind.ts";
import { sameZone } from "../../../rules/dns/diff.ts";
import { sameFields } from "../../../rules/dns/edit.ts";
import { isOvertaken, mergeZones } from "../../../rules/dns/merge.ts";
import { findingOf, planZone } from "../../../rules/dns/plan.ts";
import type { PlannedRecord } from "../../../store/schema/operations.ts";
import { zoneOf } from "../../dns/zone.ts";
import { isAboutDomain, type KindOfChange, refused, type Seen, type Wanted } from "./kind.ts";

export const dns: KindOfChange = {
	lock: "zone",

	async examine({ client, options }, wanted) {
		const items: Seen[] = [];
		for (const each of wanted) {
			const result = await client.dns(each.domain, options);
			if (result.kind !== "ok" && !isAboutDomain(result)) return { kind: "bad", result };
			if (result.kind === "ok" && isBehind(each.written ?? [], result.value, zoneOf(each.domain)))
				return { kind: "behind" };
			items.push(result.kind === "ok" ? seenOf(each, result.value) : refused(result));
		}
		return { kind: "seen", items, balanceCents: null };
	},

	prepare([item]) {
		if (item?.change?.kind !== "dns") throw new Error("a change of records has one item with its plan");
		const { target, form } = item.change;
		return prepare({ endpoint: "replaceDns", domain: item.domain, records: writeRecords([...target], form) });
	},

	async look({ client, options }, { domain, change }) {
		const result = await client.dns(domain, options);
		if (result.kind !== "ok") return { kind: "bad", result };
		if (change?.kind !== "dns") return { kind: "found", found: "unclear" };
		return { kind: "found", found: findingOf(change, result.value.records, zoneOf(domain)) };
	},
};

/**
 * Applies the plan's edits to the current zone. If that zone differs from the one in the plan, returns the new plan, to
 * be shown. Refuses with `already_so` if nothing remains to change. Refuses with `changed_elsewhere` if others have
 * replaced the records, or if the change would break a rule of DNS together with their changes.
 */
function seenOf({ domain, change }: Wanted, { records, form }: DnsFacts): Seen {
	if (change?.kind !== "dns") return refused({ code: "validation_error", message: "" });
	const zone = zoneOf(domain);
	const target = mergeZones<PlannedRecord>(change.base, change.target, records, zone).records;
	// A zone without records does not show which field names the service uses for records (`form`), so keep those of the
	// plan.
	const fresh = { ...change, base: records, target, ...(records.length > 0 && { form }) };
	if (sameZone(records, change.base, zone)) {
		return sameFields(records, change.base, zone) ? { kind: "fine" } : { kind: "fine", refreshed: fresh };
	}
	const plan = planZone<PlannedRecord>(records, target, zone);
	const isDone =
		"problem" in plan && plan.problem === "nothing" && !isOvertaken(change.base, change.target, records, zone);
	if ("problem" in plan) return refused({ code: isDone ? "already_so" : "changed_elsewhere", message: "" });
	return { kind: "fine", change: fresh };
}
