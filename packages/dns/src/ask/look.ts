import { plainName } from "@domains/contract/records/name.ts";
import { comparedValues, type Expected, type Verdict, verdictOf, worstOf } from "../live.ts";
import type { DnsReply } from "../message.ts";
import { type DnsAddress, type DnsSettings, query } from "./query.ts";
import { addressesOf } from "./servers.ts";

/** A server's answer that differs from the expected one, shortened for display. */
export interface OldAnswer {
	name: string;
	type: string;
	values: string[];
	/**
	 * Seconds for which a resolver may cache the answer; null if unknown. Also null for an answer of the domain's own
	 * nameserver, because it is not cached.
	 */
	ttlSeconds: number | null;
}

/** The result of querying one server. */
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
 * Asks DNS servers the questions in `asked` and compares the answers with those that `asked` expects. The servers are
 * up to four of the domain's nameservers, up to eight resolvers, and the built-in service's nameserver. A server that
 * does not answer gets the verdict `silent`.
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

/** Shortens a value for display. Writes control characters as in a zone file, because the database refuses some. */
function printable(value: string): string {
	const characters = [...value.slice(0, 2 * shown.characters)].slice(0, shown.characters);
	return characters
		.join("")
		.replaceAll(/\p{Cc}/gu, (each) => `\\${String(each.charCodeAt(0)).padStart(3, "0")}`)
		.toWellFormed();
}
