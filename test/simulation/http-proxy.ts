import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** One request on its way through a proxy. */
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

/** What befalls one exchange. Where nothing else is said the request is carried out, and its answer is lost or spoilt. */
export type Trouble =
	| { kind: "latency"; ms: number }
	/** The connection breaks before a byte has gone on. */
	| { kind: "reset_before" }
	| { kind: "reset_after" }
	/** The answer breaks off in its middle. */
	| { kind: "truncated" }
	/** Half an answer that says that it is a whole one. */
	| { kind: "invalid_json" }
	| { kind: "failed_after" }
	/** A page of some proxy instead of the service; `executed` says whether the request had gone on before. */
	| { kind: "page"; status: number; executed: boolean }
	/** The service's own refusal of a token that asked too fast; nothing is carried out. */
	| { kind: "block"; seconds: number }
	/** The service refuses the request as it is; nothing is carried out. */
	| { kind: "refused"; status: 413 | 422 }
	/** The request goes on a second time as soon as the first one was answered; the second answer is passed on. */
	| { kind: "twice" }
	/** The answer waits for this: until its caller has given up, or has overslept and waits still. */
	| { kind: "late" | "overslept"; until: Until }
	/** The caller loses its connection, and the request is carried out after this. */
	| { kind: "delayed"; until: Until }
	/** The request is carried out only after this; its caller may have given up by then. */
	| { kind: "slow"; until: Until }
	/** The service is killed so long after the request has gone on. */
	| { kind: "dies"; ms: number; die: () => void };

/** Told when the caller waits no more. */
type Until = (gone: AbortSignal) => Promise<unknown>;

export interface HttpProxyOptions {
	/** The origin that requests go on to; undefined while nobody is there. */
	target: () => string | undefined;
	/** What befalls a request that has just arrived. */
	trouble?: (exchange: Exchange) => Trouble | undefined;
	/** What becomes of an answer before anything else happens to it. */
	rewrite?: (exchange: Exchange, answer: Answer) => Promise<Answer> | Answer;
	/** A request has arrived; false: it goes nowhere. */
	arrived?: (exchange: Exchange) => boolean;
	/** It was carried out once, or once more; false: the answer goes nowhere. */
	executed?: (exchange: Exchange, answer: Answer) => boolean;
	/** The caller has its answer, or never will. */
	ended?: (exchange: Exchange, passed: Answer | undefined) => void;
	/** Whether a request is given up together with its caller. */
	follows?: (exchange: Exchange) => boolean;
}

export interface HttpProxy extends AsyncDisposable {
	/** Its origin. */
	url: string;
	/** Breaks every connection at once, and takes none any more. */
	cut(): void;
}

/** A proxy that meddles with what passes. */
export async function createHttpProxy(options: HttpProxyOptions): Promise<HttpProxy> {
	const { target, trouble, arrived = () => true, executed = () => true, ended = () => {}, follows, rewrite } = options;
	const agent = new Agent({ keepAlive: true, maxSockets: 64 });
	const server = createServer((incoming, response) => void handle(incoming, response).catch(() => response.destroy()));
	let isCut = false;

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
		try {
			if (isCut || !arrived(exchange)) return void response.destroy();
			const gone = new AbortController();
			response.once("close", () => gone.abort());
			const answer = await meddle(exchange, trouble?.(exchange), response, gone.signal);
			if (!answer || isCut) return void response.destroy();
			passed = answer;
			await send(response, answer);
		} finally {
			ended(exchange, passed);
		}
	}

	/** The answer to pass on; undefined: the caller's connection breaks, or has broken already. */
	async function meddle(
		exchange: Exchange,
		what: Trouble | undefined,
		response: ServerResponse,
		gone: AbortSignal,
	): Promise<Answer | undefined> {
		if (what?.kind === "reset_before") return undefined;
		if (what?.kind === "page" && !what.executed) return page(what.status);
		if (what?.kind === "block") return blocked(what.seconds);
		if (what?.kind === "refused") return envelope(what.status, refusals[what.status]);
		if (what?.kind === "latency") await sleep(what.ms);
		if (what?.kind === "slow") await what.until(gone);
		if (what?.kind === "delayed") {
			response.destroy();
			await what.until(gone);
		}
		if (what?.kind === "dies") setTimeout(what.die, what.ms);
		const first = await carryOut(exchange, follows?.(exchange) ? gone : undefined);
		if (!first || !executed(exchange, first)) return undefined;
		switch (what?.kind) {
			case "reset_after":
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
				await what.until(gone);
				return first;
			default:
				return first;
		}
	}

	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const cut = (): void => {
		if (isCut) return;
		isCut = true;
		server.close();
		server.closeAllConnections();
	};
	return {
		// A server that listens on TCP has such an address.
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
	const body = Buffer.from(`<html><body><h1>${status}</h1><p>The gateway says so.</p></body></html>`);
	return { status, headers: { "content-type": "text/html" }, body };
}

function envelope(status: number, code: string, headers: Record<string, string> = {}): Answer {
	const body = Buffer.from(JSON.stringify({ status: false, error: { code, message: "The proxy says so." } }));
	return { status, headers: { "content-type": "application/json", ...headers }, body };
}

const failed = envelope(500, "provider_error");

const refusals = { 413: "payload_too_large", 422: "validation_error" } as const;

function blocked(seconds: number): Answer {
	return envelope(429, "rate_limited", { "retry-after": String(seconds) });
}
