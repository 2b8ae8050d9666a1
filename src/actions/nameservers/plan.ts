import type { NameserverTarget } from "../../rules/nameserver-target.ts";
import type { Access } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { openForChange } from "../dns/zone.ts";
import { readRecord } from "../domain/record.ts";
import { hasPlannedNameservers } from "../operation/kinds/nameservers.ts";
import { planChange } from "../quote/plan-change.ts";
import type { PlanResult } from "../quote/types.ts";
import { inOneForm, resolve } from "./target.ts";
import type { NameserverRefusal } from "./types.ts";

/** Plans to replace all nameservers of a domain. Returns `nothing` if the domain already has the new ones. */
export async function plan(
	deps: Deps,
	{ personId, accountId, domain, target }: Actor & { accountId?: number; domain: string; target: NameserverTarget },
): Promise<PlanResult | NameserverRefusal> {
	const asked = inOneForm(target);
	if ("kind" in asked) return asked;
	const zone = await openForChange(deps, personId, domain, accountId);
	if (zone.kind !== "open") return zone;
	const { access, dns } = zone;
	const wanted = await resolve(deps, access.account, asked);
	if ("kind" in wanted) return wanted;
	const leavesEdge = dns.mode === "edge" && (await leftEdge(deps, access, zone.domain));
	const change = { kind: "nameservers" as const, base: dns.nameservers, ...wanted, ...leavesEdge };
	if (hasPlannedNameservers(change, dns)) return { kind: "nothing", domain: zone.domain };
	return planChange(deps, personId, access.account, zone.domain, change);
}

/** Reads which edge profile the change disconnects from the domain. If the read fails, `edge` is absent. */
async function leftEdge(deps: Deps, access: Access, domain: string): Promise<{ leavesEdge: true; edge?: string }> {
	const record = await readRecord(deps, access, domain);
	const key = record.kind === "domain" ? record.domain.edgeProfileKey : null;
	return { leavesEdge: true, ...(key !== null && { edge: key }) };
}
