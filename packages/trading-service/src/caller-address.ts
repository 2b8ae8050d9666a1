import { proxyHeader } from "@domains/kit/http/local.ts";
import type { FastifyRequest } from "fastify";

export type CallerAddress = { address: string } | { problem: string };

/**
 * A proxy on this machine would make every caller look local. So a request with a proxy header, such as
 * X-Forwarded-For, must come from a trusted proxy and name the caller in X-Forwarded-For. Otherwise, the caller is
 * unknown.
 */
export function callerAddress({ headers, ip, ips, socket }: FastifyRequest): CallerAddress {
	const header = proxyHeader(headers);
	// The first of `ips` is the address of the socket. Fastify adds the addresses of X-Forwarded-For only if it trusts
	// the socket's address.
	if (header === undefined || (ips && ips.length > 1)) return { address: ip };
	const arrived = `A proxy header (${header}) arrived`;
	if (!ips) {
		const advice = "add the proxy there, or send the request without this header";
		return { problem: `${arrived}, but TRUSTED_PROXIES is not set: ${advice}.` };
	}
	if (header !== "X-Forwarded-For") return { problem: `${arrived} without X-Forwarded-For: the caller is unknown.` };
	return { problem: `${arrived} from ${socket.remoteAddress}, which TRUSTED_PROXIES does not contain.` };
}
