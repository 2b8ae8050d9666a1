import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Pool } from "undici";

// Runs a load balancer that sends requests to several processes in turn. It skips a process that does not listen. The
// arguments are the ports of the processes.

const pools = process.argv.slice(2).map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: 50 }));
let next = 0;

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { method = "GET", url: path = "/", headers } = request;
	const body = await buffer(request);
	const { host: _, connection: __, "transfer-encoding": ___, ...rest } = headers;
	const first = next++;
	for (let tried = 0; tried < pools.length; tried += 1) {
		const pool = pools[(first + tried) % pools.length];
		if (!pool) break;
		try {
			const answer = await pool.request({ method, path, headers: rest, body });
			response.writeHead(answer.statusCode, { "content-type": "application/json" });
			response.end(await answer.body.text());
			return;
		} catch (error) {
			if (!isRefused(error)) break;
		}
	}
	response.writeHead(502).end();
}

/** The request was not sent. */
function isRefused(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

const server = createServer((request, response) => void forward(request, response));
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
	// The server listens on TCP, so its address is not a path.
	const { port } = server.address() as AddressInfo;
	process.send?.({ url: `http://127.0.0.1:${port}` });
});
