import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { sign } from "@domains/contract/signature.ts";
import { listenLocally } from "./port.ts";
import {
	type About,
	type Answer,
	type Call,
	createSmallAdmin,
	type Owned,
	ok,
	refused,
	type SendEvent,
	type SmallAccount,
} from "./small-service-admin.ts";

export type { SmallAccount } from "./small-service-admin.ts";

/**
 * With `lost` and `failed`, the service executes the request. Then it breaks the connection or answers with an error.
 * With `reset`, it breaks the connection without executing it.
 */
export type Fault =
	| { kind: "reset" }
	| { kind: "lost" }
	| { kind: "failed" }
	| { kind: "page"; status: number }
	/** A success without any data. */
	| { kind: "empty" }
	| { kind: "refused"; status: number; code: string; retryAfter?: number }
	/** The service executes the request but answers only after `until`. */
	| { kind: "slow"; until: Promise<unknown> };

/**
 * Requests and answers have the form of the samples in the specification, and as little as it allows:
 * - Searches contain only the registration price, and lists are arrays of names.
 * - Records have the fields `name` and `content`.
 * - Answers contain neither charges nor registration dates.
 *
 * The service forgets no idempotency key, records every charge, and fails when a test demands it. It sends each event
 * once, with the event's time and a unique id. `now` is the service's clock.
 */
export async function createSmallService({ now = Date.now }: { now?: () => number } = {}) {
	const accounts = new Map<string, SmallAccount>();
	const remembered = new Map<string, Answer>();
	const faults: { path: RegExp; fault: Fault; account?: SmallAccount }[] = [];
	const calls: Call[] = [];
	/** Changes each successful answer. */
	const answers: { change?: (result: unknown, call: Call) => unknown } = {};
	const posts = new Set<Promise<void>>();
	const { batches, charging, own, owned, prices, records, route, orderStatuses } = createSmallAdmin(sendEvent, now);
	let next = 1;

	function sendEvent(...[account, event, domain, about = {}]: Parameters<SendEvent>): Date {
		const at = new Date(now());
		if (!account.webhook) return at;
		const post = postEvent(account, account.webhook, { event, domain, about, at, id: `small-${next++}` });
		posts.add(post);
		void post.finally(() => posts.delete(post));
		return at;
	}

	function openAccount(balanceCents = 50_000): SmallAccount {
		const userId = 7_000 + next++;
		const token = `small_${userId}_${"x".repeat(20)}`;
		const account: SmallAccount = { userId, token, balanceCents, whitelisted: true, ledger: [], deliveries: [] };
		accounts.set(token, account);
		return account;
	}

	/** The old token becomes invalid. */
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

	function changed(given: Answer, call: Call): Answer {
		if (given.status !== 200 || !answers.change) return given;
		return ok(answers.change((given.body as { result: unknown }).result, call));
	}

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const text = Buffer.concat(await request.toArray()).toString();
		const path = (request.url ?? "").replace("/v1", "");
		const key = request.headers["idempotency-key"];
		const call = { method: request.method ?? "", path, body: text ? JSON.parse(text) : {}, key: key?.toString() };
		calls.push(call);
		const account = accounts.get((request.headers.authorization ?? "").replace("Bearer ", ""));
		const at = faults.findIndex((each) => each.path.test(path) && (each.account ?? account) === account);
		const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
		if (fault?.kind === "reset") return void request.socket.destroy();
		if (fault?.kind === "page") return send(response, { status: fault.status, body: "<html>proxy</html>" });
		if (fault?.kind === "empty") return send(response, { status: 200, body: { status: true, result: {} } });
		if (fault?.kind === "refused") {
			const wait = fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
			return send(response, { ...refused(fault.status, fault.code), headers: wait });
		}
		const done = changed(answer(call, account), call);
		if (fault?.kind === "lost") return void request.socket.destroy();
		if (fault?.kind === "failed") return send(response, refused(500, "provider_error"));
		if (fault?.kind === "slow") await fault.until;
		send(response, done);
	}

	// Many services answer an unexpected body with an HTML error page.
	const server = createServer((request, response) => {
		handle(request, response).catch(() => send(response, { status: 500, body: "<html>Internal Server Error</html>" }));
	});
	const port = await listenLocally(server);
	return {
		url: `http://127.0.0.1:${port}/v1`,
		now,
		openAccount,
		reissue,
		prices,
		batches,
		charging,
		records,
		orderStatuses,
		calls,
		answers,
		/** A test can read them, or change them as another program would. */
		owned,
		/** As another program would, without a charge or an event. */
		take: (domain: string, account: SmallAccount, more: Partial<Owned> = {}): Owned => own(domain, account, more),
		/** The cause seems to be another program or the registry. */
		sendEvent,
		/** One fault for each of the next calls with a matching path. */
		fail: (path: RegExp, ...next: Fault[]) => void faults.push(...next.map((fault) => ({ path, fault }))),
		failFor: (account: SmallAccount, path: RegExp, fault: Fault) => void faults.push({ path, fault, account }),
		/** Removes the faults that have not happened yet. */
		heal: () => void faults.splice(0),
		/** Oldest first. */
		keys: (path: RegExp) =>
			calls.filter((call) => call.key !== undefined && path.test(call.path)).map(({ key }) => key),
		/** Oldest first. */
		sent: (path: RegExp) => calls.filter((call) => call.key !== undefined && path.test(call.path)),
		/** The webhooks have answered all events. */
		delivered: async () => void (await Promise.all(posts)),
		async [Symbol.asyncDispose]() {
			await Promise.all(posts);
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	const type = typeof body === "string" ? "text/html" : "application/json";
	response.writeHead(status, { "content-type": type, ...headers }).end(text);
}

interface SmallEvent {
	event: string;
	domain: string;
	about: About;
	at: Date;
	id: string;
}

async function postEvent(
	{ deliveries }: SmallAccount,
	{ url, secret }: NonNullable<SmallAccount["webhook"]>,
	{ event, domain, about: { client_ref, external_ref, reason }, at, id }: SmallEvent,
): Promise<void> {
	const body = JSON.stringify({ event, domain, client_ref, external_ref, reason, occurred_at: at.toISOString() });
	const timestamp = String(Math.floor(at.getTime() / 1_000));
	const headers = {
		"content-type": "application/json",
		"x-service-event": event,
		"x-service-event-id": id,
		"x-service-timestamp": timestamp,
		"x-service-signature": sign(secret, timestamp, Buffer.from(body)),
	};
	const status_code = await fetch(url, { method: "POST", body, headers }).then(
		(response) => response.status,
		() => 0,
	);
	const status = status_code === 200 ? "delivered" : "failed";
	deliveries.unshift({ event_key: id, event_type: event, attempt_number: 1, status, status_code, error: null });
}
