import { parseDomain } from "@domains/contract/names.ts";
import { findTld, indexTlds } from "@domains/contract/tlds.ts";
import type { OfferFacts } from "../../client/read/offers.ts";
import type { TldFacts } from "../../client/read/zones.ts";
import { ask, type Lookup } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import type { InvalidName, Offer } from "./types.ts";

export type OfferResult =
	| { kind: "offer"; offer: Offer }
	| { kind: "not_sold"; domain: string; message?: string }
	| InvalidName
	| Trouble;

/** Searches for one full domain name and returns its offer. Prices that the search omits come from the price list. */
export async function findOffer(deps: Deps, access: Lookup, name: string): Promise<OfferResult> {
	const parsed = parseDomain(name);
	if (!parsed.ok) {
		const { problem, part } = parsed;
		return { kind: "invalid", name, problem, ...(part !== undefined && { part }) };
	}
	const domain = parsed.ascii;
	const result = await ask(deps, access, (options) => access.client.search(domain, options));
	if (result.kind === "trouble") return meaningOf(result, domain);
	const found = result.value.offers.find((each) => each.domain === domain);
	if (!found) return { kind: "not_sold", domain };
	const [offer = offerOf(found)] = await pricedOffers(deps, access, [found]);
	return { kind: "offer", offer };
}

/**
 * Converts search results to offers. If an available name lacks a price, fills in prices from the price list. A missing
 * price stays null if the price list cannot be read.
 */
export async function pricedOffers(deps: Deps, access: Lookup, facts: readonly OfferFacts[]): Promise<Offer[]> {
	const isComplete = ({ available, registerCents, renewCents }: OfferFacts) =>
		available !== true || (registerCents !== null && renewCents !== null);
	const list = facts.every(isComplete) ? null : await ask(deps, access, access.client.zones);
	return offersOf(facts, list?.kind === "ok" ? list.value : []);
}

/** Converts search results to offers. Missing prices come from `priceList`. */
export function offersOf(facts: readonly OfferFacts[], priceList: readonly TldFacts[]): Offer[] {
	const index = indexTlds(priceList.map((each) => each.zone));
	return facts.map((each) => {
		const spelling = findTld(each.domain, index)?.tld;
		return offerOf(
			each,
			priceList.filter(({ zone }) => zone === spelling),
		);
	});
}

/**
 * Returns what a failed search means, by its code:
 * - `validation_error`: the service does not sell the TLD.
 * - `invalid_domain`: the service refuses the name.
 * - `domain_not_found`: the name is not available.
 * - Any other code: returns the trouble unchanged.
 */
function meaningOf(trouble: Trouble, domain: string): OfferResult {
	const { code, message } = trouble;
	const words = message === undefined ? {} : { message };
	if (code === "validation_error") return { kind: "not_sold", domain, ...words };
	if (code === "invalid_domain") return { kind: "invalid", name: domain, problem: "refused", ...words };
	if (code !== "domain_not_found") return trouble;
	return { kind: "offer", offer: { domain, available: false, registerCents: null, renewCents: null, premium: false } };
}

/**
 * Converts a search result to an offer. Missing prices come from `priceList`, except those of a premium name and of a
 * name with a price that could not be read. A name counts as taken unless the service says that it is available.
 */
export function offerOf(facts: OfferFacts, priceList: readonly TldFacts[] = []): Offer {
	const { domain, available, registerCents, renewCents, premium, unreadablePrice } = facts;
	const spelling = findTld(domain, indexTlds(priceList.map((each) => each.zone)))?.tld;
	const listed = priceList.find((each) => each.zone === spelling);
	const usual = premium === true || unreadablePrice ? undefined : listed;
	return {
		domain,
		available: available ?? false,
		registerCents: registerCents ?? usual?.registerCents ?? null,
		renewCents: renewCents ?? usual?.renewCents ?? null,
		premium: premium ?? listed?.premium ?? false,
		...(unreadablePrice && { unreadablePrice }),
	};
}
