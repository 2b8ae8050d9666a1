import { readNameservers } from "../../rules/dns/nameservers.ts";
import type { Account } from "../../store/accounts.ts";
import type { NameserversPlan } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { openForChange } from "../dns/zone.ts";
import { isSo } from "../operation/kinds/nameservers.ts";
import { planChange } from "../quote/plan-change.ts";
import type { PlanResult } from "../quote/types.ts";
import { allPresets } from "./presets.ts";
import type { NameserverRefusal, NameserverTarget } from "./types.ts";

/** Plans to replace the whole set of nameservers. */
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
	const leavesEdge = dns.mode === "edge" && { leavesEdge: true };
	const change = { kind: "nameservers" as const, base: dns.nameservers, ...wanted, ...leavesEdge };
	if (isSo(change, dns)) return { kind: "nothing", domain: zone.domain };
	return planChange(deps, personId, access.account, zone.domain, change);
}

function inOneForm(target: NameserverTarget): NameserverTarget | NameserverRefusal {
	if ("presetKey" in target) return target;
	const read = readNameservers(target.nameservers);
	if (read.ok) return { nameservers: read.nameservers };
	const { problem, part } = read;
	return { kind: "bad_nameservers", problem, ...(part !== undefined && { part }) };
}

/**
 * Replaces a preset by its servers if they are known. The order then sends the servers that the screen showed, even if
 * the preset changes meanwhile.
 */
async function resolve(
	deps: Deps,
	account: Account,
	target: NameserverTarget,
): Promise<Pick<NameserversPlan, "target" | "preset"> | NameserverRefusal> {
	const known = "presetKey" in target ? await allPresets(deps, account) : null;
	if (!known || !("presetKey" in target)) return { target };
	const { presetKey } = target;
	const preset = known.find(({ key }) => key === presetKey);
	if (!preset) return { kind: "unknown_preset", presetKey };
	return { target: { nameservers: preset.nameservers }, preset: presetKey };
}
