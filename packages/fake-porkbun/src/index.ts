import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
	type Answer,
	type Call,
	defaultLimits,
	dollars,
	type Limit,
	type LimitName,
	type Options,
	refuse,
	succeed,
	Window,
} from "./answer.ts";
import { apiSettings, balance, reset, topup } from "./calls/account.ts";
import * as dns from "./calls/dns.ts";
import * as domain from "./calls/domain.ts";
import { type Account, type Clock, createState, type State } from "./state.ts";

/**
 * What a caller sees instead of the answer:
 * - `cut`: the connection breaks.
 * - `html_502`, `html_503`: a page in HTML.
 * - `error_in_200`: status 200 with an error inside.
 * - `late`: the true answer, a minute later.
 */
export type FaultKind = "cut" | "html_502" | "html_503" | "error_in_200" | "late";

export interface Fault {
	/** The name of the call, such as `domain/create`. Without it, any call. */
	call?: string;
	kind: FaultKind;
	/** True if the call takes effect although its answer is lost. A `late` one always does. */
	isExecuted?: boolean;
	/** How many calls it hits; one unless set. */
	times?: number;
}

interface Faults {
	/** While true, every connection breaks. */
	isDown: boolean;
	add(fault: Fault): void;
	clear(): void;
}

function createFaults(): Faults & { take(call: string): Fault | undefined } {
	let waiting: Fault[] = [];
	return {
		isDown: false,
		add(fault) {
			waiting.push(...Array.from({ length: fault.times ?? 1 }, () => fault));
		},
		clear() {
			waiting = [];
		},
		take(call) {
			const index = waiting.findIndex((each) => each.call === undefined || each.call === call);
			return index < 0 ? undefined : waiting.splice(index, 1)[0];
		},
	};
}

/** One call and its answer. `request` is without the keys. */
export interface Exchange {
	call: string;
	method: string;
	path: string;
	request: Record<string, unknown>;
	status: number;
	answer: Record<string, unknown>;
}

export interface FakePorkbun {
	/** Ends in `/api/json/v3`. */
	url: string;
	keys: Readonly<Record<"live" | "sandbox", Account["keys"]>>;
	state: State;
	faults: Faults;
	/** Every call so far that took effect or was refused, also those whose answer was lost. */
	exchanges: Exchange[];
	close(): Promise<void>;
}

export interface FakeOptions extends Partial<Options> {
	clock?: Clock;
	port?: number;
	limits?: Partial<Record<LimitName, Limit>>;
}

interface Route {
	run(call: Call): Answer;
	/** A read also answers GET. */
	isRead?: boolean;
	isOnlyGet?: boolean;
}

/** The calls that need keys. `ping`, `ip` and `pricing/get` do not. */
const routes: ReadonlyMap<string, Route> = new Map(
	Object.entries<Route>({
		"account/balance": { run: balance, isRead: true, isOnlyGet: true },
		"account/apiSettings": { run: apiSettings, isRead: true, isOnlyGet: true },
		"domain/checkDomain": { run: domain.check },
		"domain/getRegistrationRequirements": { run: domain.requirements, isRead: true },
		"domain/create": { run: domain.create },
		"domain/renew": { run: domain.renew },
		"domain/listAll": { run: domain.listAll, isRead: true },
		"domain/get": { run: domain.get, isRead: true, isOnlyGet: true },
		"domain/updateAutoRenew": { run: domain.updateAutoRenew },
		"domain/getNs": { run: domain.getNs, isRead: true },
		"domain/updateNs": { run: domain.updateNs },
		"dns/retrieve": { run: dns.retrieve, isRead: true },
		"dns/retrieveByNameType": { run: dns.retrieveByNameType, isRead: true },
		"dns/create": { run: dns.create },
		"dns/edit": { run: dns.edit },
		"dns/editByNameType": { run: dns.editByNameType },
		"dns/delete": { run: dns.remove },
		"dns/deleteByNameType": { run: dns.removeByNameType },
		"sandbox/topup": { run: topup },
		"sandbox/reset": { run: reset },
	}),
);

const base = "/api/json/v3/";
const lateMilliseconds = 60_000;
const idempotencyMilliseconds = 86_400_000;
const mostBytes = 1_000_000;

interface Kept {
	fingerprint: string;
	/** Undefined while the first request runs. */
	answer: Answer | undefined;
	until: number;
}

const systemClock: Clock = {
	now: Date.now,
	after(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		return () => clearTimeout(timer);
	},
};

