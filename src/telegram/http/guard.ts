import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Keeps the page and the person's side for this machine: only loopback peers, only a loopback `Host` (a foreign name
 * that resolves to this machine is how a web page reaches in), only pages of our own as `Origin`. With `exposed`
 * other machines may come under any name, pages of other sites still may not.
 */
export function createGuard(exposed: boolean) {
	return async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const problem = problemOf(request, exposed);
		if (problem === null) return;
		await reply.code(403).send({ error: { code: "forbidden", message: problem } });
	};
}

function problemOf({ headers, socket }: FastifyRequest, exposed: boolean): string | null {
	const { host = "", origin } = headers;
	// What a proxy on this machine passes on comes from elsewhere.
	const isPassedOn = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
	const isHere = !isPassedOn && isLoopbackAddress(socket.remoteAddress ?? "");
	if (!exposed && !isHere) return "only this machine may use the local Telegram";
	if (!exposed && !isLoopbackName(hostname(host))) return `the host ${hostname(host)} is not this machine`;
	if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
		return "pages of other sites may not use the local Telegram";
	}
	return null;
}

const hostname = (host: string): string => host.replace(/:\d+$/, "").toLowerCase();

const isLoopbackAddress = (ip: string): boolean => ip === "::1" || /^(?:::ffff:)?127\./.test(ip);

const isLoopbackName = (name: string): boolean =>
	name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
