import { plainName } from "@domains/contract/names.ts";

/**
 * `nameservers` is null for a preset of any service except the built-in one, whose API does not return the contents.
 */
export interface Move {
	domain: string;
	nameservers: readonly string[] | null;
}

/**
 * The state of a nameserver for a domain:
 * - `no_address`: it has no public address.
 * - `lame`: it answers, but not for this domain.
 * - `silent`: it does not answer.
 * - `unknown`: no resolver answered the query for its address, or the check ended before the nameserver had time to
 *   answer.
 */
export type ServerState = "ok" | "no_address" | "lame" | "silent" | "unknown";

/**
 * What a person should know about a nameserver before they use it. `glue`: its name is inside the domain, so the
 * registry must know its address. The other problems are those of `ServerState`. `domain`: the first domain for which
 * the nameserver has the problem. `more`: the number of other such domains.
 */
export interface ServerWarning {
	at: string;
	problem: "glue" | "no_address" | "lame" | "silent";
	domain: string;
	more: number;
}

/** The registrar's own nameservers are not checked. */
export interface ServersCheck {
	warnings: readonly ServerWarning[];
	/**
	 * The number of distinct nameservers, without the registrar's own and those inside the domain that they serve.
	 * `checked`: those that gave a result. `total`: all.
	 */
	servers: { checked: number; total: number };
	/**
	 * The number of domains with at least one of the nameservers that `servers` counts. `checked`: domains for which
	 * every nameserver that was asked gave a result. `total`: all.
	 */
	domains: { checked: number; total: number };
	/** The change uses a preset whose nameservers are unknown, so they cannot be checked. */
	unlisted: boolean;
}

export interface ServerQuestion {
	at: string;
	domains: readonly string[];
}

interface Servers {
	/** Those in `inside` are not here. */
	domainsOf: ReadonlyMap<string, readonly string[]>;
	/** Each nameserver inside domains that it will serve, with them: `ns1.example.com` with `example.com`. */
	inside: ReadonlyMap<string, readonly string[]>;
}

/** Each one also needs a query for its addresses. */
const mostServers = 40;
/** For each domain in the sample of `serverQuestions`, all its nameservers are asked. */
const mostSampled = 5;

/**
 * Returns the nameservers to ask, each with the domains to ask it about. These are its domains in the sample, or its
 * first domain if none is in the sample. The sample has at most `mostSampled` domains. It takes one domain for each
 * distinct set of nameservers, then a second one for each, and so on. `own`: the registrar's nameservers. They are not
 * asked, because they do not serve the domains before the change.
 */
export function serverQuestions(moves: readonly Move[], own: ReadonlySet<string>): ServerQuestion[] {
	const { domainsOf } = serversOf(moves, own);
	const sample = new Set(sampleOf(moves, domainsOf));
	return [...domainsOf].slice(0, mostServers).map(([at, domains]) => {
		const sampled = domains.filter((each) => sample.has(each));
		return { at, domains: sampled.length > 0 ? sampled : domains.slice(0, 1) };
	});
}

/** `states` has one state for each domain of a question, in the same order. */
export function checkOfServers(
	moves: readonly Move[],
	own: ReadonlySet<string>,
	answers: readonly (ServerQuestion & { states: readonly ServerState[] })[],
): ServersCheck {
	const { domainsOf, inside } = serversOf(moves, own);
	const isKnown = (state: ServerState | undefined) => state !== undefined && state !== "unknown";
	const unknown = new Set(
		answers.flatMap(({ domains, states }) => domains.filter((_, index) => !isKnown(states[index]))),
	);
	const asked = new Set(answers.flatMap(({ domains }) => domains));
	return {
		warnings: [
			...[...inside].map(([at, domains]) => warning(at, "glue", domains)),
			...answers.flatMap((answer) => warningsOf(answer)),
		],
		servers: {
			checked: answers.filter(({ states }) => states.some(isKnown)).length,
			total: domainsOf.size,
		},
		domains: {
			checked: [...asked].filter((domain) => !unknown.has(domain)).length,
			total: new Set([...domainsOf.values()].flat()).size,
		},
		unlisted: moves.some(({ nameservers }) => nameservers === null),
	};
}

function serversOf(moves: readonly Move[], own: ReadonlySet<string>): Servers {
	const domainsOf = new Map<string, string[]>();
	const inside = new Map<string, string[]>();
	for (const { domain, nameservers } of moves) {
		for (const at of new Set(nameservers?.map(plainName))) {
			if (own.has(at)) continue;
			const found = at.endsWith(`.${domain}`) ? inside : domainsOf;
			const domains = found.get(at) ?? [];
			domains.push(domain);
			found.set(at, domains);
		}
	}
	return { domainsOf, inside };
}

function sampleOf(moves: readonly Move[], domainsOf: Servers["domainsOf"]): string[] {
	const asked = new Set([...domainsOf.values()].flat());
	const sets = Map.groupBy(
		moves.filter(({ domain }) => asked.has(domain)),
		({ nameservers }) => nameservers?.map(plainName).toSorted().join(" "),
	);
	const ranked = [...sets.values()].flatMap((set) => set.map(({ domain }, rank) => ({ domain, rank })));
	return ranked
		.toSorted((one, other) => one.rank - other.rank)
		.slice(0, mostSampled)
		.map(({ domain }) => domain);
}

/**
 * A nameserver that answered for one domain has an address and is not silent, so these states of its other domains are
 * ignored.
 */
function warningsOf({ at, domains, states }: ServerQuestion & { states: readonly ServerState[] }): ServerWarning[] {
	const having = (state: ServerState) => domains.filter((_, index) => states[index] === state);
	if (having("lame").length > 0) return [warning(at, "lame", having("lame"))];
	if (having("ok").length > 0) return [];
	const problem = (["no_address", "silent"] as const).find((each) => having(each).length > 0);
	return problem ? [warning(at, problem, having(problem))] : [];
}

function warning(at: string, problem: ServerWarning["problem"], [domain = "", ...others]: readonly string[]) {
	return { at, problem, domain, more: others.length };
}
