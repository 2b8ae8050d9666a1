import { isIPv4 } from "node:net";
import { type EndpointName, endpoints } from "@domains/contract/endpoints.ts";
import { identityOf, ttlBounds } from "@domains/contract/records/record.ts";
import { indexTlds, spellAs, type TldIndex } from "@domains/contract/tlds.ts";
import { AppError } from "@domains/kit/errors.ts";
import { createSlices } from "@domains/kit/slices.ts";
import { readAccount, readDeliveries } from "./read/account.ts";
import { readDns, readZones, type TldFacts } from "./read/dns.ts";
import {
	type OfferFacts,
	readBatch,
	readDomain,
	readDomainPage,
	readOffer,
	readOutcomes,
	readSearch,
} from "./read/domains.ts";
import { dateIn, fieldsOf, readWithGaps } from "./read/fields.ts";
import { createDialect, type Dialect, isUsualMode, type Prepared, pathOf } from "./request.ts";
import { type CallOptions, map as mapResult, type Result } from "./result.ts";
import { createSend, type Transport } from "./send.ts";

export interface ClientOptions extends Omit<Transport, "base"> {
	/** Includes the version segment. */
	baseUrl: string;
	/**
	 * The TLDs that each service sells, by its base address. A price list spells TLDs in Unicode or in punycode, and
	 * requests must use the same spelling. Pass the same map to all clients of a process.
	 */
	spellings?: Map<string, TldIndex>;
	/** By base address. Pass the same map to all clients of a process. */
	dialects?: Map<string, Dialect>;
	/** Keeps the service's own word for the mode `edge` for other processes, and after a restart. */
	edgeMode?: { read(): Promise<string | null>; keep(word: string): Promise<void> };
	/** Called for each field of an answer that cannot be read, which counts as missing. */
	onUnreadable?(gap: { service: string; endpoint: EndpointName; field: string }): void;
}

interface DomainQuery {
	limit?: number;
	cursor?: string;
	search?: string;
	status?: string;
}

export type SearchedItem =
	| { kind: "offer"; offer: OfferFacts }
	| { kind: "refused"; code: string; message: string }
	| { kind: "unknown" };

export type Client = ReturnType<typeof createClient>;

const slices = createSlices();

/**
 * Refusals by the service and connection failures are results; they are not thrown. Most methods send one request.
 * `searchBatch` may send two. A call with an internationalized name may first fetch the price list.
 *
 * Throws `invalid_input` if `parseBase` rejects the base address.
 */
