import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { listenLocally } from "../support/port.ts";
import type { Activity } from "./activity.ts";
import { sleep } from "./waits.ts";

export interface Exchange {
	method: string;
	path: string;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	body: Buffer;
}

export interface Answer {
	status: number;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	body: Buffer;
}

/**
 * By default, the service executes the request, and its answer is late, lost or damaged. The comments below say where a
 * fault differs.
 */
export type Trouble =
	| { kind: "latency"; ms: number }
	/** The connection breaks before the request is forwarded, so it is not executed. It breaks when `until` resolves. */
	| { kind: "reset_before"; until?: Until }
	| { kind: "reset_after"; until?: Until }
	/** The connection breaks in the middle of the answer. */
	| { kind: "truncated" }
	/** The body is cut in half, with a matching content length: the HTTP answer is complete, but its JSON is broken. */
	| { kind: "invalid_json" }
	| { kind: "failed_after" }
	/** An HTML page, as from a gateway. If `executed`, the service executes the request first. */
	| { kind: "page"; status: number; executed: boolean }
	/** The service's 429. The request is not executed. */
	| { kind: "block"; seconds: number }
	/** The request is not executed. */
	| { kind: "refused"; status: 413 | 422 }
	/** The caller gets the second answer. */
	| { kind: "twice" }
	/**
	 * With `late`, the caller has given up when the answer comes. With `overslept`, it still waits, but its lease has
	 * expired, so another bot may send the request too.
	 */
	| { kind: "late" | "overslept"; until: Until }
	/** The caller loses its connection at once, and the request is executed only after `until`. */
	| { kind: "delayed"; until: Until }
	/** The request is executed only after `until`. Its caller may have given up by then. */
	| { kind: "slow"; until: Until }
	/** The service is killed `ms` milliseconds after the proxy began to forward the request. */
	| { kind: "dies"; ms: number; die: () => void };

/** `gone` aborts when the caller stops waiting. */
type Until = (gone: AbortSignal) => Promise<unknown>;

export interface HttpProxyOptions {
	/** Undefined while the target is down. */
	target: () => string | undefined;
	/** Undefined for no fault. */
	trouble?: (exchange: Exchange) => Trouble | undefined;
	/** Runs before a fault affects the answer. */
	rewrite?: (exchange: Exchange, answer: Answer) => Promise<Answer> | Answer;
	/** False closes the connection instead of forwarding the request. */
	arrived?: (exchange: Exchange) => boolean;
	/** False loses the answer. */
	executed?: (exchange: Exchange, answer: Answer) => boolean;
	/** `passed` is undefined if the connection broke. */
	ended?: (exchange: Exchange, passed: Answer | undefined) => void;
	/** The forwarded request is aborted when its caller disconnects. Otherwise, the target still executes it. */
	follows?: (exchange: Exchange) => boolean;
	/** Leaves out a call that `follows`, and one that the proxy holds back on purpose. */
	activity?: Activity;
}

export interface HttpProxy extends AsyncDisposable {
	url: string;
	/** Also accepts no new one. */
	cut(): void;
}

