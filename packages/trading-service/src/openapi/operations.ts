import { type EndpointName, endpoints } from "@domains/contract/endpoints.ts";
import type { ProblemCode } from "@domains/contract/problems.ts";

interface Operation {
	tag: "Account" | "Search" | "Orders" | "Domains" | "DNS" | "Webhooks";
	summary: string;
	description: string;
	/** Specific to this endpoint. The codes of every request are in `always`, and those of every change in `mutating`. */
	problems: readonly ProblemCode[];
}

const orderBatch = [
	"One result per item, in order, charged one by one. Partial success is normal: check every item.",
	"While a request with the same key is still running, every item says `request_in_progress`; if the registry did not answer for an item, it says `provider_error`. Neither answer is stored: the same key and body process only the unanswered items again.",
].join("\n\n");

export const operations: Readonly<Record<EndpointName, Operation>> = {
	account: {
		tag: "Account",
		summary: "Read the account",
		description: "Id, balance, settings, whitelist and default configuration of the token's account.",
		problems: [],
	},
	zones: {
		tag: "Account",
		summary: "Read the price list",
		description: "Every zone that the service sells, with the price of the first year and of each further one.",
		problems: [],
	},
	search: {
		tag: "Search",
		summary: "Search a name",
		description:
			"A query with a dot is a full domain and has one result. A query without a dot is a name base and has one result per zone, cheapest first.",
		problems: ["validation_error"],
	},
	searchBatch: {
		tag: "Search",
		summary: "Search many names",
		description:
			"One result per item, in order. A malformed item fails alone. A name base has one result of at most 300 bytes per zone: 1,000 of them with 90 zones make an answer of 27 MB. The answer is sent in parts, as fast as the caller reads it.",
		problems: ["payload_too_large", "validation_error"],
	},
	domains: {
		tag: "Domains",
		summary: "List domains",
		description: "The account's domains in alphabetical order, page by page.",
		problems: ["validation_error"],
	},
	domain: {
		tag: "Domains",
		summary: "Read a domain",
		description: "The current state of a domain of the account.",
		problems: ["domain_not_found", "validation_error"],
	},
	register: {
		tag: "Orders",
		summary: "Register a domain",
		description:
			"Charges the register price for the first year and the renewal price for each further one. Without `config` the domain gets the account's defaults.",
		problems: ["domain_not_found", "insufficient_funds", "edge_not_configured"],
	},
	registerBatch: {
		tag: "Orders",
		summary: "Register many domains",
		description: orderBatch,
		problems: [],
	},
	renew: {
		tag: "Orders",
		summary: "Renew a domain",
		description:
			"Charges the renewal price for each year. Works for expired domains for 30 days, and for blocked ones.",
		problems: ["domain_not_found", "insufficient_funds"],
	},
	renewBatch: {
		tag: "Orders",
		summary: "Renew many domains",
		description: orderBatch,
		problems: [],
	},
	dns: {
		tag: "DNS",
		summary: "Read records and nameservers",
		description: "The DNS mode of the domain, its stored records, and its nameservers.",
		problems: ["domain_not_found", "validation_error"],
	},
	replaceDns: {
		tag: "DNS",
		summary: "Replace all records",
		description:
			"The set in the body replaces the whole set. While the domain has other nameservers than the service's, the records are stored but inactive.",
		problems: ["domain_not_found", "domain_blocked", "zone_changed"],
	},
	replaceNameservers: {
		tag: "DNS",
		summary: "Replace all nameservers",
		description: "Accepts nameservers, or the key of a preset. An edge profile of the domain is unbound.",
		problems: ["domain_not_found", "domain_blocked"],
	},
	bindEdge: {
		tag: "DNS",
		summary: "Bind an edge profile",
		description: "Binds the domain to an edge profile of the account.",
		problems: ["domain_not_found", "edge_not_configured", "domain_blocked"],
	},
	deliveries: {
		tag: "Webhooks",
		summary: "Read the delivery log",
		description: "The latest attempts to deliver events, newest first.",
		problems: ["validation_error"],
	},
};

/** `not_found` is for a wrong path, and `method_not_allowed` for a wrong method. */
const always: readonly ProblemCode[] = [
	"bad_request",
	"unauthorized",
	"forbidden",
	"not_found",
	"method_not_allowed",
	"rate_limited",
	"provider_error",
];
const mutating: readonly ProblemCode[] = ["payload_too_large", "idempotency_key_reused", "validation_error"];
/** A batch reports them on its items instead. */
const single: readonly ProblemCode[] = ["request_in_progress"];

export function problemsOf(name: EndpointName): ProblemCode[] {
	const { mutation } = endpoints[name];
	const batch = name.endsWith("Batch");
	return [
		...new Set([
			...always,
			...(mutation ? mutating : []),
			...(mutation && !batch ? single : []),
			...operations[name].problems,
		]),
	];
}
