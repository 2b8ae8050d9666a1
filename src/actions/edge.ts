import type { EdgeProfile } from "@domains/contract/admin.ts";
import { fitsTld } from "@domains/contract/tlds.ts";
import { mostEdgeDomains } from "@domains/dns/plan.ts";
import { openAccess } from "./access.ts";
import { type Actor, type Deps, managedAccount } from "./deps.ts";
import { baseOf } from "./operation/kinds/changes.ts";
import type { BadProfile, EdgeProblem } from "./operation/types.ts";
import { type PlanResult, planChanges, readServers, type Skipped } from "./quote/save-quote.ts";

interface WantedEdge {
	domain: string;
	profileKey: string;
}

/**
 * Plans to bind edge profiles of the account to domains. The profile's servers then answer for the domain. Returns
 * `bad_profile` if a profile does not exist or is switched off. An external service does not list the profiles. So a
 * wrong key is noticed only when the service refuses the change (`edge_not_configured`).
 */
export async function plan(
	deps: Deps,
	{ personId, accountId, wanted: sent }: Actor & { accountId?: number; wanted: readonly WantedEdge[] },
): Promise<PlanResult | { kind: "bad_key" } | BadProfile> {
	if (sent.length > mostEdgeDomains) return { kind: "too_many", most: mostEdgeDomains };
	const wanted = sent.map(({ domain, profileKey }) => ({ domain, target: profileKey.trim() }));
	if (!wanted.every(({ target }) => isKey(target))) return { kind: "bad_key" };
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const known = await managedAccount(deps, access.account);
	const result = await planChanges(deps, { personId, access, kind: "edge" }, wanted, async (listed, { target }) => {
		const { tellsEdge, edgeProfileKey } = listed.facts;
		const servers = await readServers(listed);
		if ("reason" in servers) return servers;
		// An outdated read does not show whether the domain has the profile, so this rule is the first.
		if (listed.isBehind({ ...servers, ...(tellsEdge && { edgeProfileKey }) })) return { reason: "outdated" };
		if (edgeProfileKey === target) return { reason: "already_so" };
		const problem = known && problemOf(known.edgeProfiles, target, listed.domain);
		if (problem) return { reason: "profile", profileKey: target, edge: problem };
		const served = known && { served: known.ownNameservers };
		return { change: { kind: "edge", target, ...baseOf(listed.facts, servers), ...served } };
	});
	if (result.kind !== "nothing") return result;
	const [first, ...others] = result.skipped.map((each) => badProfileOf(each));
	return first && others.every((each) => each !== null) ? first : result;
}

/** Null if the domain was left out for another reason, or if its profile only lacks the domain's extension. */
function badProfileOf(skipped: Skipped): BadProfile | null {
	if (skipped.reason !== "profile") return null;
	const { domain, profileKey, edge: problem } = skipped;
	return problem === "missing" || problem === "off" ? { kind: "bad_profile", domain, profileKey, problem } : null;
}

const longestKey = 255;

export function isKey(text: string): boolean {
	return text !== "" && text.length <= longestKey;
}

/** Returns why the service would refuse this profile for the domain; undefined if it would accept the profile. */
export function problemOf(profiles: readonly EdgeProfile[], key: string, domain: string): EdgeProblem | undefined {
	const profile = profiles.find((each) => each.key === key);
	if (!profile) return "missing";
	if (!profile.enabled) return "off";
	return fitsTld(profile, domain) ? undefined : "zone";
}
