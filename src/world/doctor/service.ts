import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@domains/contract/limits.ts";
import { createPorkbunClient, type PorkbunClient } from "@domains/trading-service/registrar/porkbun/client.ts";
import type { Result } from "@domains/trading-service/registrar/porkbun/send.ts";
import ipaddr from "ipaddr.js";
import { type Dispatcher, request } from "undici";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { type Finding, failure, ok, reasonOf, warning } from "./finding.ts";

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

/** People ask for these first. The price list has hundreds more, and each needs its own call. */
const extensions = ["com", "net", "org", "io", "dev", "ai", "co.uk", "us"];
const callMs = 10_000;
/** The registrar answers more than one call in a second with an error. */
const pauseMs = 1_100;

type Ask = <Value>(
	call: (client: PorkbunClient, signal: AbortSignal) => Promise<Result<Value>>,
) => Promise<Result<Value>>;

/** Spends nothing. */
async function lookAtPorkbun({ builtInService }: Config, dispatcher: Dispatcher): Promise<Finding[]> {
	const { porkbun } = builtInService;
	if (!porkbun) return [];
	const client = createPorkbunClient({ ...porkbun, dispatcher });
	const ask: Ask = async (call) => {
		const result = await call(client, AbortSignal.timeout(callMs));
		await sleep(pauseMs);
		return result;
	};
	const keys = keysFinding(await ask((api, signal) => api.ping(signal)), porkbun.testKeys);
	if (keys.state === "fix") return [keys];
	return [keys, ...(await money(ask, porkbun.testKeys)), await domains(ask), await extensionFinding(ask)];
}

function keysFinding(
	ping: Result<{ yourIp: string; credentialsValid?: boolean | undefined }>,
	testKeys: boolean,
): Finding {
	const part = "porkbun keys";
	const kind = testKeys ? "test keys, with play money" : "live keys, with real money";
	switch (ping.kind) {
		case "ok":
			return ok(part, `${kind}; Porkbun sees calls from ${ping.value.yourIp}`);
		case "refused":
			return failure(
				part,
				`Porkbun refuses them (${ping.code ?? ping.text}): copy both again, and check the IP allow-list of the key`,
			);
		case "limited":
			return warning(part, "Porkbun answers no more calls for now: try again in a minute");
		case "down":
		case "unknown":
			return failure(part, `Porkbun does not answer (${ping.text}): check the network`);
	}
}

async function money(ask: Ask, testKeys: boolean): Promise<Finding[]> {
	const balance = await ask((api, signal) => api.balanceCents(signal));
	if (balance.kind !== "ok") return [warning("porkbun credit", `it could not be read: ${balance.text}`)];
	const least = limits.tokenBalanceCents;
	const credit =
		balance.value < least
			? warning("porkbun credit", `${usd(balance.value)}: creating an API token needs ${usd(least)}`)
			: ok("porkbun credit", usd(balance.value));
	if (testKeys) return [credit];
	const spending = await ask((api, signal) => api.spending(signal));
	if (spending.kind !== "ok") return [credit, warning("porkbun limit", `it could not be read: ${spending.text}`)];
	const { limitCents, spentCents } = spending.value;
	if (limitCents === null) return [credit, ok("porkbun limit", "the API has no monthly limit")];
	const left = limitCents - (spentCents ?? 0);
	const says = `${usd(Math.max(0, left))} of ${usd(limitCents)} are left for the API this month`;
	return [credit, left > 0 ? ok("porkbun limit", says) : warning("porkbun limit", `${says}: raise it on the website`)];
}

async function domains(ask: Ask): Promise<Finding> {
	const part = "porkbun domains";
	const list = await ask((api, signal) => api.domains(signal));
	if (list.kind !== "ok") return warning(part, `they could not be listed: ${list.text}`);
	const closed = list.value.filter(({ hasApiAccess }) => hasApiAccess === false);
	const all = `${list.value.length} domains`;
	if (closed.length === 0) return ok(part, `${all}, all open to the API`);
	const some = closed.slice(0, 3).map(({ name }) => name);
	const more = closed.length > some.length ? `, and ${closed.length - some.length} more` : "";
	return warning(part, `${all}; closed to the API: ${some.join(", ")}${more}. Turn on API Access on the website`);
}

async function extensionFinding(ask: Ask): Promise<Finding> {
	const part = "porkbun extensions";
	const prices = await ask((api, signal) => api.pricing(signal));
	if (prices.kind !== "ok") return warning(part, `the price list could not be read: ${prices.text}`);
	const sold = new Set(prices.value.map(({ tld }) => tld));
	const websiteOnly: string[] = [];
	for (const tld of extensions.filter((each) => sold.has(each))) {
		const read = await ask((api, signal) => api.requirements(tld, signal));
		if (read.kind === "refused" && read.code !== "INVALID_TLD") {
			return ok(part, `${sold.size} are sold; this edition of the API does not say which it can register`);
		}
		if (read.kind === "ok" && !read.value.isRegisterable) websiteOnly.push(`.${tld}`);
	}
	const asked = `${sold.size} are sold; of ${extensions.map((tld) => `.${tld}`).join(" ")}`;
	return ok(
		part,
		websiteOnly.length > 0
			? `${asked}, only the website sells ${websiteOnly.join(" ")}`
			: `${asked}, the API sells all`,
	);
}

function usd(cents: number): string {
	return `$${(cents / 100).toFixed(2)}`;
}
