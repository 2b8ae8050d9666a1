import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Log } from "@domains/kit/log.ts";
import {
	type Answer,
	AUTHORITATIVE_ANSWER,
	decode,
	encode,
	type Packet,
	RECURSION_DESIRED,
	TRUNCATED_RESPONSE,
} from "dns-packet";
import { answerFrom, type Reply, type ServedZone } from "./zone.ts";

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

const rcodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
const responseBit = 0x80;
const opcodeBits = 0x7800;
/** Without EDNS, and with EDNS (DNS flag day 2020). */
const datagram = { minBytes: 512, maxBytes: 1232 };
/** The length of a TCP message has 16 bits. */
const mostBytes = 65_535;

/**
 * Undefined if the message is not a query. A UDP answer that does not fit into a datagram is marked as truncated, and
 * the client retries over TCP. If it does not fit there either, the answer is SERVFAIL.
 */
export async function respond(
	bytes: Buffer,
	findZone: (name: string) => Promise<ServedZone | undefined>,
	way: "udp" | "tcp",
): Promise<Buffer | undefined> {
	if (bytes.length < 12 || ((bytes[2] ?? 0) & responseBit) !== 0) return undefined;
	const query = readQuery(bytes);
	if (!query) return refuse(bytes, "FORMERR");
	const [question] = query.questions ?? [];
	if (((query.flags ?? 0) & opcodeBits) !== 0) return refuse(bytes, "NOTIMP");
	if (!question || query.questions?.length !== 1) return refuse(bytes, "FORMERR");
	const zone = question.class === "IN" ? await findZone(question.name.toLowerCase()) : undefined;
	if (!zone || ["AXFR", "IXFR"].includes(question.type)) return write(query, "REFUSED", undefined, way);
	const reply = await answerFrom(zone, question.name.toLowerCase(), question.type, findZone);
	return write(query, reply.rcode, { ...reply, answers: spelledAs(question.name, reply.answers) }, way);
}

function readQuery(bytes: Buffer): Packet | undefined {
	try {
		return decode(bytes);
	} catch {
		return undefined;
	}
}

/** Resolvers vary the letter case of a name to detect forged answers. */
function spelledAs(name: string, answers: readonly Answer[]): Answer[] {
	return answers.map((answer) => (answer.name === name.toLowerCase() ? { ...answer, name } : answer));
}

function write(query: Packet, rcode: keyof typeof rcodes, reply: Reply | undefined, way: "udp" | "tcp"): Buffer {
	const edns = query.additionals?.find((each) => each.type === "OPT");
	const option: Answer[] = edns
		? [
				{
					type: "OPT",
					name: ".",
					udpPayloadSize: datagram.maxBytes,
					extendedRcode: 0,
					ednsVersion: 0,
					flags: 0,
					flag_do: false,
					options: [],
				},
			]
		: [];
	const flags = ((query.flags ?? 0) & RECURSION_DESIRED) | rcodes[rcode];
	const packet: Packet = {
		type: "response",
		id: query.id,
		flags: flags | (reply?.authoritative ? AUTHORITATIVE_ANSWER : 0),
		questions: query.questions,
		answers: reply?.answers ?? [],
		authorities: reply?.authorities ?? [],
		additionals: [...(reply?.additionals ?? []), ...option],
	};
	const bytes = encode(packet);
	const offered = edns?.type === "OPT" ? edns.udpPayloadSize : datagram.minBytes;
	const room = Math.min(Math.max(offered, datagram.minBytes), datagram.maxBytes);
	if (bytes.length <= (way === "tcp" ? mostBytes : room)) return bytes;
	if (way === "tcp") return write(query, "SERVFAIL", undefined, way);
	const empty = { answers: [], authorities: [], additionals: option };
	return encode({ ...packet, ...empty, flags: (packet.flags ?? 0) | TRUNCATED_RESPONSE });
}

function refuse(bytes: Buffer, rcode: keyof typeof rcodes): Buffer {
	return encode({ type: "response", id: bytes.readUInt16BE(0), flags: rcodes[rcode] });
}
