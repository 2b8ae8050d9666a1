import { parseLabel } from "../../rules/names.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { offerOf } from "./offer.ts";
import { ownOf } from "./own.ts";
import type { BaseResult, Offer } from "./types.ts";

/** Looks up a name without a TLD in all zones that the service sells. */
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
	const offers = result.value.offers.map((each) => offerOf(each)).sort(byPrice);
	const yours = await ownOf(deps, access, offers, parsed.ascii);
	return { kind: "shortlist", base: parsed.ascii, offers, yours, sandbox: access.account.sandbox };
}

/** Sorts by price, cheapest first; offers without a price come last. */
function byPrice(one: Offer, other: Offer): number {
	return (one.registerCents ?? Number.MAX_SAFE_INTEGER) - (other.registerCents ?? Number.MAX_SAFE_INTEGER);
}
