import { plainName } from "@domains/contract/names.ts";
import { comparedValues, type Expected, type Verdict, verdictOf, worstOf } from "../live.ts";
import type { DnsReply } from "../message.ts";
import type { ServerState } from "../servers-check.ts";
import { isSpf } from "../spf.ts";
import { addressesOf, type DnsAddress, type DnsSettings, query, resolve } from "./query.ts";

/** Shortened for display. */
export interface OldAnswer {
	name: string;
	type: string;
	values: string[];
	/** Null if unknown, and for the domain's own nameserver, whose answer is not cached. */
	ttlSeconds: number | null;
}

export interface ServerView {
	/** For a nameserver, its name. For another server, its address, with the port if it is not 53. */
	name: string;
	role: "nameserver" | "resolver" | "sandbox";
	verdict: Verdict;
	old: OldAnswer[];
}

const mostNameservers = 4;
const mostResolvers = 8;
const shown = { answers: 2, values: 4, characters: 80 };

/**
 * The servers are up to four of the domain's nameservers, up to eight resolvers, and the built-in service's
 * nameserver. A server that does not answer gets the verdict `silent`.
 */
export async function lookAt(
	nameservers: readonly string[],
	asked: readonly Expected[],
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<ServerView[]> {
	const own = nameservers.slice(0, mostNameservers).map(async (name): Promise<ServerView> => {
		const addresses = await addressesOf(plainName(name), settings, signal);
		return { name, role: "nameserver", ...(await lookAtServer(addresses, asked, false, { ...settings, signal })) };
	});
	const resolvers = settings.resolvers.slice(0, mostResolvers).map(async (each): Promise<ServerView> => {
		return {
			name: nameOf(each),
			role: "resolver",
			...(await lookAtServer([each], asked, true, { ...settings, signal })),
		};
	});
	const sandbox = [settings.builtIn ?? []].flat().map(async (each): Promise<ServerView> => {
		return {
			name: nameOf(each),
			role: "sandbox",
			...(await lookAtServer([each], asked, true, { ...settings, signal })),
		};
	});
	return Promise.all([...own, ...resolvers, ...sandbox]);
}

function nameOf({ address, port }: DnsAddress): string {
	if (port === 53) return address;
	return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

async function lookAtServer(
	addresses: readonly DnsAddress[],
	asked: readonly Expected[],
	recursive: boolean,
	{ onUnreadable, signal }: Pick<DnsSettings, "onUnreadable"> & { signal: AbortSignal },
): Promise<Pick<ServerView, "verdict" | "old">> {
	let view: Pick<ServerView, "verdict" | "old"> = { verdict: "silent", old: [] };
	for (const address of addresses) {
		const replies = await Promise.all(asked.map((each) => query(address, each, { recursive, signal, onUnreadable })));
		view = compared(asked, replies, recursive);
		if (view.verdict !== "silent") return view;
	}
	return view;
}

function compared(
	asked: readonly Expected[],
	replies: readonly (DnsReply | "silent")[],
	recursive: boolean,
): Pick<ServerView, "verdict" | "old"> {
	const verdicts: Verdict[] = [];
	const old: OldAnswer[] = [];
	for (const [index, expected] of asked.entries()) {
		const reply = replies[index] ?? "silent";
		const verdict = verdictOf(expected, reply, !recursive);
		verdicts.push(verdict);
		if (verdict !== "old" || reply === "silent" || reply.kind !== "values") continue;
		const values = comparedValues(reply).slice(0, shown.values).map(printable);
		old.push({
			name: expected.name,
			type: expected.type,
			values,
			ttlSeconds: recursive ? reply.ttlSeconds : null,
		});
	}
	return { verdict: worstOf(verdicts), old: old.slice(0, shown.answers) };
}

/** Control characters are written as in a zone file, because the database refuses some. */
function printable(value: string): string {
	const characters = [...value.slice(0, 2 * shown.characters)].slice(0, shown.characters);
	return characters
		.join("")
		.replaceAll(/\p{Cc}/gu, (each) => `\\${String(each.charCodeAt(0)).padStart(3, "0")}`)
		.toWellFormed();
}

/** `unknown`: no resolver gives a readable answer. */
type Resolved = "yes" | "no" | "unknown";

export async function resolves(name: string, settings: DnsSettings, signal: AbortSignal): Promise<Resolved> {
	const types = ["A", "AAAA"] as const;
	const replies = await Promise.all(types.map((type) => resolve({ name, type }, settings, signal)));
	if (replies.some((reply) => reply !== undefined && reply.values.length > 0)) return "yes";
	return replies.every((reply) => reply !== undefined) ? "no" : "unknown";
}

export async function nameserverState(
	name: string,
	domain: string,
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<ServerState> {
	const [state = "unknown"] = await nameserverStates(name, [domain], settings, signal);
	return state;
}

/**
 * The order is that of the domains. Only a server that has the domain's zone gives an authoritative answer to the
 * question for its NS records.
 */
export async function nameserverStates(
	name: string,
	domains: readonly string[],
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<ServerState[]> {
	const addresses = await addressesOf(name, settings, signal);
	if (addresses.length > 0) return Promise.all(domains.map((domain) => stateAt(addresses, domain, settings, signal)));
	const resolved = await resolves(name, settings, signal);
	return domains.map(() => (resolved === "unknown" ? "unknown" : "no_address"));
}

/** In milliseconds. If `signal` aborts sooner after the first query, the state is `unknown`, not `silent`. */
const fairMs = 500;

async function stateAt(
	addresses: readonly DnsAddress[],
	domain: string,
	{ onUnreadable }: DnsSettings,
	signal: AbortSignal,
): Promise<ServerState> {
	const began = performance.now();
	for (const address of addresses) {
		const reply = await query(address, { name: domain, type: "NS" }, { recursive: false, signal, onUnreadable });
		if (reply === "silent") continue;
		if (reply.kind === "unreadable") return "unknown";
		return reply.kind === "values" && reply.authoritative ? "ok" : "lame";
	}
	return signal.aborted && performance.now() - began < fairMs ? "unknown" : "silent";
}

/** Undefined if no resolver gives a readable answer. */
export async function findSpf(name: string, settings: DnsSettings, signal: AbortSignal): Promise<string[] | undefined> {
	const reply = await resolve({ name, type: "TXT" }, settings, signal);
	return reply?.values.filter(isSpf);
}
