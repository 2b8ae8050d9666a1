import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import { type DnsQuestion, type DnsReply, encodeQuestion, type ReadReply, readReply } from "../message.ts";
import { fitsMessage } from "../wire.ts";

export interface DnsAddress {
	address: string;
	port: number;
}

/** The configured DNS servers. In addition, the bot asks the nameservers of each domain that it checks. */
export interface DnsSettings {
	/**
	 * The resolvers of the setting `DNS_RESOLVERS`. If it is unset: those of `usualResolvers`, or none with the built-in
	 * service. Unlike the addresses of nameservers, those of resolvers may be private.
	 */
	resolvers: readonly DnsAddress[];
	/** The nameserver of the built-in service; null with another service. */
	builtIn: DnsAddress | null;
	/** Called for each malformed answer, and for each with values beyond the limits. They count as no answer. */
	onUnreadable?: (server: DnsAddress, type: string) => void;
}

interface Options {
	/** True to ask the server to resolve the name at other servers ("recursion desired"). */
	recursive: boolean;
	signal: AbortSignal;
	/** See `DnsSettings`. */
	onUnreadable?: ((server: DnsAddress, type: string) => void) | undefined;
}

/** Maximum number of datagrams per question. UDP may lose one, so the question is sent again. */
const datagrams = 2;
const waitMs = 2_000;
const mostBytes = 65_535;

type Read = (bytes: Buffer) => ReadReply;

/**
 * Asks a server over UDP, and over TCP if the answer does not fit into a datagram. Tries twice and waits up to two
 * seconds for each answer. Returns "silent" if no answer arrives, and "failed" for a name that no message can carry.
 * Ignores packets that answer another question. Never throws.
 */
export async function query(
	server: DnsAddress,
	question: DnsQuestion,
	{ recursive, signal, onUnreadable }: Options,
): Promise<DnsReply | "silent"> {
	if (!fitsMessage(question.name)) return { kind: "failed" };
	for (let left = datagrams; left > 0 && !signal.aborted; left -= 1) {
		const id = randomInt(mostBytes + 1);
		const bytes = encodeQuestion(id, question, recursive);
		const read: Read = (answer) => readReply(answer, id, question);
		const end = () => AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
		let reply = await overUdp(server, bytes, read, end());
		if (reply === "truncated") reply = await overTcp(server, bytes, read, end());
		if (typeof reply === "object") {
			if (reply.kind === "unreadable") onUnreadable?.(server, question.type);
			return reply;
		}
	}
	return "silent";
}

/** Asks over UDP. The socket is connected, so it receives datagrams from this server only. */
function overUdp(
	{ address, port }: DnsAddress,
	bytes: Buffer,
	read: Read,
	end: AbortSignal,
): Promise<ReadReply | "silent"> {
	return new Promise((resolve) => {
		const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
		const finish = (reply: ReadReply | "silent") => {
			end.removeEventListener("abort", abort);
			socket.removeAllListeners().on("error", () => {});
			socket.close();
			resolve(reply);
		};
		const abort = () => finish("silent");
		end.addEventListener("abort", abort, { once: true });
		socket.on("error", abort);
		socket.on("message", (answer) => {
			const reply = read(answer);
			if (reply !== "foreign") finish(reply);
		});
		socket.connect(port, address, () => socket.send(bytes));
	});
}

function overTcp(
	{ address, port }: DnsAddress,
	bytes: Buffer,
	read: Read,
	end: AbortSignal,
): Promise<ReadReply | "silent"> {
	return new Promise((resolve) => {
		let received = Buffer.alloc(0);
		const socket = connect(port, address);
		const finish = (reply: ReadReply | "silent") => {
			end.removeEventListener("abort", abort);
			socket.destroy();
			resolve(reply);
		};
		const abort = () => finish("silent");
		end.addEventListener("abort", abort, { once: true });
		socket.on("error", abort);
		socket.on("close", abort);
		socket.on("data", (chunk) => {
			received = Buffer.concat([received, chunk]);
			const length = received.length < 2 ? mostBytes : received.readUInt16BE(0);
			if (received.length < 2 + length) return;
			const reply = read(received.subarray(2, 2 + length));
			finish(reply === "truncated" ? "silent" : reply);
		});
		const prefix = Buffer.alloc(2);
		prefix.writeUInt16BE(bytes.length);
		socket.on("connect", () => socket.write(Buffer.concat([prefix, bytes])));
	});
}
