import { randomUUID } from "node:crypto";
import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Log } from "../log.ts";

export interface AppOptions {
	log: Log;
	/** Proxies, as addresses or networks, whose `X-Forwarded-For` is trusted. */
	trustedProxies?: readonly string[];
	/** `route` is the route's pattern, because the URL itself may contain a secret. */
	onAnswer?(answer: Answer): void;
}

export interface Answer {
	method: string;
	route: string;
	status: number;
	milliseconds: number;
}

const bodyLimit = 64 * 1024;
const requestTimeout = 30_000;

/** Does not listen yet. The body limit is 64 KiB; a route can set its own. */
export function createApp({ log, trustedProxies = [], onAnswer = () => {} }: AppOptions): FastifyInstance {
	const app = fastify({
		bodyLimit,
		requestTimeout,
		// Node's own timeout for headers is 60 s by default, and must not exceed this one.
		http: { requestTimeout, connectionsCheckingInterval: 1_000 },
		clientErrorHandler: answerNoRequest,
		frameworkErrors: answerBadAddress,
		trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
		forceCloseConnections: true,
		genReqId: ({ headers }) => requestId(headers["x-request-id"]),
		routerOptions: { maxParamLength: 512 },
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.header("x-request-id", request.id);
	});
	app.addHook("onResponse", async (request, reply) => {
		const route = request.routeOptions.url ?? "none";
		const answer = { method: request.method, route, status: reply.statusCode, milliseconds: reply.elapsedTime };
		onAnswer(answer);
		log.debug({ ...answer, requestId: request.id }, "answered a request");
	});
	addErrorPages(app, log);
	return app;
}

/** Keeps the caller's id if it is safe to log, so that the log of a proxy and ours match. */
export function requestId(given: string | string[] | undefined): string {
	return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

const sentences = new Map([
	[400, "The request is malformed."],
	[404, "There is nothing at this address."],
	[408, "The request did not arrive in time."],
	[413, "The request is too large."],
	[415, "This content type is not supported."],
	[431, "The headers are too large."],
	[500, "Something went wrong on our side. Include the request id when you report it."],
	[503, "Not ready yet. Try again in a moment."],
]);

/** HTML for a browser and JSON for others. The answer never contains internal details. */
function addErrorPages(app: FastifyInstance, log: Log): void {
	app.setNotFoundHandler((request, reply) => answer(request, reply, 404));
	app.setErrorHandler<FastifyError>((error, request, reply) => {
		const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
		if (status >= 500) log.error({ error, requestId: request.id, route: request.routeOptions.url }, "a request failed");
		return answer(request, reply, status);
	});
}

/** Fastify runs neither hooks nor a route for such a request, so the header with the request id is set here. */
function answerBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	return answer(request, reply.header("x-request-id", request.id), 400);
}

const parserStatuses = new Map([
	["ERR_HTTP_REQUEST_TIMEOUT", 408],
	["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
	["HPE_HEADER_OVERFLOW", 431],
]);

/** Malformed HTTP, headers that are too large, and requests that arrive too slowly. */
function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
	const status = parserStatuses.get(error.code ?? "") ?? 400;
	const id = randomUUID();
	endWithJson(socket, status, id, bodyOf(status, id));
}

export function endWithJson(socket: Socket, status: number, requestId: string, body: object): void {
	const text = JSON.stringify(body);
	const headers = {
		"Content-Type": "application/json; charset=utf-8",
		"Content-Length": Buffer.byteLength(text),
		"X-Request-Id": requestId,
		Connection: "close",
	};
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	socket.end([`HTTP/1.1 ${status} ${titleOf(status)}`, ...lines, "", text].join("\r\n"));
}

function answer(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
	reply.code(status);
	const body = bodyOf(status, request.id);
	if (!request.headers.accept?.includes("text/html")) return reply.send(body);
	return reply
		.type("text/html; charset=utf-8")
		.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
		.send(page(`${status} ${titleOf(status)}`, body.error.message, request.id));
}

function bodyOf(status: number, requestId: string) {
	const title = titleOf(status);
	const code = title.toLowerCase().replaceAll(/[^a-z]+/g, "_");
	return { error: { code, message: sentences.get(status) ?? title, request_id: requestId } };
}

const titleOf = (status: number): string => STATUS_CODES[status] ?? "Error";

/** `id` needs no escaping: it has only letters, digits, dots, dashes and underscores. */
function page(title: string, message: string, id: string): string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px system-ui;margin:20vh auto;max-width:32em;padding:0 1em;color-scheme:light dark}</style>
<h1>${title}</h1><p>${message}</p><p><small>${id}</small></p></html>\n`;
}

interface BytesRequest {
	/** Letters, digits, `-` and `_`. Any other path gets 404. */
	key: string;
	headers: IncomingHttpHeaders;
	bytes: Uint8Array;
}

interface BytesAnswer {
	status: number;
	body?: Record<string, unknown>;
}

export function addBytesRoute(
	app: FastifyInstance,
	path: string,
	handle: (request: BytesRequest) => Promise<BytesAnswer>,
	{ bodyLimit = 64 * 1024 } = {},
): void {
	void app.register((scope, _options, done) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, async (_request: unknown, body: unknown) => body);
		scope.post<{ Params: { key: string } }>(`${path}/:key`, { bodyLimit }, async (request, reply) => {
			const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
			const { key } = request.params;
			if (!/^[\w-]+$/.test(key)) return reply.callNotFound();
			const { status, body = {} } = await handle({ key, headers: request.headers, bytes });
			return reply.code(status).send(body);
		});
		done();
	});
}