export function createClient(options: ClientOptions) {
	const { baseUrl, spellings = new Map(), dialects = new Map(), edgeMode, onUnreadable, ...transport } = options;
	const base = parseBase(baseUrl);
	const dialect = dialects.get(base) ?? createDialect();
	dialects.set(base, dialect);
	const send = createSend({ ...transport, base });
	const map = <To>(endpoint: EndpointName, result: Result<unknown>, reader: (value: unknown) => To | null) =>
		mapResult(dated(result), (raw) => {
			const { value, gaps } = readWithGaps(() => reader(raw));
			for (const field of gaps) onUnreadable?.({ service: base, endpoint, field });
			return value;
		});
	const get = (
		endpoint: EndpointName,
		options?: CallOptions,
		domain?: string,
		query?: Readonly<Record<string, string | number | undefined>>,
	) => send({ method: "GET", path: pathOf(endpoint, domain, query) }, options);
	const searchItems = (items: readonly unknown[], options?: CallOptions) => {
		const { method, path } = endpoints.searchBatch;
		return send({ method, path, body: JSON.stringify({ items }) }, options);
	};
	async function zones(options?: CallOptions): Promise<Result<TldFacts[]>> {
		const result = map("zones", await get("zones", options), readZones);
		if (result.kind === "ok") spellings.set(base, indexTlds(result.value.map(({ zone }) => zone)));
		return result;
	}
	/**
	 * If the price list has the TLD in Unicode (such as `.рф`), the whole domain is in Unicode, otherwise in punycode.
	 * Fetches the list unless a client of this process has already fetched it.
	 */
	async function spell(domain: string, options?: CallOptions): Promise<string> {
		if (!/\.xn--/i.test(domain)) return domain;
		if (!spellings.has(base)) await zones(options);
		return spellAs(domain, spellings.get(base) ?? new Map());
	}
	async function modeOf(domain: string, shown: string | null): Promise<string | null> {
		const known = dialect.edgeMode;
		const mode = dialect.modeOf(domain, shown);
		if (dialect.edgeMode !== null && dialect.edgeMode !== known) await edgeMode?.keep(dialect.edgeMode);
		if (mode === null || isUsualMode(mode) || !edgeMode) return mode;
		// Another process may have learned the word, or this one before it was restarted.
		dialect.edgeMode = (await edgeMode.read()) ?? dialect.edgeMode;
		return dialect.modeOf(domain, shown);
	}
	return {
		spell,
		zones,
		account: async (options?: CallOptions) => map("account", await get("account", options), readAccount),
		search: async (query: string, options?: CallOptions) => {
			const spelled = await spell(query, options);
			const found = await get("search", options, undefined, { query: spelled });
			return map("search", found, (result) => readSearch(result, query));
		},
		/** One item per query, in order. */
		async searchBatch(queries: readonly string[], options?: CallOptions): Promise<Result<SearchedItem[]>> {
			const spelled: string[] = [];
			for (const query of queries) spelled.push(await spell(query, options));
			const sendAs = (strings: boolean) =>
				searchItems(strings ? spelled : spelled.map((query) => ({ query })), options);
			// The specification contradicts itself: its schema describes the items of a batch search as objects, but its
			// example has strings. If the service refuses one form, send the other, and begin with it from then on. A search
			// changes nothing, so it is safe to send it twice.
			const strings = dialect.stringQueries;
			const first = await sendAs(strings);
			const wrongForm = first.kind === "refused" && first.status === 422;
			const answer = wrongForm ? await sendAs(!strings) : first;
			if (wrongForm && answer.kind === "ok") dialect.stringQueries = !strings;
			return map("searchBatch", answer, (result) =>
				readBatch(result, queries).map((item, index) =>
					item.kind === "done" ? { kind: "offer", offer: readOffer(item.fields, queries[index] ?? "") } : item,
				),
			);
		},
		domains: async (query: DomainQuery = {}, options?: CallOptions) =>
			map("domains", await get("domains", options, undefined, { ...query }), readDomainPage),
		domain: async (domain: string, options?: CallOptions) =>
			map("domain", await get("domain", options, await spell(domain, options)), (result) => readDomain(result, domain)),
		dns: async (domain: string, options?: CallOptions) => {
			const read = map("dns", await get("dns", options, await spell(domain, options)), readDns);
			if (read.kind !== "ok") return read;
			const zone = { ...read, value: { ...read.value, mode: await modeOf(domain, read.value.mode) } };
			// Parsing internationalized names is slow, but the results are cached. In small slices, a large zone does not
			// block the process, now or later.
			const slow = zone.value.records.filter(hasInternationalName);
			if (slow.length > 0)
				await slices.map(slow, (record) => identityOf(record, { domain, defaultTtl: ttlBounds.min }));
			return zone;
		},
		deliveries: async (limit?: number, options?: CallOptions) =>
			map("deliveries", await get("deliveries", options, undefined, { limit }), readDeliveries),
		/** Sends exactly the bytes that `prepare` built. Returns one outcome per domain. */
		send: async (prepared: Prepared, key: string, options?: CallOptions) => {
			const { endpoint, method, path, body } = prepared;
			const answer = await send({ method, path, body, key }, options);
			const outcomes = map(endpoint, answer, (result) => readOutcomes(result, prepared));
			for (const { domain, result } of outcomes.kind === "ok" ? outcomes.value : []) {
				if (endpoint === "bindEdge" && result === "succeeded") dialect.bound(domain);
				if (endpoint === "replaceNameservers") dialect.moved(domain);
			}
			return outcomes;
		},
	};
}

function dated(result: Result<unknown>): Result<unknown> {
	if (result.kind !== "ok") return result;
	const asOf = dateIn(fieldsOf(result.value), "as_of");
	return asOf ? { ...result, asOf } : result;
}

/** Finds Unicode and punycode. */
function hasInternationalName({ hostname, value }: { hostname: string; value: string }): boolean {
	return /[^\p{ASCII}]|xn--/iu.test(hostname) || /[^\p{ASCII}]|xn--/iu.test(value);
}

/**
 * The bot sends tokens to this address only. Drops a trailing slash. Throws `invalid_input` unless it uses HTTPS, or
 * plain HTTP to a loopback address, and for credentials, a query or a fragment.
 */
export function parseBase(address: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || url.username || url.password || url.search || url.hash) {
		throw new AppError("invalid_input", "The service address is not a plain URL", { details: { address } });
	}
	if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
		throw new AppError("invalid_input", "The service address must use https", { details: { address } });
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function isLoopback(host: string): boolean {
	return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}
