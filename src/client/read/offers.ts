import { canonical } from "@domains/contract/names.ts";
import { centsIn, type Fields, fieldsOf, flagIn, isFields, isSent, listIn, nameIn } from "./fields.ts";

/**
 * A search result: a name with its prices in cents. Missing fields are null. `domain` is in punycode. If the service
 * sent a malformed name, `domain` is that text.
 */
export type OfferFacts = ReturnType<typeof readOffer>;

/**
 * Reads `GET /domains/search`. A search for a full name, such as `shop.com`, gives one offer. An offer without a name
 * gets the name `query`. A search for a name without a TLD gives a list of offers under any key, and `shortlist` is
 * true. The list may be empty. Returns null if there is neither an offer nor a list, or if no entry of a non-empty list
 * has a name.
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
const registerKeys = ["register_price_usd", "price_usd"];
const renewKey = "renew_price_usd";

/**
 * Reads one search result. The specification has two fields for the registration price. `register_price_usd` takes
 * precedence.
 */
export function readOffer(result: unknown, query: string) {
	const fields = fieldsOf(result);
	const registerCents = centsIn(fields, ...registerKeys);
	const renewCents = centsIn(fields, renewKey);
	const isUnreadable =
		(registerCents === null && isSent(fields, ...registerKeys)) || (renewCents === null && isSent(fields, renewKey));
	return {
		domain: canonical(nameOf(fields) ?? query),
		available: flagIn(fields, ...availableKeys),
		registerCents,
		renewCents,
		premium: flagIn(fields, "premium"),
		/** Set if the service sent a price that cannot be read. The price list then does not have this name's price. */
		...(isUnreadable && { unreadablePrice: true as const }),
	};
}

/**
 * Returns the domain name in an object of an answer, from the field `domain` or `name`. Without these fields, returns
 * the field `query`, in which the service repeats the searched name. Returns null if the object has none of them that is
 * short enough for a name.
 */
export function nameOf(fields: Fields): string | null {
	return nameIn(fields, "domain", "name", "query");
}
