import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Log } from "../../log.ts";
import { respond } from "./respond.ts";
import type { ServedZone } from "./zone.ts";

export interface DnsServer extends AsyncDisposable {
	address: string;
	/** The same for UDP and TCP. */
	port: number;
}

interface Options {
	host: string;
	/** 0 takes any free port. */
	port: number;
	/** The zone that a name (lower case) belongs to, if it is answered for here. */
	findZone: (name: string) => Promise<ServedZone | undefined>;
	log: Log;
}

const longestWaitMs = 10_000;

/** An authoritative DNS server over UDP and TCP. What cannot be answered for a fault of ours is left unanswered. */
export async function startDnsServer({ host, port, findZone, log }: Options): Promise<DnsServer> {
	await using stack = new AsyncDisposableStack();
	const sockets = new Set<Socket>();
	const tcp = createServer((socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
		socket.setTimeout(longestWaitMs, () => socket.destroy());
		socket.on("error", () => socket.destroy());
		serveStream(socket, (query) => answer(query, "tcp"));
	});
	tcp.listen(port, host);
	await once(tcp, "listening");
	stack.defer(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => tcp.close(resolve));
	});
	const bound = tcp.address() as AddressInfo;
	const udp = createSocket(bound.family === "IPv6" ? "udp6" : "udp4");
	let closed = false;
	udp.on("message", async (query, asker) => {
		const bytes = await answer(query, "udp");
		if (bytes && !closed) udp.send(bytes, asker.port, asker.address, () => {});
	});
	udp.bind(bound.port, host);
	await once(udp, "listening");
	udp.on("error", (error) => log.warn({ error }, "the DNS server has trouble with a datagram"));
	stack.defer(async () => {
		closed = true;
		await new Promise<void>((resolve) => udp.close(resolve));
	});

	async function answer(query: Buffer, way: "udp" | "tcp"): Promise<Buffer | undefined> {
		return await respond(query, findZone, way).catch((error) => {
			log.warn({ error }, "a DNS question could not be answered");
			return undefined;
		});
	}

	const opened = stack.move();
	return { address: bound.address, port: bound.port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Messages over TCP are each preceded by their length (RFC 1035, 4.2.2), and answered in their order. */
function serveStream(socket: Socket, answer: (query: Buffer) => Promise<Buffer | undefined>): void {
	let waiting = Buffer.alloc(0);
	let last = Promise.resolve();
	socket.on("data", (chunk) => {
		waiting = Buffer.concat([waiting, chunk]);
		for (let length = lengthOf(waiting); length !== undefined; length = lengthOf(waiting)) {
			const query = waiting.subarray(2, 2 + length);
			waiting = waiting.subarray(2 + length);
			last = last.then(async () => {
				const bytes = await answer(query);
				if (bytes && !socket.destroyed) socket.write(Buffer.concat([prefix(bytes.length), bytes]));
			});
		}
	});
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
