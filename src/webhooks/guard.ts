import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Why an address may not receive events. */
export type TargetProblem = "not_a_url" | "not_https" | "credentials" | "not_public" | "not_receiver";

/** Where events may go besides public https addresses. */
export interface Targets {
	/** Origins of the operator, such as `http://127.0.0.1:8080`: they may be plain HTTP and need not be public. */
	allowedOrigins: readonly string[];
	/** The receivers on our own listener, such as `https://bot.example/events/`. Its other paths are no targets. */
	receiverBase?: string;
}

/** Resolves a name to all of its addresses, as `dns.lookup(name, { all: true })` does. */
export type Resolve = (
	hostname: string,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Judges a target by its text alone: https to a public host, one of the operator's own origins, or one of our receivers.
 * A name that resolves to something private is found out when connecting, by `guardLookup`: what it resolves to may
 * change at any time.
 */
export function targetProblem(target: string, { allowedOrigins, receiverBase }: Targets): TargetProblem | undefined {
	if (!URL.canParse(target)) return "not_a_url";
	const url = new URL(target);
	if (url.username || url.password) return "credentials";
	if (receiverBase !== undefined && isSameListener(url, new URL(receiverBase))) {
		return isReceiver(url, receiverBase) ? undefined : "not_receiver";
	}
	if (allowedOrigins.includes(url.origin)) return undefined;
	if (url.protocol !== "https:") return "not_https";
	return isPublicHost(url.hostname) ? undefined : "not_public";
}

/** True for a target that may be plain HTTP and need not be public. The target has no `targetProblem`. */
export function isOurs(target: string, { allowedOrigins, receiverBase }: Targets): boolean {
	const url = new URL(target);
	const receives = receiverBase !== undefined && isSameListener(url, new URL(receiverBase));
	return receives || allowedOrigins.includes(url.origin);
}

/** A name with a final dot leads to the same place. */
function isSameListener(one: URL, other: URL): boolean {
	const [first, second] = [one, other].map(({ protocol, host }) => `${protocol}//${host.replace(/\.(?=:|$)/, "")}`);
	return first === second;
}

function isReceiver({ href }: URL, receiverBase: string): boolean {
	return href.startsWith(receiverBase) && /^[\w-]+$/.test(href.slice(receiverBase.length));
}

/** False for an address literal that is not public; a name is judged when it is resolved. */
function isPublicHost(hostname: string): boolean {
	const literal = hostname.replace(/^\[|\]$/g, "");
	if (ipaddr.isValid(literal)) return isPublic(literal);
	return !/^(?:.*\.)?localhost\.?$/.test(hostname);
}

/**
 * Whether an address is reachable for everybody: no private, loopback, link-local (metadata services), shared, reserved
 * or multicast range, and none that carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo). Only 2000::/3 is
 * handed out for IPv6.
 */
export function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.parse(address);
	if (parsed.range() !== "unicast") return false;
	return parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
}

const resolveAll: Resolve = (hostname, callback) => systemLookup(hostname, { all: true }, callback);

/** Marks a connection that was not made because the name resolves to an address that is not public. */
export const notPublicCode = "ERR_ADDRESS_NOT_PUBLIC";

/**
 * A `lookup` for sockets that answers with public addresses only. The socket connects to the very address that was
 * judged, so a name that changes between look-up and connection gains nothing.
 */
export function guardLookup(resolve: Resolve = resolveAll): LookupFunction {
	return (hostname, options, callback) => {
		resolve(hostname, (error, addresses) => {
			const open = error ? [] : addresses.filter(({ address }) => isPublic(address));
			const [first] = open;
			if (error) callback(error, []);
			else if (!first) callback(notPublic(hostname), []);
			else if (options.all) callback(null, open);
			else callback(null, first.address, first.family);
		});
	};
}

function notPublic(hostname: string): NodeJS.ErrnoException {
	return Object.assign(new Error(`${hostname} resolves to no public address`), { code: notPublicCode });
}
