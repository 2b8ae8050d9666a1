import { sameNameservers } from "@domains/contract/names.ts";
import { isBehind, isServedBy, type ReadState } from "@domains/dns/behind.ts";
import { isEmptyDiff, sameZone } from "@domains/dns/diff.ts";
import { sameFields } from "@domains/dns/edit.ts";
import { doneByOthers, replan } from "@domains/dns/merge.ts";
import { findingOf, type PlanProblem } from "@domains/dns/plan.ts";
import { type DnsFacts, writeRecords } from "../../../client/read/dns.ts";
import type { DomainFacts } from "../../../client/read/domains.ts";
import { prepare } from "../../../client/request.ts";
import type { Result } from "../../../client/result.ts";
import type { EdgeBase, NameserversPlan, PlannedRecord } from "../../../store/schema/operations.ts";
import { plainDiff, planRecords, zoneOf } from "../../dns/zone.ts";
import { isAboutDomain, type KindOfChange, type Reader, refused, type Seen, type Wanted } from "./kind.ts";

/** The maximum number of records in the message about a refused plan. */
const mostNamed = 3;

/** Reads each domain's DNS once, until a read is behind one of the bot's own changes. */
function examineZones(seenOf: (wanted: Wanted, now: DnsFacts) => Seen): KindOfChange["examine"] {
	return async ({ client, options }, wanted) => {
		const items: Seen[] = [];
		for (const each of wanted) {
			const result = await client.dns(each.domain, options);
			if (result.kind !== "ok" && !isAboutDomain(result)) return { kind: "bad", result };
			if (result.kind === "ok" && isBehind(each.written ?? [], result.value, zoneOf(each.domain)))
				return { kind: "behind" };
			items.push(result.kind === "ok" ? seenOf(each, result.value) : refused(result));
		}
		return { kind: "seen", items, balanceCents: null };
	};
}

export const dns: KindOfChange = {
	lock: "zone",

	examine: examineZones(seenDns),

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
function seenDns({ domain, change }: Wanted, dns: DnsFacts): Seen {
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

export const edge: KindOfChange = {
	lock: "zone",

	async examine(reader, wanted) {
		const items: Seen[] = [];
		for (const each of wanted) {
			const result = await readBoth(reader, each.domain);
			if (result.kind !== "ok" && !isAboutDomain(result)) return { kind: "bad", result };
			if (result.kind !== "ok") {
				items.push(refused(result));
				continue;
			}
			const { record, dns } = result.value;
			const shown = { ...dns, ...(record.tellsEdge && { edgeProfileKey: record.edgeProfileKey }) };
			if (isBehind(each.written ?? [], shown, zoneOf(each.domain))) return { kind: "behind" };
			items.push(seenEdge(each, baseOf(record, dns)));
		}
		return { kind: "seen", items, balanceCents: null };
	},

	prepare([item]) {
		if (item?.change?.kind !== "edge") throw new Error("binding a profile has one item with its plan");
		return prepare({ endpoint: "bindEdge", domain: item.domain, edgeProfileKey: item.change.target });
	},

	async look({ client, options }, { domain, change }) {
		const result = await client.domain(domain, options);
		if (result.kind !== "ok") return { kind: "bad", result };
		if (change?.kind !== "edge") return { kind: "found", found: "unclear" };
		const { edgeProfileKey: now, tellsEdge } = result.value;
		if (now === change.target) return { kind: "found", found: "done" };
		if (now !== change.base) return { kind: "found", found: "moved" };
		return { kind: "found", found: tellsEdge ? "absent" : "silent" };
	},
};

async function readBoth(
	{ client, options }: Reader,
	domain: string,
): Promise<Result<{ record: DomainFacts; dns: DnsFacts }>> {
	const record = await client.domain(domain, options);
	if (record.kind !== "ok") return record;
	const dns = await client.dns(domain, options);
	return dns.kind === "ok" ? { ...dns, value: { record: record.value, dns: dns.value } } : dns;
}

/**
 * Returns a domain's state before an edge profile is bound to it. `external`: the domain has nameservers of another
 * provider, which the profile's servers replace. If the service does not report the DNS mode, a domain without a
 * profile counts as external.
 */
export function baseOf(
	{ edgeProfileKey: base, tellsEdge }: Pick<DomainFacts, "edgeProfileKey" | "tellsEdge">,
	{ mode, nameservers }: Pick<ReadState, "mode" | "nameservers">,
): Required<EdgeBase> {
	const external = mode === "external" || (mode === null && base === null);
	return { base, untold: !tellsEdge, nameservers, external };
}

function seenEdge({ change }: Wanted, now: Required<EdgeBase>): Seen {
	if (change?.kind !== "edge") return refused({ code: "validation_error", message: "" });
	if (now.base === change.target) return refused({ code: "already_so", message: "" });
	const same = now.base === change.base && sameNameservers(now.nameservers, change.nameservers ?? []);
	const asTold = now.external === change.external && now.untold === (change.untold ?? false);
	return same && asTold ? { kind: "fine" } : { kind: "fine", change: { ...change, ...now } };
}

export const nameservers: KindOfChange = {
	lock: "zone",

	examine: examineZones(seenNameservers),

	prepare([item]) {
		if (item?.change?.kind !== "nameservers") throw new Error("a change of nameservers has one item with its plan");
		return prepare({ endpoint: "replaceNameservers", domain: item.domain, ...item.change.target });
	},

	/**
	 * Checks whether the domain has the planned nameservers. Two cases cannot be decided:
	 * - `unclear`: the nameservers changed, but the plan contains only the key of a preset. The preset's nameservers are
	 *   known only to the service.
	 * - `silent`: the domain had no nameservers and still has none, so the service does not report them.
	 */
	async look({ client, options }, { domain, change }) {
		const result = await client.dns(domain, options);
		if (result.kind !== "ok") return { kind: "bad", result };
		if (change?.kind !== "nameservers") return { kind: "found", found: "unclear" };
		const { nameservers: now } = result.value;
		if (hasPlannedNameservers(change, result.value)) return { kind: "found", found: "done" };
		if (sameNameservers(now, change.base)) return { kind: "found", found: now.length > 0 ? "absent" : "silent" };
		return { kind: "found", found: "presetKey" in change.target ? "unclear" : "moved" };
	},
};

function seenNameservers({ change }: Wanted, now: DnsFacts): Seen {
	if (change?.kind !== "nameservers") return refused({ code: "validation_error", message: "" });
	if (hasPlannedNameservers(change, now)) return refused({ code: "already_so", message: "" });
	const base = now.nameservers;
	const { leavesEdge, edge, ...plan } = change;
	// A service that reports no mode cannot show that a profile was attached or detached meanwhile.
	const isEdge = now.mode === null ? leavesEdge === true : now.mode === "edge";
	if (sameNameservers(base, change.base) && isEdge === (leavesEdge === true)) return { kind: "fine" };
	// The key of a profile that was attached meanwhile is unknown here.
	const left = isEdge && { leavesEdge: true, ...(leavesEdge && edge !== undefined && { edge }) };
	return { kind: "fine", change: { ...plan, base, ...left } };
}

/** True if the domain already has the nameservers of the plan. */
function hasPlannedNameservers({ target }: NameserversPlan, now: DnsFacts): boolean {
	return isServedBy(target, now);
}
