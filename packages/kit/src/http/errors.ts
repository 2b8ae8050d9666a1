import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";

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
export function addErrorPages(app: FastifyInstance, log: Log): void {
	app.setNotFoundHandler((request, reply) => answer(request, reply, 404));
	app.setErrorHandler<FastifyError>((error, request, reply) => {
		const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
		if (status >= 500) log.error({ error, requestId: request.id, route: request.routeOptions.url }, "a request failed");
		return answer(request, reply, status);
	});
}

/** Fastify runs neither hooks nor a route for such a request, so the header with the request id is set here. */
export function answerBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	return answer(request, reply.header("x-request-id", request.id), 400);
}

const parserStatuses = new Map([
	["ERR_HTTP_REQUEST_TIMEOUT", 408],
	["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
	["HPE_HEADER_OVERFLOW", 431],
]);

/** Malformed HTTP, headers that are too large, and requests that arrive too slowly. */
export function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
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
