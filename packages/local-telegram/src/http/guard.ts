import { isIP } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Protects the routes that need no token: the chat page, and the routes that act for a person. A request is allowed if
 * all of these are true:
 * - The client is on this machine. With `exposedAs`, it may be on any machine.
 * - The `Host` header is a loopback name or address. With `exposedAs`, it may also be a name from `exposedAs` or any IP
 *   address. A foreign web page could make its own name resolve to this machine (DNS rebinding).
 * - The `Origin` header, if present, is that of our own page.
 */
export function createGuard(exposedAs: readonly string[] | null) {
	const names = exposedAs && new Set(exposedAs.map(withoutFinalDot));
	return async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const problem = problemOf(request, names);
		if (problem === null) return;
		await reply.code(403).send({ error: { code: "forbidden", message: problem } });
	};
}

const proxyHeaders = ["x-forwarded-for", "x-real-ip", "forwarded"];

function problemOf({ headers, socket }: FastifyRequest, names: ReadonlySet<string> | null): string | null {
	const { host = "", origin } = headers;
	// A proxy on this machine may have forwarded the request from another machine.
	const isPassedOn = proxyHeaders.some((name) => headers[name] !== undefined);
	const isHere = !isPassedOn && isLoopbackAddress(socket.remoteAddress ?? "");
	if (!names && !isHere) return "only this machine may use the local Telegram";
	const name = hostname(host);
	const isOurs = isLoopbackName(name) || (names && (names.has(name) || isAddress(name)));
	if (!isOurs) return `the host ${name} is not this machine: use its address`;
	if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
		return "pages of other sites may not use the local Telegram";
	}
	return null;
}

const withoutFinalDot = (name: string): string => name.toLowerCase().replace(/\.$/, "");

const hostname = (host: string): string => withoutFinalDot(host.replace(/:\d+$/, ""));

const isAddress = (name: string): boolean => isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;

const isLoopbackAddress = (ip: string): boolean => ip === "::1" || /^(?:::ffff:)?127\./.test(ip);

const isLoopbackName = (name: string): boolean =>
	name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
