import type { Answer, Exchange } from "./http-proxy.ts";

/** One call to the service as the proxy saw it. Times are milliseconds on the database clock. */
export interface ServiceCall {
	at: number;
	token: string;
	method: string;
	/** Path below the base URL. */
	path: string;
	/** Idempotency key; undefined for reads. */
	key: string | undefined;
	body: unknown;
	/**
	 * The domains that a mutation changes. `lock` names the part of a domain that only one writer may change at a time.
	 */
	domains: readonly string[];
	lock: "register" | "renew" | "zone" | undefined;
	/** Status of each answer of the service; there are two if the request was executed twice. */
	statuses: number[];
	/** Body of the newest answer of the service. */
	answer: unknown;
	/** When the caller received its answer or lost the connection; undefined while it waits. */
	endedAt: number | undefined;
	/** Status that the caller received; undefined if it received nothing. */
	passed: number | undefined;
	/** Body that the caller received, parsed; undefined if it received nothing or no JSON. */
	received: unknown;
	/** The order and attempt that a worker names in `x-request-id`. */
	requestId: string | undefined;
}

export interface Watch {
	serviceCalls: ServiceCall[];
	/** Number of callers that are waiting for an answer. */
	waiting(): number;
	arrived(exchange: Exchange): ServiceCall;
	executed(exchange: Exchange, answer: Answer): void;
	ended(exchange: Exchange, passed: Answer | undefined): void;
	/** Zones that another program wrote or tried to write. */
	otherProgramWrites: { domain: string; records: readonly unknown[] }[];
	/** Idempotency keys of other programs. */
	otherProgramKeys: Set<string>;
	/**
	 * Periods in which a token must not be used, as recorded in the bots' database. `key` is the token's fingerprint.
	 */
	blocks: { key: string; from: number; until: number }[];
	/** When the bots asked the rate limiter for a permit, and for which keys. */
	permits: { keys: string; at: number }[];
	/** Number of long lists ordered. */
	longLists: number;
	/** When the database crashed. */
	databaseCrashes: number[];
	/** When a bot died. */
	deaths: number[];
	/** When a TLD's prices changed. */
	prices: { at: number; zone: string }[];
	/** Every advance of the clock of a second or more: the time before it, and its length. */
	advances: { from: number; ms: number }[];
	/** The longest single advance of the clock. */
	longestJumpMs: number;
	/** How often bots wrote a row of `bot.requests`. */
	requestWrites: number;
}

export function createWatch(now: () => number): Watch {
	const callsByExchange = new Map<Exchange, ServiceCall>();
	const serviceCalls: ServiceCall[] = [];
	let waiting = 0;
	return {
		serviceCalls,
		otherProgramWrites: [],
		otherProgramKeys: new Set(),
		longLists: 0,
		databaseCrashes: [],
		blocks: [],
		permits: [],
		deaths: [],
		prices: [],
		advances: [],
		longestJumpMs: 0,
		requestWrites: 0,
		waiting: () => waiting,
		arrived(exchange) {
			const call = readServiceCall(exchange, now());
			callsByExchange.set(exchange, call);
			serviceCalls.push(call);
			waiting += 1;
			return call;
		},
		executed(exchange, answer) {
			const call = callsByExchange.get(exchange);
			if (!call) return;
			call.statuses.push(answer.status);
			call.answer = parse(answer.body);
		},
		ended(exchange, passed) {
			const call = callsByExchange.get(exchange);
			callsByExchange.delete(exchange);
			if (!call) return;
			waiting -= 1;
			call.endedAt = now();
			call.passed = passed?.status;
			call.received = passed && parse(passed.body);
		},
	};
}

function readServiceCall({ method, path: whole, headers, body: bytes }: Exchange, at: number): ServiceCall {
	const path = whole.replace(/^\/api\/v1/, "");
	const key = textOf(headers["idempotency-key"]);
	const body = parse(bytes);
	const token = textOf(headers["authorization"])?.replace("Bearer ", "") ?? "";
	const lock = key === undefined ? undefined : lockOf(path);
	const domains = lock === undefined ? [] : domainsOf(path, body);
	const requestId = textOf(headers["x-request-id"]);
	const open = {
		statuses: [],
		answer: undefined,
		endedAt: undefined,
		passed: undefined,
		received: undefined,
		requestId,
	};
	return { at, token, method, path, key, body, domains, lock, ...open };
}

function lockOf(path: string): ServiceCall["lock"] {
	if (/^\/domains\/register/.test(path)) return "register";
	return /\/renew(\/batch)?$/.test(path) ? "renew" : "zone";
}

function domainsOf(path: string, body: unknown): string[] {
	const items = fieldOf(body, "items");
	if (Array.isArray(items)) return items.map((item) => String(fieldOf(item, "domain")));
	const domain = fieldOf(body, "domain") ?? decodeURIComponent(path.split("/")[2] ?? "");
	return [String(domain)];
}

/** Reads a field of an unknown JSON value; undefined if the value is no object. */
export function fieldOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function parse(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString());
	} catch {
		return undefined;
	}
}

function textOf(value: string | string[] | undefined): string | undefined {
	return Array.isArray(value) ? value[0] : value;
}
