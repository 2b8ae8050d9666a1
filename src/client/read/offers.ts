import { canonical } from "../../rules/names.ts";
import { centsIn, type Fields, fieldsOf, flagIn, isFields, listIn, textIn } from "./fields.ts";

/** A name with what it costs; what the service did not send is null. `domain` is punycode where it is well formed. */
export interface OfferFacts {
	domain: string;
	available: boolean | null;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean | null;
}

/** One offer for a full name, or a shortlist for a name base, under whatever key it came. */
export interface SearchFacts {
	shortlist: boolean;
	offers: OfferFacts[];
}

/**
 * Reads `GET /domains/search`. `query` names the offer where the service did not. An empty list has no offers; null where
 * neither an offer nor a list came, or a list without a name in it.
 */
export function readSearch(result: unknown, query: string): SearchFacts | null {
	if (isFields(result) && availableKeys.some((key) => key in result)) {
		return { shortlist: false, offers: [readOffer(result, query)] };
	}
	const list = listIn(result, "items", "results", "shortlist", "domains");
	if (list === null) return null;
	const offers = list.filter(isFields).filter((each) => nameOf(each) !== null);
	if (offers.length === 0 && list.length > 0) return null;
	return { shortlist: true, offers: offers.map((each) => readOffer(each, query)) };
}

const availableKeys = ["available", "is_available"];

/** One result of a search. Both price keys of the specification are read; `register_price_usd` wins. */
export function readOffer(result: unknown, query: string): OfferFacts {
	const fields = fieldsOf(result);
	return {
		domain: canonical(nameOf(fields) ?? query),
		available: flagIn(fields, ...availableKeys),
		registerCents: centsIn(fields, "register_price_usd", "price_usd"),
		renewCents: centsIn(fields, "renew_price_usd"),
		premium: flagIn(fields, "premium"),
	};
}

/** The name that an answer bears: of the service's own kind first, then the query as it was sent. */
export function nameOf(fields: Fields): string | null {
	return textIn(fields, "domain", "name", "query");
}
