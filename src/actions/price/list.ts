import type { ZoneFacts } from "../../client/read/zones.ts";
import { unicodeOf } from "../../rules/names.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

export interface PriceList {
	kind: "prices";
	prices: readonly ZoneFacts[];
	sandbox: boolean;
	/** False if the person has no account. The bot then has no price history for them. */
	connected: boolean;
}

/**
 * Lists the prices by TLD, cheapest registration first. `search` is a part of the TLD's name. The built-in service also
 * shows its prices to a person without an account.
 */
export async function list(
	deps: Deps,
	{ personId, search = "" }: Actor & { search?: string },
): Promise<PriceList | Trouble> {
	const found = await read(deps, personId);
	if (found.kind !== "prices") return found;
	const part = search.trim().toLowerCase();
	const matches = ({ zone }: ZoneFacts) =>
		zone.includes(part) || unicodeOf(zone.slice(1)).includes(part.replace(/^\./, ""));
	return { ...found, prices: found.prices.filter(matches).sort(byPrice) };
}

async function read(deps: Deps, personId: number): Promise<PriceList | Trouble> {
	const access = await openAccess(deps, personId);
	if (!("kind" in access)) {
		const result = await ask(deps, access, access.client.zones);
		if (result.kind !== "ok") return result;
		return { kind: "prices", prices: result.value, sandbox: access.account.sandbox, connected: true };
	}
	const listed = access.trouble === "not_connected" ? await deps.service.admin?.prices() : undefined;
	if (listed?.kind !== "done") return access;
	return { kind: "prices", prices: listed.value, sandbox: true, connected: false };
}

function byPrice(one: ZoneFacts, other: ZoneFacts): number {
	const [mine, theirs] = [one.registerCents ?? Number.MAX_SAFE_INTEGER, other.registerCents ?? Number.MAX_SAFE_INTEGER];
	return mine - theirs || one.zone.localeCompare(other.zone, "en");
}
