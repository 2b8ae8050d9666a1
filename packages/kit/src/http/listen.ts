import { once } from "node:events";
import { BlockList, createServer, isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";

export interface Address {
	host: string;
	port: number;
}

interface ListenOptions extends Address {
	setting: string;
}

const reasons: ReadonlyMap<string, string> = new Map([
	["EADDRINUSE", "is in use by another program"],
	["EACCES", "may not be used by this user"],
	["EADDRNOTAVAIL", "is not an address of this machine"],
	["ENOTFOUND", "is not an address of this machine"],
]);

/** Returns the URL to open, such as `http://127.0.0.1:8080`. Port 0 picks a free port. */
export async function listen(app: FastifyInstance, { host, port, setting }: ListenOptions): Promise<string> {
	try {
		await app.listen({ host, port });
	} catch (cause) {
		const reason = cause instanceof Error && "code" in cause ? reasons.get(String(cause.code)) : undefined;
		if (reason === undefined) throw cause;
		throw new AppError(
			"port_in_use",
			`${host}:${port} ${reason}: set ${setting} to another port, or stop the program that uses it`,
			{ cause },
		);
	}
	const bound = app.server.address();
	const actual = typeof bound === "object" && bound ? bound.port : port;
	return localUrl({ host, port: actual });
}

/** Components may need the URL before listening starts. Replaces port 0 by a free port. */
export async function chooseAddress({ host, port }: Address): Promise<Address & { url: string }> {
	const address = { host, port: port === 0 ? await freePort(host) : port };
	return { ...address, url: localUrl(address) };
}

/** A wildcard address becomes the loopback address. */
export function localUrl({ host, port }: Address): string {
	return `http://${reachable(host)}:${port}`;
}

async function freePort(host: string): Promise<number> {
	const probe = createServer().listen(0, host);
	await once(probe, "listening");
	const address = probe.address();
	probe.close();
	await once(probe, "close");
	return typeof address === "object" && address ? address.port : 0;
}

function reachable(host: string): string {
	if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
	return host.includes(":") ? `[${host}]` : host;
}

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
