import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

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
