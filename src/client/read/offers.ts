import { canonical } from "@domains/contract/names.ts";
import { centsIn, type Fields, fieldsOf, flagIn, isFields, isSent, listIn, nameIn } from "./fields.ts";

/**
 * Prices are in cents. Missing fields are null. `domain` is in punycode, or a malformed name as the service sent it.
 */
export type OfferFacts = ReturnType<typeof readOffer>;

/**
 * A search for a full name, such as `shop.com`, gives one offer, which gets the name `query` if it has none. A search
 * for a name without a TLD gives a list of offers under any key, and `shortlist` is true. Null if there is neither, or
 * if no entry of a non-empty list has a name.
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

/** The specification has two fields for the registration price. `register_price_usd` takes precedence. */
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
		/** The service sent a price that cannot be read, so the price list does not have this name's price. */
		...(isUnreadable && { unreadablePrice: true as const }),
	};
}

/** The field `query` repeats the searched name, so it counts last. Null if none is short enough for a name. */
export function nameOf(fields: Fields): string | null {
	return nameIn(fields, "domain", "name", "query");
}
