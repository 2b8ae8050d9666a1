import type { FastifyRequest } from "fastify";
import { proxyHeader } from "../http/local.ts";

/** The address of the caller (the API client), or the message that says why it is unknown. */
export type CallerAddress = { address: string } | { problem: string };

/**
 * Returns the address of the caller. A request with a proxy header comes from a proxy, so the socket has the proxy's
 * address. A local proxy would make every caller look local. Such a request is accepted only if a trusted proxy names
 * the caller.
 */
export function callerAddress({ headers, ip, ips, socket }: FastifyRequest): CallerAddress {
	const header = proxyHeader(headers);
	// `ips` starts with the peer. Fastify adds the addresses of X-Forwarded-For only if it trusts the peer.
	if (header === undefined || (ips && ips.length > 1)) return { address: ip };
	const arrived = `A proxy header (${header}) arrived`;
	if (!ips) {
		const advice = "add the proxy there, or send the request without this header";
		return { problem: `${arrived}, but TRUSTED_PROXIES is not set: ${advice}.` };
	}
	if (header !== "X-Forwarded-For") return { problem: `${arrived} without X-Forwarded-For: the caller is unknown.` };
	return { problem: `${arrived} from ${socket.remoteAddress}, which TRUSTED_PROXIES does not contain.` };
}
