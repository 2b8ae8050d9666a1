import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { isPublic } from "@domains/contract/public-address.ts";
import ipaddr from "ipaddr.js";

export type TargetProblem = "not_a_url" | "not_https" | "credentials" | "not_public" | "not_receiver";

/** By default, only public https addresses are allowed. */
export interface Targets {
	/** Origins such as `http://127.0.0.1:8080` that may use plain HTTP and need not be public. */
	allowedOrigins: readonly string[];
	/**
	 * Base URL under which this process receives events. Events may not be sent to other paths of its origin, so that a
	 * webhook cannot call other routes of this process.
	 */
	receiverBase?: string;
	/**
	 * A URL with this port and an address of this machine leads to this process, so its path must be under `/events/`.
	 */
	ownPort?: number;
}

/** Like `dns.lookup(name, { all: true })`. */
export type Resolve = (
	hostname: string,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Accepts https to a public host, an allowed origin, and a receiver of this process. `lookupFor` checks the resolved
 * address on every connection, because DNS answers can change at any time.
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

/** `not_ours`: all addresses except those of this machine. */
export type Reach = "any" | "not_ours" | "public";

/** Only for a target that `targetProblem` accepts. */
export function reachOf(target: string, targets: Targets): Reach {
	const url = new URL(target);
	if (!isAllowed(url, targets)) return "public";
	return portOf(url) === targets.ownPort && !isReceiver(url, targets) ? "not_ours" : "any";
}

/** Such a target may use plain HTTP and need not be public. */
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

/** Both spellings, with and without a trailing dot, resolve to the same host. */
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

/** Loopback, the unspecified address, and addresses of this machine's interfaces. */
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

/** Host names other than localhost and IP literals are checked when they are resolved. */
function isPublicHost(hostname: string): boolean {
	const literal = literalOf(hostname);
	return ipaddr.isValid(literal) ? isPublic(literal) : !isLocalhost(hostname);
}

const resolveAll: Resolve = (hostname, callback) => systemLookup(hostname, { all: true }, callback);

/** The host name resolves to no allowed address. */
export const refusedAddressCode = "ERR_ADDRESS_REFUSED";

/** The socket connects to the checked address, so DNS rebinding has no effect. */
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
