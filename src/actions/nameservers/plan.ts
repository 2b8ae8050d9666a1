import { isServedBy } from "@domains/dns/behind.ts";
import { mostServerDomains } from "@domains/dns/plan.ts";
import type { NameserverTarget } from "../../rules/nameserver-target.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { planChanges, readServers } from "../quote/plan-changes.ts";
import type { PlanResult } from "../quote/types.ts";
import { allPresets } from "./presets.ts";
import { resolve } from "./target.ts";
import type { NameserverRefusal } from "./types.ts";

export interface WantedServers {
	domain: string;
	target: NameserverTarget;
}

/** Plans to replace all nameservers of domains. */
export async function plan(
	deps: Deps,
	{ personId, accountId, wanted: sent }: Actor & { accountId?: number; wanted: readonly WantedServers[] },
): Promise<PlanResult | NameserverRefusal> {
	if (sent.length > mostServerDomains) return { kind: "too_many", most: mostServerDomains };
	const typed = sent.map(({ target }) => resolve(target, null)).find((each) => "kind" in each);
	if (typed) return typed;
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const known = sent.some(({ target }) => "presetKey" in target) ? await allPresets(deps, access.account) : null;
	const wanted = [];
	for (const { domain, target } of sent) {
		const resolved = resolve(target, known);
		if ("kind" in resolved) return resolved;
		wanted.push({ domain, resolved });
	}
	return planChanges(deps, { personId, access, kind: "nameservers" }, wanted, async (listed, { resolved }) => {
		const { tellsEdge, edgeProfileKey: edge } = listed.facts;
		const servers = await readServers(listed);
		if ("reason" in servers) return servers;
		const now = { ...servers, ...(tellsEdge && { edgeProfileKey: edge }) };
		if (listed.isBehind(now)) return { reason: "outdated" };
		if (isServedBy(resolved.target, now)) return { reason: "already_so" };
		const leavesEdge = now.mode === "edge" && { leavesEdge: true, ...(edge !== null && { edge }) };
		return { change: { kind: "nameservers", base: now.nameservers, ...resolved, ...leavesEdge } };
	});
}
