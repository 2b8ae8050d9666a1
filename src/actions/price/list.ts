import type { ZoneFacts } from "../../client/read/zones.ts";
import { unicodeOf } from "../../rules/names.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

/** Lists the prices by TLD, cheapest registration first. `search` is a part of the TLD's name. */
export async function list(
	deps: Deps,
	{ personId, search = "" }: Actor & { search?: string },
): Promise<{ kind: "prices"; prices: readonly ZoneFacts[]; sandbox: boolean } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, access, access.client.zones);
	if (result.kind !== "ok") return result;
	const part = search.trim().toLowerCase();
	const matches = ({ zone }: ZoneFacts) =>
		zone.includes(part) || unicodeOf(zone.slice(1)).includes(part.replace(/^\./, ""));
	const prices = result.value.filter(matches).sort(byPrice);
	return { kind: "prices", prices, sandbox: access.account.sandbox };
}

function byPrice(one: ZoneFacts, other: ZoneFacts): number {
	const [mine, theirs] = [one.registerCents ?? Number.MAX_SAFE_INTEGER, other.registerCents ?? Number.MAX_SAFE_INTEGER];
	return mine - theirs || one.zone.localeCompare(other.zone, "en");
}
