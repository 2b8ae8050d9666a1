import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import ipaddr from "ipaddr.js";
import { type Dispatcher, request } from "undici";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { type Finding, failure, ok, reasonOf, warning } from "./finding.ts";
import { lookAtPorkbun } from "./porkbun.ts";

const refusal = z.object({ error: z.object({ code: z.string() }) });

export async function lookAtService(config: Config, dispatcher: Dispatcher): Promise<Finding[]> {
	const { url } = config.service;
	if (url === undefined) {
		const what = config.builtInService.porkbun ? "it sells from an account at Porkbun" : "with play money";
		const own = ok("service", `SERVICE_URL is not set: the built-in service runs, ${what}`);
		return [own, ...(await lookAtPorkbun(config, dispatcher))];
	}
	return [await reachable(url, dispatcher), await egress(config, new URL(url))];
}

/** Without a token, a 401 or 403 in the service's error format proves that `SERVICE_URL` is right. */
async function reachable(url: string, dispatcher: Dispatcher): Promise<Finding> {
	const advice = "SERVICE_URL must end with the version, as in /api/v1";
	// A service may answer every path below its base address with a 401, so that alone proves nothing.
	if (!/\/v\d+$/.test(url)) return failure("service", `${url} is not the base address of a service: ${advice}`);
	try {
		const { statusCode, body } = await request(`${url}/account`, { dispatcher, signal: AbortSignal.timeout(8_000) });
		const text = await body.text();
		if (statusCode >= 500) return failure("service", `${url} answers ${statusCode}: ask its operator`);
		const known = (statusCode === 401 || statusCode === 403) && refusal.safeParse(parsed(text)).success;
		if (known) return ok("service", `${url} answers`);
		return failure("service", `${url}/account answers ${statusCode}, so it is not the API of a service: ${advice}`);
	} catch (error) {
		return failure(
			"service",
			`${new URL(url).host} cannot be reached (${reasonOf(error)}): check SERVICE_URL and the network`,
		);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/**
 * `EGRESS_IPS` are the addresses from which the bot calls the registrar service. People must add them to the IP
 * whitelist of their account.
 */
async function egress({ service }: Config, url: URL): Promise<Finding> {
	const part = "egress address";
	const addresses = service.egressIps ?? [];
	const source = await sourceAddress(url).catch(() => null);
	const isPublic = source !== null && ipaddr.process(source).range() === "unicast";
	if (addresses.length === 0) {
		const find = isPublic ? `calls leave from ${source}` : "curl https://api.ipify.org on this machine shows it";
		return failure(part, `people cannot see which address to whitelist: set EGRESS_IPS (${find})`);
	}
	if (isPublic && !addresses.some((each) => ipaddr.process(each).toString() === ipaddr.process(source).toString())) {
		return failure(part, `calls leave from ${source}: add it to EGRESS_IPS`);
	}
	if (source !== null && isLoopback(source) && !addresses.some(isLoopback)) {
		return warning(
			part,
			`${addresses.join(", ")}, but calls leave from ${source}: this is right only if calls go through a tunnel`,
		);
	}
	const sure = isPublic ? "as seen here" : "behind a NAT: compare with curl https://api.ipify.org";
	return ok(part, `${addresses.join(", ")} (${sure})`);
}

const isLoopback = (address: string): boolean => ipaddr.process(address).range() === "loopback";

/** Behind a NAT, this is a private address, which is not the one that the service sees. */
async function sourceAddress({ hostname, port, protocol }: URL): Promise<string | null> {
	const { address } = await lookup(hostname.replace(/^\[(.*)\]$/, "$1"));
	const socket = connect({ host: address, port: Number(port) || (protocol === "https:" ? 443 : 80) });
	try {
		await once(socket, "connect", { signal: AbortSignal.timeout(5_000) });
		return socket.localAddress ?? null;
	} finally {
		socket.destroy();
	}
}
