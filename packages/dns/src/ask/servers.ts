import { getServers } from "node:dns";
import { isIP } from "node:net";
import { isPublic } from "@domains/contract/public-address.ts";
import type { DnsAddress, DnsSettings } from "./query.ts";
import { resolve } from "./resolve.ts";

/** Resolvers of Cloudflare, Google, Quad9 and OpenDNS. */
const publicResolvers = ["1.1.1.1", "8.8.8.8", "9.9.9.9", "208.67.222.222"];
const mostOfSystem = 2;
const port = 53;
/** The suffix of the names of the built-in service's nameservers. Public DNS does not know these names. */
const sandboxSuffix = ".sandbox.test";

/**
 * Returns the default resolvers: up to two of the system's, then the public ones. Skips a system resolver with a port
 * other than 53.
 */
export function usualResolvers(): DnsAddress[] {
	const system = getServers()
		.slice(0, mostOfSystem)
		.flatMap((each) => (isIP(each) ? { address: each, port } : []));
	const others = publicResolvers.filter((each) => system.every(({ address }) => address !== each));
	return [...system, ...others.map((address) => ({ address, port }))];
}

/**
 * Returns the public addresses of a nameserver: at most one IPv4 and one IPv6 address. Empty if none is found. Leaves
 * out private addresses, because people could otherwise explore the bot's own network. For a name under
 * `sandboxSuffix`, returns the nameserver of the built-in service, if this service is used.
 */
export async function addressesOf(name: string, settings: DnsSettings, signal: AbortSignal): Promise<DnsAddress[]> {
	const { builtIn } = settings;
	if (builtIn && name.endsWith(sandboxSuffix)) return [builtIn];
	const types = ["A", "AAAA"] as const;
	const replies = await Promise.all(types.map((type) => resolve({ name, type }, settings, signal)));
	const found = replies.flatMap((reply) => reply?.values.filter(isPublic).slice(0, 1) ?? []);
	return found.map((address) => ({ address, port }));
}
