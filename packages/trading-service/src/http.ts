import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { passedBound } from "@domains/contract/json.ts";
import { limits } from "@domains/contract/limits.ts";
import { endWithJson } from "@domains/kit/http/app.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ourFault, Problem, problemOf } from "./problem.ts";

/**
 * Makes the app accept JSON in UTF-8 without a Content-Encoding, and refuse other bodies. Source: docs/service.md,
 * "Envelopes".
 */
export function addBodyParser(app: FastifyInstance): void {
	const parseJson = app.getDefaultJsonParser("error", "error");
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
		try {
			requirePlain(request.headers);
			const text = readText(bytes);
			requireBounds(text);
			void parseJson(request, text, done);
		} catch (error) {
			done(error instanceof Error ? error : new Error("a request body could not be read", { cause: error }));
		}
	});
}

function requirePlain(headers: Record<string, string | string[] | undefined>): void {
	const encoding = String(headers["content-encoding"] ?? "identity").toLowerCase();
	if (encoding !== "identity") throw new Problem("bad_request", "Send the body without a Content-Encoding.");
	const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(String(headers["content-type"])) ?? [];
	if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw new Problem("bad_request", "Send the body in UTF-8.");
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function readText(bytes: Buffer): string {
	try {
		return utf8.decode(bytes);
	} catch (cause) {
		throw new Problem("bad_request", "The body is not valid UTF-8.", {}, { cause });
	}
}

/** No valid body exceeds these limits. The check comes before parsing, because parsing such a text is expensive. */
function requireBounds(text: string): void {
	const { bodyLevels: levels, bodyValues: values } = limits;
	const passed = passedBound(text, { levels, values });
	if (passed === "levels") throw new Problem("validation_error", `The body is nested deeper than ${levels} levels.`);
	if (passed === "values") throw new Problem("payload_too_large", `The body has more than ${values} values.`);
}

/** In characters. Compressing a shorter text saves no time. Streams have no minimum. */
const minLength = 8 * 1024;

/**
 * RFC 9110, 12.5.3. Node compresses outside the main thread, so other requests do not wait. Fastify's plugin would add
 * nine packages. Source: docs/service.md, "Envelopes".
 */
export function compressAnswers(app: FastifyInstance): void {
	app.addHook("onSend", async (request, reply, payload) => {
		const isStream = payload instanceof Readable;
		const isLarge = isStream || (typeof payload === "string" && payload.length >= minLength);
		// An answer to HEAD has no body, and its Content-Length is that of the uncompressed body.
		if (!isLarge || request.method === "HEAD") return payload;
		reply.header("vary", "accept-encoding");
		if (!acceptsGzip(request.headers["accept-encoding"])) return payload;
		reply.header("content-encoding", "gzip").removeHeader("content-length");
		const source = isStream ? payload : Readable.from([payload]);
		// If either stream fails, `pipeline` destroys the other, and Fastify closes the connection.
		return pipeline(source, createGzip(), () => {});
	});
}

function acceptsGzip(header: string | string[] | undefined): boolean {
	const codings = String(header ?? "")
		.toLowerCase()
		.split(",");
	const weights = new Map(codings.map((coding) => readCoding(coding)));
	return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}

function readCoding(text: string): [coding: string, weight: number] {
	const [coding = "", ...parameters] = text.split(";").map((part) => part.trim());
	const weight = parameters.find((each) => each.startsWith("q="))?.slice("q=".length);
	return [coding, weight === undefined ? 1 : Number(weight)];
}

/** In seconds. Source: docs/service.md, "Limits". */
export interface CallerTimes {
	request: number;
	/** Time within which a caller must receive the next `limits.reading.bytes` of an answer. */
	reading: number;
}

export const callerTimes: CallerTimes = { request: limits.requestSeconds, reading: limits.reading.seconds };

/**
 * Limits the concurrent requests of one account in this instance, because each uses memory. A request counts until its
 * answer is fully sent. Source: docs/service.md, "Rate".
 */
export function createConcurrencyLimit(): (request: FastifyRequest, reply: FastifyReply) => void {
	const running = new Map<number, number>();
	return (request, reply) => {
		const accountId = request.account?.id ?? 0;
		const count = running.get(accountId) ?? 0;
		if (count >= limits.requestsInFlight) {
			const message = `More than ${limits.requestsInFlight} requests at the same time.`;
			throw new Problem("rate_limited", message, { "retry-after": "1" });
		}
		running.set(accountId, count + 1);
		onceFinished(request, reply, () => {
			const remaining = (running.get(accountId) ?? 1) - 1;
			if (remaining > 0) running.set(accountId, remaining);
			else running.delete(accountId);
		});
	};
}

const samplesPerPeriod = 6;

/**
 * Frees the memory of answers to callers that receive less than `limits.reading.bytes` in `seconds`. Time in which the
 * service has nothing to send does not count. Source: docs/service.md, "Limits".
 *
 * The operating system first takes megabytes into its buffers. So the period slides: it begins again with every sample.
 * A caller that reads nothing is disconnected one sample after the first period.
 */
export function disconnectSlowReaders(app: FastifyInstance, seconds: number): void {
	app.addHook("onSend", async (request, reply) => {
		const { socket } = request.raw;
		const samples: number[] = [];
		const watch = setInterval(
			() => {
				if (reply.raw.writableLength === 0) samples.length = 0;
				const sentBytes = sentBytesOf(request);
				samples.push(sentBytes);
				if (samples.length <= samplesPerPeriod) return;
				const before = samples.shift() ?? sentBytes;
				if (sentBytes - before < limits.reading.bytes) socket.destroy();
			},
			(seconds * 1_000) / samplesPerPeriod,
		);
		onceFinished(request, reply, () => clearInterval(watch));
	});
}

/** Node's `bytesWritten` also counts bytes in Node's own buffer, which the operating system has not accepted yet. */
function sentBytesOf({ raw: { socket } }: FastifyRequest): number {
	return socket.bytesWritten - socket.writableLength;
}

const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * With pipelined requests, a response may wait for an earlier one on the same connection. A waiting response emits no
 * close event if the connection closes, so this function also watches the connection.
 */
function onceFinished(request: FastifyRequest, reply: FastifyReply, then: () => void): void {
	const { socket } = request.raw;
	const callbacks = waiting.get(socket) ?? watch(socket);
	const over = (): void => {
		if (callbacks.delete(over)) then();
	};
	callbacks.add(over);
	reply.raw.once("close", over);
	if (socket.destroyed) over();
}

function watch(socket: Socket): Set<() => void> {
	const callbacks = new Set<() => void>();
	waiting.set(socket, callbacks);
	socket.once("close", () => {
		for (const over of callbacks) over();
	});
	return callbacks;
}

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
