import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { ourFault, Problem, problemOf } from "./problem.ts";

const contentType = "application/json; charset=utf-8";

/**
 * Answers malformed HTTP, headers that are too large, and requests that do not arrive within `seconds`. Node closes the
 * connection by itself.
 */
export function createNoRequestAnswer(seconds: number): (error: Error & { code?: string }, socket: Socket) => void {
	const messages: ReadonlyMap<string, string> = new Map([
		["HPE_HEADER_OVERFLOW", "The path and the headers together are larger than 16 KiB."],
		["ERR_HTTP_REQUEST_TIMEOUT", `The request did not arrive within ${seconds} seconds.`],
	]);
	return (error, socket) => {
		if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
		const message = (error.code && messages.get(error.code)) ?? "This is not a valid HTTP request.";
		const { status, body } = new Problem("bad_request", message);
		const text = JSON.stringify(body);
		const headers = {
			"Content-Type": contentType,
			"Content-Length": Buffer.byteLength(text),
			"X-Request-Id": randomUUID(),
			Connection: "close",
		};
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
		socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", text].join("\r\n"));
	};
}

/**
 * Answers an address that cannot be decoded. Fastify runs no hook for it, so this function also authenticates the
 * caller.
 */
export async function answerBadAddress(
	error: Error,
	{ id }: FastifyRequest,
	raw: ServerResponse,
	admit: () => Promise<unknown>,
): Promise<void> {
	const refused = await admit().then(
		() => error,
		(refusal: unknown) => refusal,
	);
	const { status, headers, body } = problemOf(refused) ?? ourFault();
	raw.writeHead(status, { ...headers, "content-type": contentType, "x-request-id": id }).end(JSON.stringify(body));
}
