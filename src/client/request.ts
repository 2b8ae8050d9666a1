import { createHash } from "node:crypto";
import { type EndpointName, endpoints, type Method } from "@domains/contract/endpoints.ts";
import { canonical } from "@domains/contract/names.ts";
import { AppError } from "@domains/kit/errors.ts";
import type { References } from "../rules/reference.ts";

/** The fields have the names of the API. `config` is sent unchanged. */
export interface RegisterItem extends References {
	domain: string;
	years: number;
	edge_profile_key?: string;
	config?: Readonly<Record<string, unknown>>;
}

export interface RenewItem extends References {
	domain: string;
	years: number;
}

/** Names are in Unicode or in punycode, whichever the service's price list uses for their TLD. */
export type Mutation =
	| { endpoint: "register"; item: RegisterItem }
	| { endpoint: "registerBatch"; items: readonly RegisterItem[] }
	| { endpoint: "renew"; item: RenewItem }
	| { endpoint: "renewBatch"; items: readonly RenewItem[] }
	| { endpoint: "replaceDns"; domain: string; records: readonly Readonly<Record<string, unknown>>[] }
	| { endpoint: "replaceNameservers"; domain: string; nameservers: readonly string[] }
	| { endpoint: "replaceNameservers"; domain: string; presetKey: string }
	| { endpoint: "bindEdge"; domain: string; edgeProfileKey: string };

/** The bot stores it and sends the same bytes at every attempt. */
export interface Prepared {
	endpoint: Mutation["endpoint"];
	method: Method;
	/** Relative to the base address, with the query string. */
	path: string;
	body: string;
	/** SHA-256 of method, path and body, in hex. */
	hash: string;
	/** In punycode, in the order in which the body lists them. */
	domains: readonly string[];
}

/** Equal mutations give equal bytes. */
export function prepare(mutation: Mutation): Prepared {
	const { endpoint } = mutation;
	const { domains, body } = contents(mutation);
	const { method } = endpoints[endpoint];
	const path = pathOf(endpoint, domains[0]);
	const text = JSON.stringify(body);
	const hash = createHash("sha256").update(`${method} ${path}\n${text}`).digest("hex");
	return { endpoint, method, path, body: text, hash, domains: domains.map(canonical) };
}

/** Leaves out undefined parameters. */
export function pathOf(
	endpoint: EndpointName,
	domain = "",
	query: Readonly<Record<string, string | number | undefined>> = {},
): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
	// A name of dots only, such as `..`, would lead outside the base path.
	if (/^\.+$/.test(domain)) throw new AppError("invalid_input", "Not a domain", { details: { domain } });
	const path = endpoints[endpoint].path.replace("{domain}", encodeURIComponent(domain));
	return parameters.size === 0 ? path : `${path}?${parameters}`;
}

function contents(mutation: Mutation): { domains: string[]; body: unknown } {
	switch (mutation.endpoint) {
		case "register":
			return { domains: [mutation.item.domain], body: mutation.item };
		case "renew": {
			const { domain, ...body } = mutation.item;
			return { domains: [domain], body };
		}
		case "registerBatch":
		case "renewBatch":
			return { domains: mutation.items.map((item) => item.domain), body: { items: mutation.items } };
		case "replaceDns":
			return { domains: [mutation.domain], body: { records: mutation.records } };
		case "replaceNameservers":
			return { domains: [mutation.domain], body: nameserversBody(mutation) };
		case "bindEdge":
			return { domains: [mutation.domain], body: { edge_profile_key: mutation.edgeProfileKey } };
	}
}

function nameserversBody(mutation: Mutation & { endpoint: "replaceNameservers" }): unknown {
	return "presetKey" in mutation ? { preset_key: mutation.presetKey } : { nameservers: mutation.nameservers };
}

/** What the bot learned where the specification shows two forms, or names a value without listing it. */
export interface Dialect {
	/** The service takes the items of a batch search as strings, and not as objects. */
	stringQueries: boolean;
	/** The service's own word for the mode `edge`. Null before it is learned. */
	edgeMode: string | null;
	/**
	 * `edge` for a domain with an edge profile, also if the service has another word for it. Other modes stay unchanged.
	 */
	modeOf(domain: string, mode: string | null): string | null;
	/** Call this after the service has bound an edge profile. The next mode that it shows is its `edge`. */
	bound(domain: string): void;
	/** Call this after a change of the nameservers, which also changes the mode. */
	moved(domain: string): void;
}

/** Only the modes of domains shortly before a binding are needed. */
const mostDomains = 1_000;

export function createDialect(): Dialect {
	/** The mode that each domain showed last, and the one before a profile was bound. */
	const [shown, before] = [new Map<string, string | null>(), new Map<string, string | null>()];

	function learn(domain: string, mode: string): void {
		const earlier = before.get(domain);
		// The service still shows the state before the binding, so there is nothing to learn.
		if (earlier === undefined || mode === earlier) return;
		before.delete(domain);
		if (!isUsualMode(mode)) dialect.edgeMode = mode;
	}

	const dialect: Dialect = {
		stringQueries: false,
		edgeMode: null,
		modeOf(domain, mode) {
			if (mode !== null) learn(domain, mode);
			keep(shown, domain, mode);
			return mode !== null && (mode === dialect.edgeMode || /^edge/i.test(mode)) ? "edge" : mode;
		},
		bound(domain) {
			const mode = shown.get(domain);
			if (mode !== undefined) keep(before, domain, mode);
		},
		moved: (domain) => void before.delete(domain),
	};
	return dialect;
}

/** A word of the specification, and not the service's own. */
export function isUsualMode(mode: string): boolean {
	return ["managed", "external", "edge"].includes(mode);
}

/** The newest entry is last. Deletes the oldest if there are too many. */
function keep(modes: Map<string, string | null>, domain: string, mode: string | null): void {
	modes.delete(domain);
	modes.set(domain, mode);
	for (const [oldest] of modes.size > mostDomains ? modes : []) {
		modes.delete(oldest);
		break;
	}
}
