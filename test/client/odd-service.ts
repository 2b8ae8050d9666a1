import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createLog } from "@domains/kit/log.ts";
import { type Client, type ClientOptions, createClient } from "../../src/client/index.ts";
import type { TokenLimiter } from "../../src/client/result.ts";
import { listenLocally } from "../support/port.ts";

export const token = `dts_${"t".repeat(49)}`;

export interface Asked {
	method: string;
	path: string;
	headers: IncomingMessage["headers"];
	body: string;
}

/** Starts an HTTP server whose answers the test chooses, and a client for it. The client has no rate limit. */
export async function oddService(
	answer: (response: ServerResponse, asked: Asked) => void | Promise<void>,
	options: Partial<ClientOptions> = {},
) {
	const asked: Asked[] = [];
	const blocks: Date[] = [];
	const lines: string[] = [];
	const server = createServer((request, response) => {
		const chunks: Uint8Array[] = [];
		request.on("error", () => undefined);
		request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
		request.on("end", () => {
			const { method = "", url = "", headers } = request;
			const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
			asked.push(one);
			void answer(response, one);
		});
	});
	const baseUrl = `http://127.0.0.1:${await listenLocally(server)}/api/v1`;
	const limiter: TokenLimiter = Object.assign(async () => ({ go: true as const }), {
		blocked: async (until: Date) => void blocks.push(until),
	});
	const log = createLog("debug", { write: (line) => void lines.push(line) });
	const client: Client = createClient({ baseUrl, token, limiter, log, ...options });
	return {
		client,
		baseUrl,
		asked,
		blocks,
		lines,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

/** Ends the response with this value as JSON. */
export function json(
	response: ServerResponse,
	body: unknown,
	status = 200,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function success(response: ServerResponse, result: unknown): void {
	json(response, { status: true, result });
}

export function refusal(code: string, message = "no"): unknown {
	return { status: false, error: { code, message } };
}
