import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { isPublic } from "@domains/contract/public-address.ts";
import ipaddr from "ipaddr.js";

/** The reason why webhook events may not be sent to a URL. */
export type TargetProblem = "not_a_url" | "not_https" | "credentials" | "not_public" | "not_receiver";

/** The settings that allow or forbid targets. Without any settings, only public https addresses are allowed. */
export interface Targets {
	/**
	 * Origins that the operator allows, such as `http://127.0.0.1:8080`. They may use plain HTTP and need not be public.
	 */
	allowedOrigins: readonly string[];
	/**
	 * The base URL under which this process receives events, such as `https://bot.example/events/`. Events may not be
	 * sent to other paths of that origin, so that a webhook cannot call other routes of this process.
	 */
	receiverBase?: string;
	/**
	 * The port at which this process listens. A URL with this port and an address of this machine leads to this process.
	 * Such a URL is allowed only if its path is under `/events/`.
	 */
	ownPort?: number;
}

/** Resolves a host name to all of its addresses, like `dns.lookup(name, { all: true })`. */
export type Resolve = (
	hostname: string,
	callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Checks a webhook URL, but does not resolve its host name. Returns undefined for a URL that is accepted: https to a
 * public host, an allowed origin, or a receiver of this process. `lookupFor` checks the resolved address on every
 * connection, because DNS answers can change at any time.
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

/**
 * The addresses to which a delivery may connect. `any`: all addresses. `not_ours`: all except those of this machine.
 * `public`: only public addresses.
 */
export type Reach = "any" | "not_ours" | "public";

/**
 * Returns which addresses the target's host name may resolve to. Call this only for a target that `targetProblem`
 * accepts.
 */
export function reachOf(target: string, targets: Targets): Reach {
	const url = new URL(target);
	if (!isAllowed(url, targets)) return "public";
	return portOf(url) === targets.ownPort && !isReceiver(url, targets) ? "not_ours" : "any";
}

/**
 * True if the target has an origin that the operator allows, or the origin at which this process receives events. Such
 * a target may use plain HTTP and need not be public.
 */
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

/** Returns the host name without a trailing dot, because both spellings resolve to the same host. */
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

/** True for loopback, the unspecified address, and addresses of this machine's interfaces. */
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

/**
 * False for localhost and for an IP literal that is not public. Other host names are checked when they are resolved.
 */
function isPublicHost(hostname: string): boolean {
	const literal = literalOf(hostname);
	return ipaddr.isValid(literal) ? isPublic(literal) : !isLocalhost(hostname);
}

const resolveAll: Resolve = (hostname, callback) => systemLookup(hostname, { all: true }, callback);

/** The error code of a connection attempt if the host name resolves to no allowed address. */
export const refusedAddressCode = "ERR_ADDRESS_REFUSED";

/**
 * Returns a `lookup` for sockets that yields only addresses within `reach`. The socket connects to the checked address,
 * so DNS rebinding has no effect.
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
