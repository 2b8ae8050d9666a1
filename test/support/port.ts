import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Makes a server listen on a free port of 127.0.0.1. Returns the port. */
export async function listenLocally(server: Server): Promise<number> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	return typeof address === "object" && address ? address.port : 0;
}

/** Finds a free port for a program that must keep its port across restarts. */
export async function freePort(): Promise<number> {
	const server = createServer();
	const port = await listenLocally(server);
	server.close();
	await once(server, "close");
	return port;
}
