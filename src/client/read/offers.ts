import { canonical } from "../../rules/names.ts";
import { centsIn, type Fields, fieldsOf, flagIn, isFields, listIn, textIn } from "./fields.ts";

/** A name with its prices in cents; missing fields are null. `domain` is punycode if the name is well formed. */
export type OfferFacts = ReturnType<typeof readOffer>;

/**
 * Reads `GET /domains/search`. For a full name, the result is one offer. For a name without extension, it is a list of
 * offers (`shortlist`), under any key; the list may be empty. An offer without a name gets the name `query`. Null if
 * there is no offer and no list, or if no entry has a name.
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

/** Reads one search result. The specification has two fields for the price; `register_price_usd` takes precedence. */
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

/**
 * Returns the name that an answer is about, from the field for the name, or else from the query that the answer
 * repeats. Null if it has neither.
 */
export function nameOf(fields: Fields): string | null {
	return textIn(fields, "domain", "name", "query");
}
