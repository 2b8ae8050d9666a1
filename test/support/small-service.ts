import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What goes wrong with one call. `lost` and `failed` happen after the service has done what it was asked for. */
export type Fault =
	| { kind: "reset" }
	| { kind: "lost" }
	| { kind: "failed" }
	| { kind: "page"; status: number }
	| { kind: "refused"; status: number; code: string; retryAfter?: number }
	/** The answer waits for this. */
	| { kind: "slow"; until: Promise<unknown> };

export interface SmallAccount {
	userId: number;
	token: string;
	balanceCents: number;
	whitelisted: boolean;
	/** Every charge, oldest first. */
	ledger: { domain: string; cents: number }[];
}

interface Owned {
	account: SmallAccount;
	expires: number;
	client_ref?: string;
	external_ref?: string;
}

interface Call {
	method: string;
	path: string;
	body: Record<string, unknown>;
	key: string | undefined;
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/**
 * A service of somebody else that keeps the specification in its sample dialect and tells no more than it must: the
 * register price alone in a search, a list as a bare array, no charge, no date of registration. It remembers keys as
 * long as it lives, counts every charge, and goes wrong on demand.
 */
export async function createSmallService() {
	const accounts = new Map<string, SmallAccount>();
	const owned = new Map<string, Owned>();
	const remembered = new Map<string, Answer>();
	const faults: { path: RegExp; fault: Fault }[] = [];
	const calls: Call[] = [];
	const prices = new Map([
		[".com", { register: 1_150, renew: 1_250 }],
		[".net", { register: 1_300, renew: 1_300 }],
	]);
	let next = 1;

	function openAccount(balanceCents = 50_000): SmallAccount {
		const userId = 7_000 + next++;
		const token = `small_${userId}_${"x".repeat(20)}`;
		const account = { userId, token, balanceCents, whitelisted: true, ledger: [] };
		accounts.set(token, account);
		return account;
	}

	/** The old token dies. */
	function reissue(account: SmallAccount): string {
		accounts.delete(account.token);
		account.token = `small_${account.userId}_${"y".repeat(20)}${next++}`;
		accounts.set(account.token, account);
		return account.token;
	}

	function answer(call: Call, account: SmallAccount | undefined): Answer {
		if (!account) return refused(401, "unauthorized");
		if (!account.whitelisted) return refused(403, "forbidden");
		const { method, path, key } = call;
		if (method !== "GET" && key === undefined && !path.endsWith("/search/batch")) return refused(400, "bad_request");
		const kept = key === undefined ? undefined : remembered.get(`${account.userId} ${key}`);
		if (kept) return kept;
		const fresh = route(call, account);
		const final = fresh.status === 200 || fresh.status === 404 || fresh.status === 422;
		if (key !== undefined && final) remembered.set(`${account.userId} ${key}`, fresh);
		return fresh;
	}

	function route({ method, path, body }: Call, account: SmallAccount): Answer {
		const url = new URL(path, "http://small");
		const [, name, action] = /^\/domains\/([^/]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
		if (url.pathname === "/account") {
			return ok({ user_id: account.userId, balance_usd: account.balanceCents / 100, whitelist: ["127.0.0.1"] });
		}
		if (url.pathname === "/zones") {
			const zones = [...prices].map(([zone, { register, renew }]) => ({
				zone,
				register_price_usd: register / 100,
				renew_price_usd: renew / 100,
			}));
			return ok({ zones });
		}
		if (url.pathname === "/domains/search") return search(url.searchParams.get("query") ?? "");
		if (url.pathname === "/domains/register" && method === "POST") return register(body, account);
		if (url.pathname === "/domains") {
			return ok([...owned].filter(([, each]) => each.account === account).map(([domain]) => domain));
		}
		const domain = owned.get(name ?? "");
		if (!name || domain?.account !== account) return refused(404, "domain_not_found");
		if (action === "renew" && method === "POST") return renew(name, domain, body);
		return ok(recordOf(name, domain));
	}

	function search(query: string): Answer {
		const found = (name: string) => {
			const price = prices.get(name.slice(name.indexOf(".")));
			return { query: name, available: !owned.has(name), register_price_usd: (price?.register ?? 0) / 100 };
		};
		if (!query.includes(".")) return ok({ shortlist: [...prices.keys()].map((zone) => found(`${query}${zone}`)) });
		return prices.has(query.slice(query.indexOf("."))) ? ok(found(query)) : refused(422, "validation_error");
	}

	function register(body: Record<string, unknown>, account: SmallAccount): Answer {
		const domain = String(body["domain"]);
		const price = prices.get(domain.slice(domain.indexOf(".")));
		if (!price) return refused(422, "validation_error");
		if (owned.has(domain)) return refused(404, "domain_not_found");
		const years = Number(body["years"] ?? 1);
		const cents = price.register + (years - 1) * price.renew;
		if (account.balanceCents < cents) return refused(409, "insufficient_funds");
		charge(account, domain, cents);
		const references = Object.fromEntries(
			["client_ref", "external_ref"]
				.filter((each) => body[each] !== undefined)
				.map((each) => [each, String(body[each])]),
		);
		owned.set(domain, { account, expires: Date.now() + years * 365 * 86_400_000, ...references });
		return ok({ domain, status: "registered", ...references });
	}

	function renew(name: string, domain: Owned, body: Record<string, unknown>): Answer {
		const years = Number(body["years"]);
		const cents = years * (prices.get(name.slice(name.indexOf(".")))?.renew ?? 0);
		if (domain.account.balanceCents < cents) return refused(409, "insufficient_funds");
		charge(domain.account, name, cents);
		domain.expires += years * 365 * 86_400_000;
		return ok({ domain: name, status: "renewed" });
	}

	function charge(account: SmallAccount, domain: string, cents: number): void {
		account.balanceCents -= cents;
		account.ledger.push({ domain, cents });
	}

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const text = Buffer.concat(await request.toArray()).toString();
		const path = (request.url ?? "").replace("/v1", "");
		const key = request.headers["idempotency-key"];
		const call = { method: request.method ?? "", path, body: text ? JSON.parse(text) : {}, key: key?.toString() };
		calls.push(call);
		const at = faults.findIndex((each) => each.path.test(path));
		const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
		if (fault?.kind === "reset") return void request.socket.destroy();
		if (fault?.kind === "page") return send(response, { status: fault.status, body: "<html>proxy</html>" });
		if (fault?.kind === "refused") {
			const wait = fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
			return send(response, { ...refused(fault.status, fault.code), headers: wait });
		}
		const done = answer(call, accounts.get((request.headers.authorization ?? "").replace("Bearer ", "")));
		if (fault?.kind === "lost") return void request.socket.destroy();
		if (fault?.kind === "failed") return send(response, refused(500, "provider_error"));
		if (fault?.kind === "slow") await fault.until;
		send(response, done);
	}

	const server = createServer((request, response) => void handle(request, response));
	await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		openAccount,
		reissue,
		prices,
		calls,
		/** The next call whose path matches goes wrong like this; several wait in their order. */
		fail: (path: RegExp, ...next: Fault[]) => void faults.push(...next.map((fault) => ({ path, fault }))),
		/** Nothing goes wrong any more. */
		heal: () => void faults.splice(0),
		/** Somebody registers a name by another program. */
		take(domain: string, account: SmallAccount, references: { client_ref?: string; external_ref?: string } = {}): void {
			owned.set(domain, { account, expires: Date.now(), ...references });
		},
		/** How many mutations went over the wire, by key. */
		keys: (path: RegExp) =>
			calls.filter((call) => call.key !== undefined && path.test(call.path)).map((call) => call.key),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

function recordOf(name: string, { account: _, expires, ...references }: Owned): unknown {
	return { name, state: "active", expiry_date: new Date(expires).toISOString(), ...references };
}

function ok(result: unknown): Answer {
	return { status: 200, body: { status: true, result } };
}

function refused(status: number, code: string): Answer {
	return { status, body: { status: false, error: { code, message: `the small service says ${code}` } } };
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	const type = typeof body === "string" ? "text/html" : "application/json";
	response.writeHead(status, { "content-type": type, ...headers }).end(text);
}