export async function createHttpProxy(options: HttpProxyOptions): Promise<HttpProxy> {
	const { target, trouble, arrived = () => true, executed = () => true, ended = () => {}, follows, rewrite } = options;
	const { activity } = options;
	const agent = new Agent({ keepAlive: true, maxSockets: 64 });
	const server = createServer((incoming, response) => void handle(incoming, response).catch(() => response.destroy()));
	let isDisconnected = false;

	async function carryOut(exchange: Exchange, gone?: AbortSignal): Promise<Answer | undefined> {
		const origin = target();
		if (origin === undefined) return undefined;
		const answer = await forward(`${origin}${exchange.path}`, exchange, agent, gone);
		return rewrite ? await rewrite(exchange, answer) : answer;
	}

	async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = Buffer.concat(await incoming.toArray());
		const { method = "GET", url: path = "/", headers } = incoming;
		const exchange: Exchange = { method, path, headers, body };
		let passed: Answer | undefined;
		const own = follows?.(exchange) ? undefined : activity;
		own?.begin();
		try {
			if (isDisconnected || !arrived(exchange)) return void response.destroy();
			const gone = new AbortController();
			response.once("close", () => gone.abort());
			const answer = await injectTrouble(exchange, trouble?.(exchange), response, gone.signal);
			if (!answer || isDisconnected) return void response.destroy();
			passed = answer;
			await send(response, answer);
		} finally {
			ended(exchange, passed);
			own?.end();
		}
	}

	/** Meanwhile the exchange does not count as activity. */
	async function hold(waiting: Promise<unknown>): Promise<void> {
		activity?.end();
		await waiting.finally(() => activity?.begin());
	}

	/** Undefined if the caller's connection must break or is already broken. */
	async function injectTrouble(
		exchange: Exchange,
		what: Trouble | undefined,
		response: ServerResponse,
		gone: AbortSignal,
	): Promise<Answer | undefined> {
		if (what?.kind === "reset_before") {
			await what.until?.(gone);
			return undefined;
		}
		if (what?.kind === "page" && !what.executed) return page(what.status);
		if (what?.kind === "block") return blocked(what.seconds);
		if (what?.kind === "refused") return envelope(what.status, refusals[what.status]);
		if (what?.kind === "latency") await hold(sleep(what.ms));
		if (what?.kind === "slow") await hold(what.until(gone));
		if (what?.kind === "delayed") {
			response.destroy();
			await hold(what.until(gone));
		}
		if (what?.kind === "dies") setTimeout(what.die, what.ms);
		const first = await carryOut(exchange, follows?.(exchange) ? gone : undefined);
		if (!first || !executed(exchange, first)) return undefined;
		switch (what?.kind) {
			case "reset_after":
				await what.until?.(gone);
				return undefined;
			case "delayed":
				return undefined;
			case "truncated":
				await breakOff(response, first);
				return undefined;
			case "invalid_json":
				return { ...first, body: first.body.subarray(0, Math.floor(first.body.length / 2)) };
			case "failed_after":
				return failed;
			case "page":
				return page(what.status);
			case "twice": {
				const second = await carryOut(exchange);
				return second && executed(exchange, second) ? second : undefined;
			}
			case "late":
			case "overslept":
				await hold(what.until(gone));
				return first;
			default:
				return first;
		}
	}

	const port = await listenLocally(server);
	const cut = (): void => {
		if (isDisconnected) return;
		isDisconnected = true;
		server.close();
		server.closeAllConnections();
	};
	return {
		url: `http://127.0.0.1:${port}`,
		cut,
		async [Symbol.asyncDispose]() {
			cut();
			agent.destroy();
		},
	};
}

async function forward(url: string, { method, headers, body }: Exchange, agent: Agent, gone?: AbortSignal) {
	const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
	const { host: _, connection: __, "transfer-encoding": ___, ...rest } = headers;
	const length = body.length > 0 ? { "content-length": String(body.length) } : {};
	const outgoing = request(url, { method, agent, headers: { ...rest, ...length }, ...(gone && { signal: gone }) });
	outgoing.once("response", resolve).once("error", reject);
	outgoing.end(body);
	const incoming = await promise;
	const bytes = Buffer.concat(await incoming.toArray());
	return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: bytes };
}

async function send(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
	const { connection: _, "transfer-encoding": __, "keep-alive": ___, ...rest } = headers;
	response.writeHead(status, { ...rest, "content-length": String(body.length) }).end(body);
	if (!response.destroyed) await Promise.race([once(response, "finish"), once(response, "close")]);
}

async function breakOff(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
	const { connection: _, "transfer-encoding": __, "keep-alive": ___, ...rest } = headers;
	response.writeHead(status, { ...rest, "content-length": String(body.length) });
	const half = body.subarray(0, Math.floor(body.length / 2));
	await new Promise<void>((written) => response.write(half, () => written()));
}

function page(status: number): Answer {
	const body = Buffer.from(`<html><body><h1>${status}</h1><p>Answer of a gateway</p></body></html>`);
	return { status, headers: { "content-type": "text/html" }, body };
}

function envelope(status: number, code: string, headers: Record<string, string> = {}): Answer {
	const body = Buffer.from(JSON.stringify({ status: false, error: { code, message: "Injected by the proxy." } }));
	return { status, headers: { "content-type": "application/json", ...headers }, body };
}

const failed = envelope(500, "provider_error");

const refusals = { 413: "payload_too_large", 422: "validation_error" } as const;

function blocked(seconds: number): Answer {
	return envelope(429, "rate_limited", { "retry-after": String(seconds) });
}
