import { readNameservers } from "../../rules/dns/nameservers.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { openForChange } from "../dns/zone.ts";
import { isSame } from "../operation/kinds/nameservers.ts";
import { planChange } from "../quote/plan-change.ts";
import { allPresets } from "./presets.ts";
import type { NameserverActions, NameserverTarget } from "./types.ts";

/** The set is replaced as a whole. */
export async function plan(
	deps: Deps,
	{ personId, domain, target }: Actor & { domain: string; target: NameserverTarget },
): ReturnType<NameserverActions["plan"]> {
	const read = "nameservers" in target ? readNameservers(target.nameservers) : undefined;
	if (read && !read.ok) {
		const { problem, part } = read;
		return { kind: "bad_nameservers", problem, ...(part !== undefined && { part }) };
	}
	const zone = await openForChange(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const known = "presetKey" in target ? await allPresets(deps, zone.access.account) : null;
	if ("presetKey" in target && known?.includes(target.presetKey) === false)
		return { kind: "unknown_preset", ...target };
	const base = zone.dns.nameservers;
	if (read && isSame(base, read.nameservers)) return { kind: "nothing", domain: zone.domain };
	const wanted = read ? { nameservers: read.nameservers } : target;
	return planChange(deps, personId, zone.access.account, zone.domain, { kind: "nameservers", base, target: wanted });
}
