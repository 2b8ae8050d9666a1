import { sameNameservers } from "@domains/contract/records/name.ts";
import { isBehind, isServedBy } from "@domains/dns/behind.ts";
import type { DnsFacts } from "../../../client/read/dns.ts";
import { prepare } from "../../../client/request.ts";
import type { NameserversPlan } from "../../../store/schema/operations.ts";
import { zoneOf } from "../../dns/zone.ts";
import { isAboutDomain, type KindOfChange, refused, type Seen, type Wanted } from "./kind.ts";

export const nameservers: KindOfChange = {
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

function seenOf({ change }: Wanted, now: DnsFacts): Seen {
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
export function hasPlannedNameservers({ target }: NameserversPlan, now: DnsFacts): boolean {
	return isServedBy(target, now);
}
