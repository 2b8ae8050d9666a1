import { isBehind } from "@domains/dns/behind.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { recentChanges } from "../../store/operation-lists.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import { zoneOf } from "../dns/zone.ts";
import { blockIn, readRecord } from "../domain/record.ts";
import { planChange } from "../quote/plan-change.ts";
import type { PlanResult } from "../quote/types.ts";
import { planBinding } from "./plan-binding.ts";
import { isKey, problemOf } from "./profile-problem.ts";
import type { BadProfile } from "./types.ts";

/**
 * Plans to bind one of the account's edge profiles to a domain. The profile's servers then answer for the domain. An
 * external service does not list the profiles. So a wrong key is noticed only when the service refuses the change
 * (`edge_not_configured`).
 */
export async function plan(
	deps: Deps,
	{ personId, accountId, domain: text, profileKey }: Actor & { accountId?: number; domain: string; profileKey: string },
): Promise<PlanResult | { kind: "bad_key" } | BadProfile> {
	const target = profileKey.trim();
	if (!isKey(target)) return { kind: "bad_key" };
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const record = await readRecord(deps, access, text);
	if (record.kind !== "domain") return record;
	const { domain } = record.domain;
	const blocked = blockIn(record);
	if (blocked) return { kind: "blocked", domain, ...blocked };
	const { account } = access;
	const known = await managedAccount(deps, account);
	const problem = known && problemOf(known.edgeProfiles, target, domain);
	if (problem === "missing" || problem === "off") return { kind: "bad_profile", domain, profileKey: target, problem };
	const dns = await ask(deps, access, (options) => access.client.dns(domain, options));
	if (dns.kind !== "ok") return dns;
	// Take the nameservers from the answer of `client.dns`, because the answer of `client.domain` may lack them. Without
	// them, a nameserver change that has already taken effect would look missing.
	const { nameservers, mode } = dns.value;
	const written = await recentChanges(deps.db, { accountId: access.account.id, domain, withinMs: timeLimits.settling });
	const planned = planBinding({
		...{ domain, target, known },
		record: record.domain,
		servers: { nameservers, mode },
		isBehind: (shown) => isBehind(written, shown, zoneOf(domain)),
	});
	if ("change" in planned) return planChange(deps, personId, account, domain, planned.change);
	const { refusal } = planned;
	if (refusal === "outdated") return { kind: "outdated", domain };
	if (refusal === "already_so") return { kind: "nothing", domain };
	return { kind: "bad_profile", domain, profileKey: target, problem: refusal };
}
