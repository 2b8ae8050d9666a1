import { isBehind } from "@domains/dns/behind.ts";
import { isEmptyDiff, sameZone } from "@domains/dns/diff.ts";
import { sameFields } from "@domains/dns/edit.ts";
import { doneByOthers, replan } from "@domains/dns/merge.ts";
import { findingOf, type PlanProblem } from "@domains/dns/plan.ts";
import type { DnsFacts } from "../../../client/read/dns.ts";
import { writeRecords } from "../../../client/read/dns.ts";
import { prepare } from "../../../client/request.ts";
import type { PlannedRecord } from "../../../store/schema/operations.ts";
import { planRecords } from "../../dns/plan-records.ts";
import { plainDiff, zoneOf } from "../../dns/zone.ts";
import { isAboutDomain, type KindOfChange, refused, type Seen, type Wanted } from "./kind.ts";

/** The maximum number of records in the message about a refused plan. */
const mostNamed = 3;

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

	async look({ client, options }, { domain, change }, { written = [] }) {
		const result = await client.dns(domain, options);
		if (result.kind !== "ok") return { kind: "bad", result };
		if (change?.kind !== "dns") return { kind: "found", found: "unclear" };
		const { records } = result.value;
		const zone = zoneOf(domain);
		const found = findingOf(change, records, zone);
		// The read is outdated if it shows the state before one of the bot's recent changes. It then counts as a read
		// without the planned change (`absent`), not as a change by another program (`moved`).
		const isOld = written.some((each) => each.kind === "dns" && sameZone(records, each.base, zone));
		return { kind: "found", found: found === "moved" && isOld ? "absent" : found, records };
	},
};

/**
 * Applies the plan to the current zone. If the zone has changed since the plan was made, returns the new plan in
 * `change`. The person must then confirm it. Refuses if nothing remains to change, or if the new plan would break a
 * rule of DNS. For a broken rule, the code names the rule, and the message lists the records that break it.
 */
function seenOf({ domain, change }: Wanted, dns: DnsFacts): Seen {
	if (change?.kind !== "dns") return refused({ code: "validation_error", message: "" });
	const zone = zoneOf(domain);
	const { records } = dns;
	const same = sameZone(records, change.base, zone);
	if (same && sameFields(records, change.base, zone)) return { kind: "fine" };
	const wanted = { ...replan<PlannedRecord>(change, records, zone), replaces: change.replaces, drafted: change };
	const plan = planRecords(zone, dns, wanted, change.form);
	if (!("problem" in plan)) {
		if (same) return { kind: "fine", refreshed: { ...change, ...plan } };
		const dropped = doneByOthers<PlannedRecord>(change, records, zone);
		return { kind: "fine", change: { ...plan, ...(!isEmptyDiff(dropped) && { dropped: plainDiff(dropped) }) } };
	}
	if (plan.problem === "nothing") return refused({ code: "already_so", message: "" });
	if (plan.problem === "empty") return refused({ code: "zone_empty", message: "" });
	if (plan.problem === "full") return refused({ code: "zone_full", message: "" });
	return refused(conflictOf(plan.refusals));
}

type Refusals = Extract<PlanProblem<PlannedRecord>, { problem: "invalid" }>["refusals"];

function conflictOf(refusals: Refusals): { code: string; message: string } {
	const [first] = refusals;
	const alike = refusals.filter(({ problem }) => problem === first?.problem).slice(0, mostNamed);
	const named = alike.map(({ record: { hostname, type, value } }) => `${hostname} ${type} ${value}`);
	return { code: `record_${first?.problem ?? "type"}`, message: named.join(", ") };
}