export async function startFakePorkbun(given: FakeOptions = {}): Promise<FakePorkbun> {
	const { clock = systemClock, port = 0, limits = {}, ...rest } = given;
	const options: Options = {
		edition: "later",
		forms: "odd",
		lowTtl: "raise",
		idempotency: "all",
		limitStatus: 429,
		requestsPerSecond: null,
		...rest,
	};
	const state = createState();
	const faults = createFaults();
	const exchanges: Exchange[] = [];
	const windows = new Map<string, Window>();
	const kept = new Map<string, Kept>();
	let lastId = 1_000;
	const everyone = options.requestsPerSecond === null ? undefined : { limit: options.requestsPerSecond, seconds: 1 };
	const perSecond = everyone && new Window(everyone);

	function nextId(): number {
		lastId += 1;
		return lastId;
	}

	function withId(answer: Answer): Answer {
		return { ...answer, body: { ...answer.body, requestId: `req-${nextId()}` } };
	}

	function windowOf(account: Account, name: LimitName): Window {
		const key = `${account.keys.apiKey} ${name}`;
		const window = windows.get(key) ?? new Window(limits[name] ?? defaultLimits[name]);
		windows.set(key, window);
		return window;
	}

	function run(request: Read): Answer {
		const { call, method, path, input, idempotencyKey } = request;
		if (call === "ping" || call === "ip") return whoAmI(request);
		if (call === "pricing/get") return pricing(state, input);
		const route = routes.get(call);
		if (!route || (options.edition === "3.0" && call.startsWith("sandbox/")))
			return refuse("INVALID_ENDPOINT", "Endpoint not found.", 404);
		if (method !== "POST" && !(method === "GET" && route.isRead))
			return refuse("METHOD_NOT_ALLOWED", "HTTP method not allowed for this endpoint.");
		if (method === "POST" && route.isOnlyGet)
			return refuse("METHOD_NOT_ALLOWED", "HTTP method not allowed for this endpoint.");
		const account = prove(request);
		if ("status" in account) return account;
		const window = (name: LimitName) => windowOf(account, name);
		return route.run({ state, account, options, clock, path, input, idempotencyKey, window, nextId });
	}

	function prove({ keys }: Read): Account | Answer {
		if (keys.apiKey === undefined) return refuse("API_KEY_REQUIRED", "An API key is required.");
		if (keys.secretApiKey === undefined) return refuse("MISSING_SECRETAPIKEY", "The secret API key is missing.");
		const account = [state.live, state.sandbox].find(
			(each) => each.keys.apiKey === keys.apiKey && each.keys.secretApiKey === keys.secretApiKey,
		);
		if (!account || (account.isSandbox && options.edition === "3.0"))
			return refuse("INVALID_API_KEYS_001", "Invalid API key.");
		return account;
	}

	function whoAmI(request: Read): Answer {
		const { call, keys, address } = request;
		if (call === "ip" || keys.apiKey === undefined) return succeed({ yourIp: address });
		const account = prove(request);
		return "status" in account ? account : succeed({ yourIp: address, credentialsValid: true });
	}

	/** Runs a call once for each idempotency key. */
	function runOnce(request: Read): { answer: Answer; finish(): void } {
		const { idempotencyKey: key, keys, method } = request;
		const nothing = () => undefined;
		if (key === null || method !== "POST") return { answer: run(request), finish: nothing };
		if (key.length > 255) return { answer: refuse("INVALID_IDEMPOTENCY_KEY", "The key is too long."), finish: nothing };
		const place = `${keys.apiKey} ${key}`;
		const before = kept.get(place);
		if (before && before.until > clock.now()) {
			if (before.fingerprint !== request.fingerprint)
				return {
					answer: refuse("IDEMPOTENCY_KEY_MISMATCH", "The key was used for another request.", 409),
					finish: nothing,
				};
			if (!before.answer)
				return {
					answer: refuse("IDEMPOTENCY_KEY_IN_USE", "The first request is still running.", 409),
					finish: nothing,
				};
			const headers = { ...before.answer.headers, "Idempotent-Replayed": "true" };
			return { answer: { ...before.answer, headers }, finish: nothing };
		}
		const answer = run(request);
		const isKept = options.idempotency === "all" || answer.body["status"] === "SUCCESS";
		const entry: Kept = {
			fingerprint: request.fingerprint,
			answer: undefined,
			until: clock.now() + idempotencyMilliseconds,
		};
		kept.set(place, entry);
		return {
			answer,
			finish() {
				if (isKept) entry.answer = answer;
				else kept.delete(place);
			},
		};
	}

	async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const request = await readRequest(incoming);
		if (faults.isDown) incoming.socket.destroy();
		else if (request === undefined)
			send(response, withId(refuse("INVALID_OR_EMPTY_JSON", "The body is not a JSON object.")));
		else if (perSecond && !perSecond.take(clock.now())) sendPage(response, 503);
		else answerRequest(request, incoming, response);
	}

	function answerRequest(request: Read, incoming: IncomingMessage, response: ServerResponse): void {
		const fault = faults.take(request.call);
		if (fault && fault.kind !== "late" && !fault.isExecuted) {
			fail(fault.kind, incoming, response);
			return;
		}
		const { answer: found, finish } = runOnce(request);
		const answer = withId(found);
		const { call, method, path, input } = request;
		const { status, body } = answer;
		exchanges.push({ call, method, path: path.join("/"), request: input, status, answer: body });
		if (fault?.kind === "late") {
			const cancel = clock.after(lateMilliseconds, () => send(response, answer));
			response.once("close", () => {
				cancel();
				finish();
			});
			return;
		}
		finish();
		if (fault) fail(fault.kind, incoming, response);
		else send(response, answer);
	}

	function fail(kind: FaultKind, incoming: IncomingMessage, response: ServerResponse): void {
		if (kind === "html_502") sendPage(response, 502);
		else if (kind === "html_503") sendPage(response, 503);
		else if (kind === "error_in_200")
			send(response, { ...withId(refuse("INTERNAL_ERROR", "Something went wrong.")), status: 200 });
		else incoming.socket.destroy();
	}

	const server = createServer((incoming, response) => {
		handle(incoming, response).catch(() => incoming.socket.destroy());
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", resolve);
	});
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The fake has no port");
	return {
		url: `http://127.0.0.1:${address.port}/api/json/v3`,
		keys: { live: state.live.keys, sandbox: state.sandbox.keys },
		state,
		faults,
		exchanges,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function pricing(state: State, { tlds }: Readonly<Record<string, unknown>>): Answer {
	const asked = Array.isArray(tlds) ? tlds.map(String) : undefined;
	const shown = [...state.extensions]
		.filter(([tld]) => asked === undefined || asked.includes(tld))
		.map(([tld, { registration, renewal, transfer }]) => [
			tld,
			{ registration: dollars(registration), renewal: dollars(renewal), transfer: dollars(transfer) },
		]);
	return succeed({ pricing: Object.fromEntries(shown) });
}

interface Read {
	call: string;
	method: string;
	path: string[];
	input: Record<string, unknown>;
	keys: { apiKey: string | undefined; secretApiKey: string | undefined };
	idempotencyKey: string | null;
	/** Equal for equal requests. */
	fingerprint: string;
	address: string;
}

/** Returns undefined for a body that is no JSON object. */
async function readRequest(incoming: IncomingMessage): Promise<Read | undefined> {
	const url = new URL(incoming.url ?? "/", "http://localhost");
	const parts = url.pathname.startsWith(base) ? url.pathname.slice(base.length).split("/") : [];
	// `ping` and `ip` are one word, every other call is two.
	const length = parts[0] === "ping" || parts[0] === "ip" ? 1 : 2;
	const [text, method] = [await readText(incoming), incoming.method ?? "GET"];
	const header = (name: string) => {
		const value = incoming.headers[name];
		return typeof value === "string" && value !== "" ? value : undefined;
	};
	const query = Object.fromEntries(
		[...new Set(url.searchParams.keys())].map((name) =>
			name.endsWith("[]") ? [name.slice(0, -2), url.searchParams.getAll(name)] : [name, url.searchParams.get(name)],
		),
	);
	const body = method === "GET" || text.trim() === "" ? query : parseObject(text);
	if (body === undefined) return undefined;
	const { apikey, secretapikey, ...input } = body;
	const isInBody = typeof apikey === "string" || typeof secretapikey === "string";
	const ownText = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
	const path = parts.slice(length).map((part) => decodeURIComponent(part).toLowerCase());
	return {
		call: parts.slice(0, length).join("/"),
		method,
		path,
		input,
		keys: isInBody
			? { apiKey: ownText(apikey), secretApiKey: ownText(secretapikey) }
			: { apiKey: header("x-api-key"), secretApiKey: header("x-secret-api-key") },
		idempotencyKey: header("idempotency-key") ?? null,
		fingerprint: createHash("sha256").update(`${url.pathname}\n${text}`).digest("hex"),
		address: incoming.socket.remoteAddress ?? "127.0.0.1",
	};
}

async function readText(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of incoming) {
		bytes += chunk.length;
		if (bytes > mostBytes) throw new Error("The body is too large");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

function parseObject(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
	} catch {
		return undefined;
	}
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
	if (response.destroyed) return;
	response.writeHead(status, {
		"content-type": "application/json",
		link: '<https://porkbun.com/api/json/v3/spec>; rel="describedby"',
		"x-request-id": `${body["requestId"]}`,
		...headers,
	});
	response.end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, status: number): void {
	response.writeHead(status, { "content-type": "text/html" });
	response.end(`<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`);
}
