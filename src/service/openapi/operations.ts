import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import type { ProblemCode } from "../../contract/problems.ts";

/** Texts about one endpoint that its schemas do not contain. */
interface Operation {
	tag: "Account" | "Search" | "Orders" | "Domains" | "DNS" | "Webhooks";
	summary: string;
	description: string;
	/** Codes of this endpoint, in addition to those of every request and of every mutation. */
	problems: readonly ProblemCode[];
}

const orderBatch = [
	"One result per item, in order, charged one by one. Partial success is normal: look at every item.",
	"While a request with the same key is still running, every item says `request_in_progress`; an item whose order the registry left unanswered says `provider_error`. Neither answer is kept: with the same key and body, only what was left unanswered is looked at again.",
].join("\n\n");

export const operations: Readonly<Record<EndpointName, Operation>> = {
	account: {
		tag: "Account",
		summary: "Read the account",
		description: "Number, balance, switches, whitelist and default configuration of the account behind the token.",
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
			"A query with a dot is a full domain and answered with one result. One without a dot is the base of a name and answered with one result per zone, cheapest first.",
		problems: ["validation_error"],
	},
	searchBatch: {
		tag: "Search",
		summary: "Search many names",
		description:
			"One result per item, in order. An item that is not well formed fails alone. A name base brings one line of at most 300 bytes per zone that is sold: 1,000 of them over 90 zones make an answer of 27 MB. The answer is sent in parts, as fast as it is read.",
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
		description: "A domain of the account as it is now.",
		problems: ["domain_not_found", "validation_error"],
	},
	register: {
		tag: "Orders",
		summary: "Register a domain",
		description:
			"Charges the register price for the first year and the renewal price for each further one. Without a configuration of its own the domain gets the account's defaults.",
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
		description: "Who answers for the domain, its records as they are kept here, and its nameservers.",
		problems: ["domain_not_found", "validation_error"],
	},
	replaceDns: {
		tag: "DNS",
		summary: "Replace all records",
		description:
			"The set in the body replaces the whole set. While the domain's nameservers are not the service's, the records are kept but inactive.",
		problems: ["domain_not_found", "domain_blocked"],
	},
	replaceNameservers: {
		tag: "DNS",
		summary: "Replace all nameservers",
		description:
			"Takes the nameservers themselves, or the key of a preset. A domain that was bound to an edge profile leaves it.",
		problems: ["domain_not_found", "domain_blocked"],
	},
	bindEdge: {
		tag: "DNS",
		summary: "Bind an edge profile",
		description: "Puts the domain behind an edge profile that the account's owner has set up.",
		problems: ["domain_not_found", "edge_not_configured", "domain_blocked"],
	},
	deliveries: {
		tag: "Webhooks",
		summary: "Read the delivery log",
		description: "The latest attempts to deliver events, newest first.",
		problems: ["validation_error"],
	},
};

/** `not_found` and `method_not_allowed` concern a client that builds the path or method of an operation wrongly. */
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
/** Batches report this code on their items instead. */
const single: readonly ProblemCode[] = ["request_in_progress"];

/** Returns every code with which an endpoint can answer. */
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
