import { bounds } from "@domains/contract/bounds.ts";
import { canonical } from "@domains/contract/names.ts";
import { matchItems } from "../../rules/operation/match.ts";
import {
	centsIn,
	dateIn,
	type Fields,
	fieldsOf,
	flagIn,
	integerIn,
	isFields,
	isSent,
	listIn,
	namedIn,
	nameIn,
	registrationIn,
	saysNothing,
	serversIn,
	textIn,
	textOf,
	textWithin,
	wordsIn,
} from "./fields.ts";

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
function nameOf(fields: Fields): string | null {
	return nameIn(fields, "domain", "name", "query");
}

/** Missing fields are null or empty. `others` contains the unknown fields. */
export type DomainFacts = ReturnType<typeof recordOf>;

const expiryKeys = ["expires_at", "expiry_date", "expiration_date", "paid_till"];
const registeredKeys = ["registered_at", "created_at", "creation_date"];
const known = [
	...expiryKeys,
	...registeredKeys,
	...["domain", "name", "query", "status", "state", "nameservers", "dns_mode", "mode", "edge_profile_key"],
	...["client_ref", "external_ref", "renew_price_usd", "as_of"],
];

/**
 * The result is the record itself, or an object that contains it. A record without a name gets the requested one,
 * `asked`. Null if the result is empty, because that does not prove that the domain exists.
 */
export function readDomain(result: unknown, asked: string): DomainFacts | null {
	const outer = fieldsOf(result);
	if (namedIn(outer).length === 0) return null;
	const [inner] = nameOf(outer) === null ? Object.values(outer).filter(isFields) : [];
	return recordOf(inner && nameOf(inner) !== null ? inner : outer, asked);
}

/**
 * Entries are records or plain names. Null if there is no list, or if no entry of a non-empty list has a name. `total`
 * and `nextCursor` are null if the service did not send them.
 */
export function readDomainPage(result: unknown) {
	const list = listIn(result, "items", "domains", "results");
	if (list === null) return null;
	const fields = fieldsOf(result);
	const domains = list.flatMap((each) => {
		const name = nameOf(typeof each === "string" ? { domain: each } : fieldsOf(each));
		return name === null ? [] : [recordOf(fieldsOf(each), name)];
	});
	if (domains.length === 0 && list.length > 0) return null;
	const nextCursor = textWithin(fields, bounds.cursorCharacters, "next_cursor");
	// The rest of the list would seem to be missing, so a page with an unreadable cursor is no page.
	if (nextCursor === null && isSent(fields, "next_cursor")) return null;
	return { domains, total: integerIn(fields, { most: bounds.count }, "total"), nextCursor };
}

function recordOf(fields: Readonly<Record<string, unknown>>, asked: string) {
	const edgeProfileKey = textIn(fields, "edge_profile_key");
	const renewCents = centsIn(fields, "renew_price_usd");
	return {
		domain: canonical(nameOf(fields) ?? asked),
		/** The service's word. The specification has `registered`, `blocked` and `expired`. */
		status: textIn(fields, "status", "state"),
		registeredAt: registrationIn(fields, ...registeredKeys),
		expiresAt: dateIn(fields, ...expiryKeys),
		nameservers: serversIn(fields),
		dnsMode: textIn(fields, "dns_mode", "mode"),
		edgeProfileKey,
		/**
		 * `edge_profile_key` has a readable key, or says that there is none. Otherwise, the bot does not know whether the
		 * domain has an edge profile.
		 */
		tellsEdge: edgeProfileKey !== null || ("edge_profile_key" in fields && saysNothing(fields["edge_profile_key"])),
		clientRef: textIn(fields, "client_ref"),
		externalRef: textIn(fields, "external_ref"),
		renewCents,
		/** The price for renewals cannot be read. The price list must not replace it. */
		hasOddPrice: renewCents === null && isSent(fields, "renew_price_usd"),
		others: namedIn(fields, known),
	};
}

/**
 * `unknown` if no entry of the answer can be matched to the input with certainty, or if the entry reports both success
 * and failure.
 */
type BatchItem =
	| { kind: "done"; fields: Fields }
	| { kind: "refused"; code: string; message: string }
	| { kind: "unknown" };

/**
 * In input order. An entry is matched to its input by domain name. Entries without a name are matched by position, but
 * only if there are as many entries as inputs. If every entry has a different `index`, the entries are first sorted by
 * it.
 *
 * An item has failed if it has `success: false`, `status: false` or a non-empty `error`. An item with a `code` has
 * failed unless it has `success: true`.
 */
export function readBatch(result: unknown, inputs: readonly string[]): BatchItem[] {
	const list = (listIn(result, "items", "results") ?? []).map((each) =>
		isFields(each) ? each : { name: textOf(each) },
	);
	const results = inOrder(list).map((fields) => ({
		name: nameOf(fields) ?? nameOf(fieldsOf(fields["result"])) ?? nameOf(fieldsOf(fields["input"])),
		fields,
	}));
	return matchItems(inputs, results).map((match) => (match ? itemOf(match.fields) : { kind: "unknown" }));
}

function inOrder(list: readonly Fields[]): readonly Fields[] {
	const indexes = list.map((fields) => integerIn(fields, {}, "index"));
	const complete = indexes.every((index) => index !== null) && new Set(indexes).size === list.length;
	return complete ? list.toSorted((a, b) => (integerIn(a, {}, "index") ?? 0) - (integerIn(b, {}, "index") ?? 0)) : list;
}

function itemOf(fields: Fields): BatchItem {
	const { error } = fields;
	const flags = [flagIn(fields, "success"), flagIn(fields, "status")];
	const failed = flags.includes(false);
	const hasError = !saysNothing(error);
	const words = hasError && isFields(error) ? error : fields;
	const code = textIn(words, "code") ?? (typeof error === "string" && error !== "" ? textOf(error) : null);
	// Money may have moved.
	if (flags.includes(true) && (failed || hasError)) return { kind: "unknown" };
	if (!failed && !hasError && (code === null || flags.includes(true))) {
		return { kind: "done", fields: isFields(fields["result"]) ? fields["result"] : fields };
	}
	return { kind: "refused", code: code ?? "refused", message: wordsIn(words, "message", "error_message") ?? "" };
}
