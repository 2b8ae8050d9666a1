import { bounds } from "@domains/contract/bounds.ts";
import { canonical } from "@domains/contract/names.ts";
import {
	centsIn,
	dateIn,
	fieldsOf,
	integerIn,
	isFields,
	isSent,
	listIn,
	namedIn,
	registrationIn,
	saysNothing,
	serversIn,
	textIn,
	textWithin,
} from "./fields.ts";
import { nameOf } from "./offers.ts";

/** Missing fields are null or empty. `others` contains the unknown fields. */
export type DomainFacts = ReturnType<typeof recordOf>;

const expiryKeys = ["expires_at", "expiry_date", "expiration_date", "paid_till"];
const registeredKeys = ["registered_at", "created_at", "creation_date"];
const known = [
	...expiryKeys,
	...registeredKeys,
	...["domain", "name", "query", "status", "state", "nameservers", "dns_mode", "mode", "edge_profile_key"],
	...["client_ref", "external_ref", "renew_price_usd"],
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
