import { spfTerms } from "../rules/dns/mail.ts";
import type { DnsQuestion, DnsReply } from "../rules/dns/message.ts";
import { query } from "./query.ts";
import { addressesOf, type DnsSettings } from "./servers.ts";

/** `unknown`: no resolver answers, so nothing is known. */
export type Resolved = "yes" | "no" | "unknown";

/**
 * What a nameserver says about a domain. `no_address`: it has no public address. `lame`: it answers, but not for this domain. `silent`: it does not answer.
 * `unknown`: no resolver answers, so its address is not known.
 */
export type ServerState = "ok" | "no_address" | "lame" | "silent" | "unknown";

/** The most resolvers that are asked one after another. */
const mostAsked = 3;

/** Asks the resolvers, one after another, until one answers. Undefined if none does. */
async function ask(
	question: DnsQuestion,
	{ resolvers }: DnsSettings,
	signal: AbortSignal,
): Promise<Extract<DnsReply, { kind: "values" }> | undefined> {
	for (const resolver of resolvers.slice(0, mostAsked)) {
		const reply = await query(resolver, question, { recursive: true, signal });
		if (reply !== "silent" && reply.kind === "values") return reply;
	}
	return undefined;
}

/** Returns whether a name has an address. */
export async function resolves(name: string, settings: DnsSettings, signal: AbortSignal): Promise<Resolved> {
	const replies = await Promise.all((["A", "AAAA"] as const).map((type) => ask({ name, type }, settings, signal)));
	// An alias that leads nowhere is the only value of its answer.
	if (replies.some((reply) => reply?.values.some((value) => !value.startsWith("CNAME ")))) return "yes";
	return replies.every((reply) => reply !== undefined) ? "no" : "unknown";
}

/** Asks a nameserver for the domain's nameservers, to which only a server of the zone gives an authoritative answer. */
export async function nameserverState(
	name: string,
	domain: string,
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<ServerState> {
	const addresses = await addressesOf(name, settings, signal);
	if (addresses.length === 0) {
		const resolved = await resolves(name, settings, signal);
		return resolved === "unknown" ? "unknown" : "no_address";
	}
	for (const address of addresses) {
		const reply = await query(address, { name: domain, type: "NS" }, { recursive: false, signal });
		if (reply !== "silent") return reply.kind === "values" && reply.authoritative ? "ok" : "lame";
	}
	return "silent";
}

/** The most names that are read to count the lookups of an SPF record. */
const mostIncludes = 15;

/**
 * Counts the DNS lookups of an SPF record with those of its includes (RFC 7208, 4.6.4). Null if no resolver answers.
 * Stops after fifteen includes, more than the ten that are allowed.
 */
export async function countLookups(record: string, settings: DnsSettings, signal: AbortSignal): Promise<number | null> {
	const seen = new Set<string>();
	let total = 0;
	let open = [record];
	while (open.length > 0) {
		const terms = open.map(spfTerms);
		total += terms.reduce((sum, { lookups }) => sum + lookups, 0);
		const names = terms.flatMap(({ includes }) => includes).filter((name) => !seen.has(name) && !name.includes("%"));
		const next = [...new Set(names)].slice(0, mostIncludes - seen.size);
		for (const name of next) seen.add(name);
		const replies = await Promise.all(
			next.map((name) => ask({ name: name.toLowerCase(), type: "TXT" }, settings, signal)),
		);
		if (replies.some((reply) => reply === undefined)) return null;
		open = replies.flatMap((reply) => reply?.values.find((value) => /^"?v=spf1\s/i.test(value)) ?? []);
	}
	return total;
}
