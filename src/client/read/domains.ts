import { bounds } from "@domains/contract/bounds.ts";
import { canonical } from "@domains/contract/names.ts";
import { matchItems } from "../../rules/operation/match.ts";
import type { Answer, ItemAnswer } from "../../rules/operation/state.ts";
import type { Prepared } from "../request.ts";
import type { Result } from "../result.ts";
import { type DnsRecordFacts, readDns } from "./dns.ts";
import {
	amountIn,
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
		/** The registry was not asked, so the name may be taken. */
		...(flagIn(fields, "unchecked") && { unchecked: true as const }),
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

/** The inherited fields are for the state machine in `rules/operation`. */
export interface ItemOutcome extends ItemAnswer {
	status: string | null;
	chargedCents: number | null;
	expiresAt: Date | null;
	clientRef: string | null;
	externalRef: string | null;
	/** Absent if the answer has none. */
	records?: readonly DnsRecordFacts[];
}

/** Those in the specification, and common ones of other registrar services. */
const doneStatuses: ReadonlySet<string> = new Set([
	"registered",
	"renewed",
	"active",
	"ok",
	"done",
	"success",
	"completed",
]);
const failedStatuses: ReadonlySet<string> = new Set(["failed", "error", "rejected", "cancelled", "canceled"]);

const runningStatuses: ReadonlySet<string> = new Set([
	...["pending", "pending_create", "pendingcreate", "pending_registration", "processing", "in_progress", "queued"],
	...["submitted", "accepted", "registering", "provisioning"],
]);

/**
 * Any status that means neither failure nor progress counts as `registered`, and so does a missing one. For example,
 * only registered domains can be `blocked` or `expired`.
 */
export function orderStatus(status: string | null): "registered" | "running" | "failed" {
	const normalized = status?.toLowerCase().replaceAll(/[\s-]/g, "_") ?? "";
	if (failedStatuses.has(normalized)) return "failed";
	return runningStatuses.has(normalized) ? "running" : "registered";
}

/** One outcome per domain, in the order of the request. */
export function readOutcomes(
	result: unknown,
	{ endpoint, domains }: Pick<Prepared, "endpoint" | "domains">,
): ItemOutcome[] {
	if (endpoint !== "registerBatch" && endpoint !== "renewBatch") {
		const fields = fieldsOf(result);
		const records = endpoint === "replaceDns" ? (readDns(result)?.records ?? []) : [];
		const stored = records.length > 0 && { records };
		return domains.map((domain) => ({ domain, result: resultOf(fields), ...factsOf(fields), ...stored }));
	}
	return readBatch(result, domains).map((item, index) => {
		const domain = domains[index] ?? "";
		if (item.kind === "done") return { domain, result: resultOf(item.fields), ...factsOf(item.fields) };
		if (item.kind === "unknown") return { domain, result: "unknown", ...factsOf({}) };
		const { code, message } = item;
		return { domain, result: code === "request_in_progress" ? "in_progress" : "failed", code, message, ...factsOf({}) };
	});
}

/**
 * The answer reports success as a whole:
 * - A status that the bot does not know counts as `accepted`. The order may still be in progress, and the bot reads the
 *   domain later.
 * - An item with a failed status, an error, or `updated: false` is `unknown` until the bot reads the domain.
 */
function resultOf(fields: Fields): ItemAnswer["result"] {
	const undone = ["success", "updated", "bound"].some((key) => flagIn(fields, key) === false);
	if (undone || !saysNothing(fields["error"])) return "unknown";
	const normalized = textIn(fields, "status", "state")?.toLowerCase();
	if (normalized === undefined || doneStatuses.has(normalized)) return "succeeded";
	return failedStatuses.has(normalized) ? "unknown" : "accepted";
}

function factsOf(fields: Fields): Omit<ItemOutcome, keyof ItemAnswer | "records"> {
	return {
		status: textIn(fields, "status", "state"),
		chargedCents: amountIn(fields, bounds.chargeCents, "charged_usd"),
		expiresAt: dateIn(fields, "expires_at", "expiry_date", "expiration_date", "paid_till"),
		clientRef: textIn(fields, "client_ref"),
		externalRef: textIn(fields, "external_ref"),
	};
}

/**
 * An input of the state machine in `rules/operation`. If the service asks the bot to wait, the wait starts at `now`.
 */
export function orderAnswerOf(result: Result<readonly ItemOutcome[]>, now: Date): Answer {
	switch (result.kind) {
		case "ok":
			return {
				kind: "answered",
				items: result.value.map(({ domain, result: itemResult, code, message }) => {
					return {
						domain,
						result: itemResult,
						...(code !== undefined && { code }),
						...(message !== undefined && { message }),
					};
				}),
			};
		case "refused": {
			const { status, code, message, retryAfterMs } = result;
			const until = retryAfterMs === undefined ? {} : { until: new Date(now.getTime() + retryAfterMs) };
			return { kind: "refused", status, code, message, ...until };
		}
		case "held":
			return { kind: "not_sent", until: result.until, blocked: result.reason === "blocked" };
		case "unknown":
			return { kind: result.sent ? "unknown" : "not_sent" };
	}
}
