import type { ServerState } from "../servers-check.ts";
import { isSpf } from "../spf.ts";
import { type DnsAddress, type DnsSettings, query } from "./query.ts";
import { resolve } from "./resolve.ts";
import { addressesOf } from "./servers.ts";

/** The answer to the question whether a name has an IPv4 or IPv6 address. `unknown`: no resolver gives a readable answer. */
export type Resolved = "yes" | "no" | "unknown";

/** Asks resolvers whether a name has an IPv4 or IPv6 address. */
export async function resolves(name: string, settings: DnsSettings, signal: AbortSignal): Promise<Resolved> {
	const types = ["A", "AAAA"] as const;
	const replies = await Promise.all(types.map((type) => resolve({ name, type }, settings, signal)));
	if (replies.some((reply) => reply !== undefined && reply.values.length > 0)) return "yes";
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
	if (addresses.length > 0) return Promise.all(domains.map((domain) => stateAt(addresses, domain, settings, signal)));
	const resolved = await resolves(name, settings, signal);
	return domains.map(() => (resolved === "unknown" ? "unknown" : "no_address"));
}

/**
 * If `signal` aborts sooner than this many milliseconds after the first query, the server had too little time to
 * answer. The server's state is then `unknown`, not `silent`.
 */
const fairMs = 500;

async function stateAt(
	addresses: readonly DnsAddress[],
	domain: string,
	{ onUnreadable }: DnsSettings,
	signal: AbortSignal,
): Promise<ServerState> {
	const began = performance.now();
	for (const address of addresses) {
		const reply = await query(address, { name: domain, type: "NS" }, { recursive: false, signal, onUnreadable });
		if (reply === "silent") continue;
		if (reply.kind === "unreadable") return "unknown";
		return reply.kind === "values" && reply.authoritative ? "ok" : "lame";
	}
	return signal.aborted && performance.now() - began < fairMs ? "unknown" : "silent";
}

/** Finds the SPF records of a name. Returns undefined if no resolver gives a readable answer. */
export async function findSpf(name: string, settings: DnsSettings, signal: AbortSignal): Promise<string[] | undefined> {
	const reply = await resolve({ name, type: "TXT" }, settings, signal);
	return reply?.values.filter(isSpf);
}
