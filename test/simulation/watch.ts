import type { Answer, Exchange } from "./http-proxy.ts";

/** The proxy saw this. Times are in milliseconds on the database clock. */
export interface ServiceCall {
	at: number;
	token: string;
	method: string;
	/** The path below the base URL. */
	path: string;
	/** Undefined for a read. */
	key: string | undefined;
	body: unknown;
	/**
	 * Two calls with the same `lock` must not change the same domain at the same time. A read has no domains and no lock.
	 */
	domains: readonly string[];
	lock: "register" | "renew" | "zone" | undefined;
	/** Two if the request was executed twice. */
	statuses: number[];
	/** The parsed body of the newest one. */
	answer: unknown;
	/** The caller got its answer or lost the connection. Undefined while it waits. */
	endedAt: number | undefined;
	/** Undefined if the caller got no answer. */
	passed: number | undefined;
	/** Undefined if the caller got no answer or no JSON. */
	received: unknown;
	/** A worker names its order and attempt in `x-request-id`. */
	requestId: string | undefined;
}

/** Times are in milliseconds on the database clock. */
export interface Watch {
	serviceCalls: ServiceCall[];
	waiting(): number;
	arrived(exchange: Exchange): ServiceCall;
	executed(exchange: Exchange, answer: Answer): void;
	ended(exchange: Exchange, passed: Answer | undefined): void;
	/** Written, or tried. */
	otherProgramWrites: { domain: string; records: readonly unknown[] }[];
	otherProgramKeys: Set<string>;
	/** The token must not be used. The bots recorded these periods after a 429. `key` is the token's fingerprint. */
	blocks: { key: string; from: number; until: number }[];
	/** Includes the token fingerprints. */
	permits: { keys: string; at: number }[];
	longLists: number;
	databaseCrashes: number[];
	deaths: number[];
	/** The changes of the prices of a TLD. Each happened between the times `from` and `until`. */
	prices: { from: number; until: number; zone: string }[];
	/** Leaves out advances below a second. `from` is the time before the advance. */
	advances: { from: number; ms: number }[];
	/** The longest single advance of the clock. */
	longestJumpMs: number;
	/** Writes to rows of `bot.requests`. */
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

/** Undefined if the value is not an object or lacks the field. */
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
