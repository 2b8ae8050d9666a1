import type { FastifyRequest } from "fastify";
import { proxyHeader } from "../http/local.ts";

/** The caller's address, or why it is not known. */
export type CallerAddress = { address: string } | { problem: string };

/**
 * A request with a proxy header comes from a proxy, whose own address says nothing about the caller: a proxy on this
 * machine would make the whole world a local caller. So it counts only if a trusted proxy names the caller.
 */
export function callerAddress({ headers, ip, ips, socket }: FastifyRequest): CallerAddress {
	const header = proxyHeader(headers);
	// `ips` begins with the peer; Fastify adds what X-Forwarded-For names only if it trusts that peer.
	if (header === undefined || (ips && ips.length > 1)) return { address: ip };
	const arrived = `A proxy header (${header}) arrived`;
	if (!ips) {
		const advice = "name the proxy there, or send the request without this header";
		return { problem: `${arrived}, but TRUSTED_PROXIES is not set: ${advice}.` };
	}
	if (header !== "X-Forwarded-For") return { problem: `${arrived} without X-Forwarded-For: the caller is not known.` };
	return { problem: `${arrived} from ${socket.remoteAddress}, which TRUSTED_PROXIES does not name.` };
}
