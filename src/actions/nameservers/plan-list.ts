import { isServedBy } from "@domains/dns/behind.ts";
import { mostServerDomains } from "@domains/dns/list-limits.ts";
import type { NameserverTarget } from "../../rules/nameserver-target.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { type ListedDomain, type Planned, planChanges, readServers } from "../quote/plan-changes.ts";
import type { ListPlanResult } from "../quote/types.ts";
import { inOneForm, type ResolvedTarget, resolve } from "./target.ts";
import type { NameserverRefusal } from "./types.ts";

export interface WantedServers {
	domain: string;
	target: NameserverTarget;
}

/**
 * Plans to replace the nameservers of several domains. Skips a domain in these cases:
 * - It already has these nameservers.
 * - Its current nameservers could not be read.
 * - The service does not show the bot's last change of the domain yet.
 */
export async function planList(
	deps: Deps,
	{ personId, accountId, wanted }: Actor & { accountId?: number; wanted: readonly WantedServers[] },
): Promise<ListPlanResult | NameserverRefusal> {
	const byDomain = new Map(wanted.map(({ domain, target }) => [domain, inOneForm(target)]));
	if (byDomain.size > mostServerDomains) return { kind: "too_many", most: mostServerDomains };
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const targets = new Map<string, ResolvedTarget>();
	const resolved = new Map<string, ResolvedTarget>();
	for (const [domain, target] of byDomain) {
		if ("kind" in target) return target;
		const key = JSON.stringify(target);
		const known = resolved.get(key) ?? (await resolve(deps, access.account, target));
		if ("kind" in known) return known;
		resolved.set(key, known);
		targets.set(domain, known);
	}
	return planChanges(deps, { personId, access, kind: "nameservers" }, wanted, async (listed, { domain }) => {
		const target = targets.get(domain);
		return target ? planServers(listed, target) : { reason: "already_so" };
	});
}

async function planServers(listed: ListedDomain, target: ResolvedTarget): Promise<Planned> {
	const { tellsEdge, edgeProfileKey } = listed.facts;
	const servers = await readServers(listed);
	if ("reason" in servers) return servers;
	const now = { ...servers, ...(tellsEdge && { edgeProfileKey }) };
	if (listed.isBehind(now)) return { reason: "outdated" };
	if (isServedBy(target.target, now)) return { reason: "already_so" };
	const { nameservers: base, mode } = now;
	const leavesEdge = mode === "edge" && { leavesEdge: true, ...(edgeProfileKey !== null && { edge: edgeProfileKey }) };
	return { change: { kind: "nameservers", base, ...target, ...leavesEdge } };
}
