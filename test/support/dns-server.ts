import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { type Answer, decode, encode, type Packet } from "dns-packet";
import type { DnsAddress } from "../../src/dns/query.ts";

/** Returns the datagrams, or the messages over TCP, that the server sends. */
export type Script = (query: Packet, way: "udp" | "tcp") => readonly Buffer[];

/** A DNS server on loopback that sends what the test says. `script` may be replaced. */
export interface ScriptedServer extends DnsAddress, AsyncDisposable {
	script: Script;
	/** The questions that arrived, as type, name and transport. */
	asked: string[];
}

export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
	const address = "127.0.0.1";
	const asked: string[] = [];
	const handle = (bytes: Buffer, way: "udp" | "tcp") => {
		const query = decode(bytes);
		asked.push(`${query.questions?.[0]?.type} ${query.questions?.[0]?.name} ${way}`);
		return server.script(query, way);
	};
	const tcp = createServer((socket) => {
		socket.on("error", () => socket.destroy());
		socket.on("data", (bytes) => {
			for (const answer of handle(bytes.subarray(2), "tcp")) {
				const prefix = Buffer.alloc(2);
				prefix.writeUInt16BE(answer.length);
				// Sends the message in two writes, so that the client has to reassemble it.
				socket.write(Buffer.concat([prefix, answer.subarray(0, 5)]));
				setImmediate(() => socket.write(answer.subarray(5)));
			}
		});
	});
	const udp = createSocket("udp4");
	// Takes the port that TCP gets: on a busy machine, many TCP ports are taken but hardly any UDP ports.
	tcp.listen(0, address);
	await once(tcp, "listening");
	const { port } = tcp.address() as AddressInfo;
	udp.bind(port, address);
	await once(udp, "listening");
	udp.on("message", (bytes, from) => {
		for (const answer of handle(bytes, "udp")) udp.send(answer, from.port, from.address);
	});
	const server: ScriptedServer = {
		address,
		port,
		asked,
		script,
		async [Symbol.asyncDispose]() {
			await new Promise<void>((done) => udp.close(done));
			await new Promise((done) => tcp.close(done));
		},
	};
	return server;
}

/** Encodes an answer to the query. `more` replaces fields of the answer. */
export function answerTo(query: Packet, answers: Answer[], more: Partial<Packet> = {}): Buffer {
	return encode({ type: "response", id: query.id, flags: 0, questions: query.questions, answers, ...more });
}
