import type { Answer, Exchange } from "./http-proxy.ts";

/** One call of the service, as it was seen on its way. Times are milliseconds of the databases' clock. */
export interface Passage {
	at: number;
	token: string;
	method: string;
	/** Below the base address. */
	path: string;
	/** Of a mutation. */
	key: string | undefined;
	body: unknown;
	/** Which domains a mutation is about, and what of them it writes: one writer at a time has that. */
	domains: readonly string[];
	lock: "register" | "renew" | "zone" | undefined;
	/** What the service answered, each time that it was asked. */
	statuses: number[];
	/** The newest of these answers. */
	answer: unknown;
	/** When the caller had its answer or lost it; undefined while it waits. */
	endedAt: number | undefined;
	/** What the caller was given; undefined: nothing. */
	passed: number | undefined;
	/** The same as the caller could read it; undefined: nothing, or no JSON. */
	heard: unknown;
	/** Which order and attempt it is for, as a worker says. */
	requestId: string | undefined;
}

export interface Watch {
	passages: Passage[];
	/** How many callers wait for an answer right now. */
	waiting(): number;
	arrived(exchange: Exchange): Passage;
	executed(exchange: Exchange, answer: Answer): void;
	ended(exchange: Exchange, passed: Answer | undefined): void;
	/** Zones as another program wrote them, or tried to. */
	elsewhere: { domain: string; records: readonly unknown[] }[];
	/** The keys of what other programs did. */
	foreignKeys: Set<string>;
	/** From when until when nobody may ask with a token, as far as the bots' database knew; `key` is its fingerprint. */
	blocks: { key: string; from: number; until: number }[];
	/** When the bots' database was asked for a turn, and for which keys. */
	turns: { keys: string; at: number }[];
	/** How many long lists were ordered. */
	longLists: number;
	/** When the database crashed. */
	databaseCrashes: number[];
	/** When a bot died. */
	deaths: number[];
	/** When the prices of a zone rose or fell. */
	prices: { at: number; zone: string }[];
	/** New messages that Telegram took. */
	posts: Post[];
	/** How often Telegram was told to take a new message and to break the connection then. */
	cuts: number;
	/** When more time was let pass than a sender may take, by `performance.now()`. */
	jumps: number[];
	/** The longest time that was let pass at once. */
	longestJumpMs: number;
	/** How often bots wrote a request's row. */
	requestWrites: number;
}

/** Times are those of `performance.now()`. */
export interface Post {
	chatId: number;
	text: string;
	at: number;
	/** When its sender heard of it; undefined: it never did, or died before it could write that down. */
	heardAt: number | undefined;
}

export function createWatch(now: () => number): Watch {
	const byExchange = new Map<Exchange, Passage>();
	const passages: Passage[] = [];
	let waiting = 0;
	return {
		passages,
		elsewhere: [],
		foreignKeys: new Set(),
		longLists: 0,
		databaseCrashes: [],
		blocks: [],
		turns: [],
		deaths: [],
		prices: [],
		posts: [],
		cuts: 0,
		jumps: [],
		longestJumpMs: 0,
		requestWrites: 0,
		waiting: () => waiting,
		arrived(exchange) {
			const passage = readPassage(exchange, now());
			byExchange.set(exchange, passage);
			passages.push(passage);
			waiting += 1;
			return passage;
		},
		executed(exchange, answer) {
			const passage = byExchange.get(exchange);
			if (!passage) return;
			passage.statuses.push(answer.status);
			passage.answer = parse(answer.body);
		},
		ended(exchange, passed) {
			const passage = byExchange.get(exchange);
			byExchange.delete(exchange);
			if (!passage) return;
			waiting -= 1;
			passage.endedAt = now();
			passage.passed = passed?.status;
			passage.heard = passed && parse(passed.body);
		},
	};
}

function readPassage({ method, path: whole, headers, body: bytes }: Exchange, at: number): Passage {
	const path = whole.replace(/^\/api\/v1/, "");
	const key = textOf(headers["idempotency-key"]);
	const body = parse(bytes);
	const token = textOf(headers["authorization"])?.replace("Bearer ", "") ?? "";
	const lock = key === undefined ? undefined : lockOf(path);
	const domains = lock === undefined ? [] : domainsOf(path, body);
	const requestId = textOf(headers["x-request-id"]);
	const open = { statuses: [], answer: undefined, endedAt: undefined, passed: undefined, heard: undefined, requestId };
	return { at, token, method, path, key, body, domains, lock, ...open };
}

function lockOf(path: string): Passage["lock"] {
	if (/^\/domains\/register/.test(path)) return "register";
	return /\/renew(\/batch)?$/.test(path) ? "renew" : "zone";
}

function domainsOf(path: string, body: unknown): string[] {
	const items = fieldOf(body, "items");
	if (Array.isArray(items)) return items.map((item) => String(fieldOf(item, "domain")));
	const domain = fieldOf(body, "domain") ?? decodeURIComponent(path.split("/")[2] ?? "");
	return [String(domain)];
}

/** A field of whatever a body holds. */
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
