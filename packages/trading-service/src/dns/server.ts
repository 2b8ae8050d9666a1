import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Log } from "@domains/kit/log.ts";
import { respond } from "./respond.ts";
import type { ServedZone } from "./zone.ts";

export interface DnsServer extends AsyncDisposable {
	address: string;
	/** UDP and TCP. */
	port: number;
}

interface Options {
	host: string;
	/** 0 picks a free port. */
	port: number;
	/** Gets a name in lower case. */
	findZone: (name: string) => Promise<ServedZone | undefined>;
	log: Log;
}

const longestWaitMs = 10_000;
/** Each TCP connection has one query at a time. Datagrams over the limit are dropped, because DNS clients retry. */
const maxConcurrent = { connections: 64, datagrams: 64 };

/**
 * If answering a query fails, the server logs the error and sends nothing. Disposing closes the sockets, so queries in
 * progress get no answer.
 */
export async function startDnsServer({ host, port, findZone, log }: Options): Promise<DnsServer> {
	await using stack = new AsyncDisposableStack();
	const sockets = new Set<Socket>();
	const tcp = createServer((socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
		socket.setTimeout(longestWaitMs, () => socket.destroy());
		socket.on("error", () => socket.destroy());
		// `serveStream` rejects if the connection breaks, and the error listener above has destroyed the socket by then.
		serveStream(socket, (query) => answer(query, "tcp")).catch(() => socket.destroy());
	});
	tcp.maxConnections = maxConcurrent.connections;
	tcp.listen(port, host);
	await once(tcp, "listening");
	stack.defer(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => tcp.close(resolve));
	});
	const bound = tcp.address() as AddressInfo;
	const udp = createSocket(bound.family === "IPv6" ? "udp6" : "udp4");
	let closed = false;
	let datagrams = 0;
	udp.on("message", async (query, asker) => {
		if (datagrams >= maxConcurrent.datagrams) return;
		datagrams += 1;
		const bytes = await answer(query, "udp");
		datagrams -= 1;
		if (bytes && !closed) udp.send(bytes, asker.port, asker.address, () => {});
	});
	udp.bind(bound.port, host);
	await once(udp, "listening");
	udp.on("error", (error) => log.warn({ error }, "the DNS server could not process a datagram"));
	stack.defer(async () => {
		closed = true;
		await new Promise<void>((resolve) => udp.close(resolve));
	});

	async function answer(query: Buffer, way: "udp" | "tcp"): Promise<Buffer | undefined> {
		return await respond(query, findZone, way).catch((error) => {
			log.warn({ error }, "a DNS query could not be answered");
			return undefined;
		});
	}

	const opened = stack.move();
	return { address: bound.address, port: bound.port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Reads the next query only after the previous answer is sent. Each message has a length prefix (RFC 1035, 4.2.2). */
async function serveStream(socket: Socket, answer: (query: Buffer) => Promise<Buffer | undefined>): Promise<void> {
	let waiting = Buffer.alloc(0);
	for await (const chunk of socket) {
		waiting = Buffer.concat([waiting, chunk]);
		for (let length = lengthOf(waiting); length !== undefined; length = lengthOf(waiting)) {
			const bytes = await answer(waiting.subarray(2, 2 + length));
			waiting = waiting.subarray(2 + length);
			if (socket.destroyed) return;
			if (bytes) await sent(socket, Buffer.concat([prefix(bytes.length), bytes]));
		}
	}
}

/** Also resolves when sending has failed. */
function sent(socket: Socket, bytes: Buffer): Promise<void> {
	return new Promise((resolve) => socket.write(bytes, () => resolve()));
}

function lengthOf(bytes: Buffer): number | undefined {
	if (bytes.length < 2) return undefined;
	const length = bytes.readUInt16BE(0);
	return bytes.length < 2 + length ? undefined : length;
}

function prefix(length: number): Buffer {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16BE(length);
	return bytes;
}
