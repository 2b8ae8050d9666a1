import { parseLabel } from "../../rules/names.ts";
import { popularity } from "../../rules/popular-zones.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { pricedOffers } from "./offer.ts";
import { ownOf } from "./own.ts";
import type { BaseResult, Offer } from "./types.ts";

/** Looks up a name without a TLD in all zones that the service sells: popular ones first, then by price. */
export async function base(deps: Deps, { personId, base: text }: Actor & { base: string }): Promise<BaseResult> {
	const parsed = parseLabel(text);
	if (!parsed.ok) {
		const { problem, part } = parsed;
		return { kind: "invalid", name: text, problem, ...(part !== undefined && { part }) };
	}
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, access, (options) => access.client.search(parsed.ascii, options));
	if (result.kind !== "ok") return result;
	const offers = (await pricedOffers(deps, access, result.value.offers)).sort(popularFirst);
	const yours = await ownOf(deps, access, offers, parsed.ascii);
	return { kind: "shortlist", base: parsed.ascii, offers, yours, sandbox: access.account.sandbox };
}

/** Sorts popular TLDs first, and the others by price. Offers without a price come last. */
function popularFirst(one: Offer, other: Offer): number {
	const [at, otherAt] = [placeOf(one), placeOf(other)];
	if (at !== otherAt) return at - otherAt;
	return (one.registerCents ?? Number.MAX_SAFE_INTEGER) - (other.registerCents ?? Number.MAX_SAFE_INTEGER);
}

function placeOf({ domain }: Offer): number {
	return popularity(domain.slice(domain.indexOf(".") + 1));
}
