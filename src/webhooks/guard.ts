import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** Why an address may not receive events. */
export type TargetProblem = "not_a_url" | "not_https" | "credentials" | "not_public" | "not_receiver";

/** Where events may go besides public https addresses. */
export interface Targets {
	/** Origins of the operator, such as `http://127.0.0.1:8080`: they may be plain HTTP and need not be public. */
	allowedOrigins: readonly string[];
	/** The receivers on our own listener, such as `https://bot.example/events/`. Its other paths are no targets. */
	receiverBase?: string;
	/** The port of our own listener: on each address of this machine it has the receivers under `/events/` and no other target. */
	ownPort?: number;
}

/** Resolves a name to all of its addresses, as `dns.lookup(name, { all: true })` does. */
export type Resolve = (
	hostname: string,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Judges a target by its text alone: https to a public host, one of the operator's own origins, or one of our receivers.
 * What a name resolves to may change at any time. `lookupFor` judges it at the connection.
 */
export function targetProblem(target: string, targets: Targets): TargetProblem | undefined {
	if (!URL.canParse(target)) return "not_a_url";
	const url = new URL(target);
	if (url.username || url.password) return "credentials";
	if (isOurListener(url, targets) && !isReceiver(url, targets)) return "not_receiver";
	if (isAllowed(url, targets)) return undefined;
	if (url.protocol !== "https:") return "not_https";
	return isPublicHost(url.hostname) ? undefined : "not_public";
}

/** Which addresses a connection may use: any, any but those of this machine, or public ones. */
export type Reach = "any" | "not_ours" | "public";

/** The reach of a target that has no `targetProblem`. */
export function reachOf(target: string, targets: Targets): Reach {
	const url = new URL(target);
	if (!isAllowed(url, targets)) return "public";
	return portOf(url) === targets.ownPort && !isReceiver(url, targets) ? "not_ours" : "any";
}

/** True for a target that may be plain HTTP and need not be public. */
function isAllowed(url: URL, { allowedOrigins, receiverBase }: Targets): boolean {
	return (
		allowedOrigins.includes(url.origin) || (receiverBase !== undefined && isSameOrigin(url, new URL(receiverBase)))
	);
}

function isOurListener(url: URL, { receiverBase, ownPort }: Targets): boolean {
	if (receiverBase !== undefined && isSameOrigin(url, new URL(receiverBase))) return true;
	if (portOf(url) !== ownPort) return false;
	if (receiverBase !== undefined && nameOf(url) === nameOf(new URL(receiverBase))) return true;
	const literal = literalOf(url.hostname);
	return ipaddr.isValid(literal) ? isOfThisMachine(literal) : isLocalhost(url.hostname);
}

function isSameOrigin(one: URL, other: URL): boolean {
	return one.protocol === other.protocol && portOf(one) === portOf(other) && nameOf(one) === nameOf(other);
}

/** A name with a final dot leads to the same place. */
function nameOf({ hostname }: URL): string {
	return hostname.replace(/\.$/, "");
}

function isReceiver(url: URL, { receiverBase }: Targets): boolean {
	const bases = [`${url.origin}/events/`, ...(receiverBase === undefined ? [] : [receiverBase])];
	return bases.some((base) => url.href.startsWith(base) && /^[\w-]+$/.test(url.href.slice(base.length)));
}

function portOf({ port, protocol }: URL): number {
	return Number(port) || (protocol === "https:" ? 443 : 80);
}

/** True for an address that leads to this machine: loopback, unspecified, or one of its interfaces. */
function isOfThisMachine(address: string): boolean {
	const parsed = ipaddr.process(address);
	if (["loopback", "unspecified"].includes(parsed.range())) return true;
	const own = Object.values(networkInterfaces()).flatMap((each = []) => each.map((one) => one.address));
	return own.some((one) => ipaddr.process(one).toNormalizedString() === parsed.toNormalizedString());
}

function literalOf(hostname: string): string {
	return hostname.replace(/^\[|\]$/g, "");
}

function isLocalhost(hostname: string): boolean {
	return /^(?:.*\.)?localhost\.?$/.test(hostname);
}

/** False for an address literal that is not public; a name is judged when it is resolved. */
function isPublicHost(hostname: string): boolean {
	const literal = literalOf(hostname);
	return ipaddr.isValid(literal) ? isPublic(literal) : !isLocalhost(hostname);
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

/** Marks a connection that was not made because the name resolves to no address that the target may use. */
export const refusedAddressCode = "ERR_ADDRESS_REFUSED";

/**
 * A `lookup` for sockets that answers only with addresses within the reach. The socket connects to the address that was
 * judged, so a name that changes between look-up and connection gains nothing.
 */
export function lookupFor(reach: Reach, resolve: Resolve = resolveAll): LookupFunction {
	const isWithin = within[reach];
	return (hostname, options, callback) => {
		resolve(hostname, (error, addresses) => {
			const open = error ? [] : addresses.filter(({ address }) => isWithin(address));
			const [first] = open;
			if (error) callback(error, []);
			else if (!first) callback(refusedAddress(hostname), []);
			else if (options.all) callback(null, open);
			else callback(null, first.address, first.family);
		});
	};
}

const within: Record<Reach, (address: string) => boolean> = {
	any: () => true,
	not_ours: (address) => !isOfThisMachine(address),
	public: isPublic,
};

function refusedAddress(hostname: string): NodeJS.ErrnoException {
	const message = `${hostname} resolves to no address that may receive events`;
	return Object.assign(new Error(message), { code: refusedAddressCode });
}
