import { textContent } from "../rules/dns/any-record.ts";
import type { DnsQuestion, DnsReply } from "../rules/dns/message.ts";
import type { ServerState } from "../rules/dns/servers-check.ts";
import { isSpf } from "../rules/dns/spf.ts";
import { type DnsAddress, query } from "./query.ts";
import { addressesOf, type DnsSettings } from "./servers.ts";

/** The answer to the question whether a name has an IPv4 or IPv6 address. `unknown`: no resolver answers. */
export type Resolved = "yes" | "no" | "unknown";

/** Maximum number of resolvers to ask, one after another. */
const mostAsked = 3;

/** Asks the first resolvers, one after another, until one answers. Returns undefined if none does. */
async function ask(
	question: DnsQuestion,
	{ resolvers }: DnsSettings,
	signal: AbortSignal,
): Promise<Extract<DnsReply, { kind: "values" }> | undefined> {
	for (const resolver of resolvers.slice(0, mostAsked)) {
		const reply = await query(resolver, question, { recursive: true, signal });
		if (reply !== "silent" && reply.kind === "values") return reply;
	}
	return undefined;
}

/** Asks resolvers whether a name has an IPv4 or IPv6 address. */
export async function resolves(name: string, settings: DnsSettings, signal: AbortSignal): Promise<Resolved> {
	const replies = await Promise.all((["A", "AAAA"] as const).map((type) => ask({ name, type }, settings, signal)));
	// If an alias leads to a name without an address, the answer contains only CNAME records. These are not addresses.
	if (replies.some((reply) => reply?.values.some((value) => !value.startsWith("CNAME ")))) return "yes";
	return replies.every((reply) => reply !== undefined) ? "no" : "unknown";
}

/** Checks whether a nameserver answers for a single domain. */
export async function nameserverState(
	name: string,
	domain: string,
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<ServerState> {
	const [state = "unknown"] = await nameserverStates(name, [domain], settings, signal);
	return state;
}

/**
 * Checks whether a nameserver answers for each of these domains. Returns the states in the order of the domains. Looks
 * up the nameserver's address once. Then asks the nameserver for the NS records of each domain. Only a server that has
 * the domain's zone gives an authoritative answer.
 */
export async function nameserverStates(
	name: string,
	domains: readonly string[],
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<ServerState[]> {
	const addresses = await addressesOf(name, settings, signal);
	if (addresses.length > 0) return Promise.all(domains.map((domain) => stateAt(addresses, domain, signal)));
	const resolved = await resolves(name, settings, signal);
	return domains.map(() => (resolved === "unknown" ? "unknown" : "no_address"));
}

/**
 * If `signal` aborts sooner than this many milliseconds after the first query, the server had too little time to
 * answer. The server's state is then `unknown`, not `silent`.
 */
const fairMs = 500;

async function stateAt(addresses: readonly DnsAddress[], domain: string, signal: AbortSignal): Promise<ServerState> {
	const began = performance.now();
	for (const address of addresses) {
		const reply = await query(address, { name: domain, type: "NS" }, { recursive: false, signal });
		if (reply !== "silent") return reply.kind === "values" && reply.authoritative ? "ok" : "lame";
	}
	return signal.aborted && performance.now() - began < fairMs ? "unknown" : "silent";
}

/** Finds the SPF record of a name. Returns null if the name has none, and undefined if no resolver answers. */
export async function findSpf(
	name: string,
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<string | null | undefined> {
	const reply = await ask({ name, type: "TXT" }, settings, signal);
	return reply && (reply.values.map(textContent).find(isSpf) ?? null);
}
