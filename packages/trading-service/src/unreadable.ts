import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { endWithJson } from "@domains/kit/http/errors.ts";
import type { FastifyRequest } from "fastify";
import { ourFault, Problem, problemOf } from "./problem.ts";

/**
 * Answers 400 to malformed HTTP, to headers that are too large, and to a request that does not arrive within `seconds`.
 * Then closes the connection.
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
		endWithJson(socket, status, randomUUID(), body);
	};
}

/**
 * Fastify runs no hooks for a URL that cannot be decoded, so this function calls `admit` itself, and answers 400 only
 * if that admits the caller.
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
	const type = "application/json; charset=utf-8";
	raw.writeHead(status, { ...headers, "content-type": type, "x-request-id": id }).end(JSON.stringify(body));
}
