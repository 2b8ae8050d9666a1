import { once } from "node:events";
import { request as call, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenLocally } from "./port.ts";

export interface Proxy extends AsyncDisposable {
	url: string;
}

/**
 * A load balancer that sends requests to the ports in turn and skips ports without a listener. If a connection breaks
 * after it was made, the request may have been executed, so it answers 502 and tries no other port.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
	let next = 0;

	async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await buffer(request);
		const first = next++;
		for (let tried = 0; tried < ports.length; tried += 1) {
			const port = ports[(first + tried) % ports.length] ?? 0;
			const answer = await ask(port, request, body);
			if (answer === "no listener") continue;
			return void response.writeHead(answer.status, answer.headers).end(answer.body);
		}
		response.writeHead(503).end();
	}

	const server = createServer((request, response) => void forward(request, response).catch(() => response.destroy()));
	const port = await listenLocally(server);
	return {
		url: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

interface Answer {
	status: number;
	headers: IncomingMessage["headers"];
	body: Buffer;
}

async function ask(
	port: number,
	{ method, url, headers }: IncomingMessage,
	body: Buffer,
): Promise<Answer | "no listener"> {
	const request = call({ host: "127.0.0.1", port, method, path: url, headers, agent: false });
	const answered = once(request, "response");
	request.end(body);
	try {
		const [response] = (await answered) as [IncomingMessage];
		return { status: response.statusCode ?? 502, headers: response.headers, body: await buffer(response) };
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ECONNREFUSED") return "no listener";
		return { status: 502, headers: {}, body: Buffer.alloc(0) };
	}
}
