import { mostEdgeDomains } from "@domains/dns/list-limits.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import { planChanges, readServers } from "../quote/plan-changes.ts";
import type { ListPlanResult } from "../quote/types.ts";
import { planBinding } from "./plan-binding.ts";
import { isKey, problemOf } from "./profile-problem.ts";
import type { EdgeProblem } from "./types.ts";

export interface WantedEdge {
	domain: string;
	profileKey: string;
}

/**
 * Plans to bind edge profiles to several domains. A profile is a setting of the account. The profile's servers answer
 * for the domains to which it is bound. Returns `bad_profile` if a profile does not exist or is switched off. Skips a
 * domain in these cases:
 * - It already has the profile.
 * - The profile does not serve the domain's TLD.
 * - The service does not show the bot's last change of the domain yet.
 */
export async function planList(
	deps: Deps,
	{ personId, accountId, wanted }: Actor & { accountId?: number; wanted: readonly WantedEdge[] },
): Promise<ListPlanResult | { kind: "bad_key" } | { kind: "bad_profile"; profileKey: string; problem: EdgeProblem }> {
	const byDomain = new Map(wanted.map(({ domain, profileKey }) => [domain, profileKey.trim()]));
	if (byDomain.size > mostEdgeDomains) return { kind: "too_many", most: mostEdgeDomains };
	if (![...byDomain.values()].every(isKey)) return { kind: "bad_key" };
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const known = await managedAccount(deps, access.account);
	for (const [domain, profileKey] of byDomain) {
		const problem = known && problemOf(known.edgeProfiles, profileKey, domain);
		if (problem === "missing" || problem === "off") return { kind: "bad_profile", profileKey, problem };
	}
	return planChanges(deps, { personId, access, kind: "edge" }, [...byDomain.keys()], async (listed) => {
		const { domain, facts, isBehind } = listed;
		const target = byDomain.get(domain) ?? "";
		const servers = await readServers(listed);
		const planned = planBinding({ domain, target, record: facts, servers, isBehind, known });
		if ("change" in planned) return planned;
		const { refusal } = planned;
		return { skipped: refusal === "outdated" || refusal === "already_so" ? refusal : "profile" };
	});
}
