import { canonical } from "../../rules/names.ts";
import { centsIn, type Fields, fieldsOf, flagIn, isFields, listIn, textIn } from "./fields.ts";

/** A name with its prices; missing fields are null. `domain` is punycode if it is well formed. */
export type OfferFacts = ReturnType<typeof readOffer>;

/**
 * Reads `GET /domains/search`: one offer for a full name, or a shortlist for a name base, under any key. `query` names the offer if the service did not. An empty list means no offers. Null
 * without an offer or a list, or if no entry has a name.
 */
export function readSearch(result: unknown, query: string): { shortlist: boolean; offers: OfferFacts[] } | null {
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

/** Reads one search result. Supports both price keys of the specification; `register_price_usd` wins. */
export function readOffer(result: unknown, query: string) {
	const fields = fieldsOf(result);
	return {
		domain: canonical(nameOf(fields) ?? query),
		available: flagIn(fields, ...availableKeys),
		registerCents: centsIn(fields, "register_price_usd", "price_usd"),
		renewCents: centsIn(fields, "renew_price_usd"),
		premium: flagIn(fields, "premium"),
	};
}

/** The name in an answer: the service's own field first, then the query that it echoes. */
export function nameOf(fields: Fields): string | null {
	return textIn(fields, "domain", "name", "query");
}
