import { parseLabel } from "@domains/contract/names.ts";
import { popularity } from "@domains/contract/tlds.ts";
import { favoriteTlds, knownDomains } from "../../store/domains.ts";
import { type Access, ask, isOwn, openLookup } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { pricedOffers } from "./offer.ts";
import type { BaseResult, Offer } from "./types.ts";

/**
 * Looks up a name without a TLD in all TLDs ("zones") that the service sells. The offers are sorted: first the TLDs in
 * which the account has most domains, then popular TLDs, then by price.
 */
export async function base(deps: Deps, { personId, base: text }: Actor & { base: string }): Promise<BaseResult> {
	const parsed = parseLabel(text);
	if (!parsed.ok) {
		const { problem, part } = parsed;
		return { kind: "invalid", name: text, problem, ...(part !== undefined && { part }) };
	}
	const access = await openLookup(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, access, (options) => access.client.search(parsed.ascii, options));
	if (result.kind !== "ok") return result;
	const favorites = await favoriteTlds(deps.db, access.account.id);
	const offers = (await pricedOffers(deps, access, result.value.offers)).sort(popularFirst(favorites));
	const yours = isOwn(access) ? await ownOf(deps, access, offers, parsed.ascii) : [];
	return { kind: "shortlist", base: parsed.ascii, offers, yours, sandbox: access.account.sandbox };
}

/**
 * Returns a function that compares two offers for sorting. Offers in favorite TLDs come first, then those in popular
 * TLDs. Offers of the same rank are sorted by price, and one without a price comes last.
 */
function popularFirst(favorites: readonly string[]) {
	const placeOf = ({ domain }: Offer) => popularity(domain.slice(domain.indexOf(".") + 1), favorites);
	return (one: Offer, other: Offer): number => {
		const [at, otherAt] = [placeOf(one), placeOf(other)];
		if (at !== otherAt) return at - otherAt;
		return (one.registerCents ?? Number.MAX_SAFE_INTEGER) - (other.registerCents ?? Number.MAX_SAFE_INTEGER);
	};
}

/**
 * The number of domains on one page of the account's list of domains. For an account with more domains, the bot also
 * needs its stored copy of the list.
 */
const pageSize = 500;

/**
 * Returns those of the offered names that this account owns. Reads one page of the account's list of domains, filtered
 * by `search` if the service supports that. If the list has more pages or cannot be read, also uses the bot's stored
 * copy of the list.
 */
async function ownOf(deps: Deps, access: Access, offers: readonly Offer[], search?: string): Promise<string[]> {
	const taken = offers.filter((offer) => !offer.available).map((offer) => offer.domain);
	if (taken.length === 0) return [];
	const query = { limit: pageSize, ...(search !== undefined && { search }) };
	const list = await ask(deps, access, (options) => access.client.domains(query, options));
	const listed = new Set(list.kind === "ok" ? list.value.domains.map((each) => each.domain) : []);
	const whole = list.kind === "ok" && list.value.nextCursor === null;
	const known = new Set(whole ? [] : await knownDomains(deps.db, access.account.id, taken));
	return taken.filter((domain) => listed.has(domain) || known.has(domain));
}
