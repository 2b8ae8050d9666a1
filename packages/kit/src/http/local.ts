import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const proxyHeaders = ["X-Forwarded-For", "X-Real-IP", "Forwarded"] as const;

export function proxyHeader(headers: FastifyRequest["headers"]): (typeof proxyHeaders)[number] | undefined {
	return proxyHeaders.find((name) => headers[name.toLowerCase()] !== undefined);
}

/**
 * False for a request that a proxy on this machine forwards, and for one that a foreign web page triggers in a browser
 * on this machine: its `Host` is not a loopback name.
 */
export function isLocal({ headers, socket }: Pick<FastifyRequest, "headers" | "socket">): boolean {
	if (proxyHeader(headers) !== undefined) return false;
	return isLoopback(socket.remoteAddress ?? "") && isLoopback(hostname(headers.host ?? ""));
}

function hostname(host: string): string {
	return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, "$1") : "";
}

function isLoopback(name: string): boolean {
	if (name === "localhost") return true;
	const kind = isIP(name);
	return kind !== 0 && loopback.check(name, kind === 6 ? "ipv6" : "ipv4");
}
