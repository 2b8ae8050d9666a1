import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** On 127.0.0.1. */
export async function listenLocally(server: Server): Promise<number> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	return typeof address === "object" && address ? address.port : 0;
}

/**
 * Suits a program that keeps its port across restarts: outside the range from which the system takes ports for outgoing
 * connections.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(15_000, 32_000);
		const server = createServer();
		const isFree = once(server, "listening").then(
			() => true,
			() => false,
		);
		server.listen(port, "127.0.0.1");
		if (!(await isFree)) continue;
		server.close();
		await once(server, "close");
		return port;
	}
}
