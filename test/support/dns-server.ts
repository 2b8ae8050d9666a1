import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { DnsAddress } from "@domains/dns/ask/query.ts";
import { type Answer, decode, encode, type Packet } from "dns-packet";

/** Each answer is a UDP datagram or a message over TCP, and may be malformed. */
export type Script = (query: Packet, way: "udp" | "tcp") => readonly Buffer[];

/** A test may replace `script`. */
export interface ScriptedServer extends DnsAddress, AsyncDisposable {
	script: Script;
	/** Each as type, name and transport. */
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
				// The client must reassemble a message from two writes.
				socket.write(Buffer.concat([prefix, answer.subarray(0, 5)]));
				setImmediate(() => socket.write(answer.subarray(5)));
			}
		});
	});
	const udp = createSocket("udp4");
	// Both transports need the same port. On a busy machine, many TCP ports are in use but hardly any UDP ports.
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

/** `more` replaces other fields of the response. */
export function answerTo(query: Packet, answers: Answer[], more: Partial<Packet> = {}): Buffer {
	return encode({ type: "response", id: query.id, flags: 0, questions: query.questions, answers, ...more });
}
