import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { getServers } from "node:dns";
import { connect, isIP, isIPv6 } from "node:net";
import { isPublic } from "@domains/contract/public-address.ts";
import { mostAliases } from "@domains/contract/records/lookup.ts";
import { type DnsQuestion, type DnsReply, encodeQuestion, fitsMessage, type ReadReply, readReply } from "../message.ts";

export interface DnsAddress {
	address: string;
	port: number;
}

/** In addition, the bot asks the nameservers of each domain that it checks. */
export interface DnsSettings {
	/**
	 * The setting `DNS_RESOLVERS`. If it is unset: those of `usualResolvers`, or none with the built-in service.
	 * Unlike the addresses of nameservers, those of resolvers may be private.
	 */
	resolvers: readonly DnsAddress[];
	/** Null with another service. */
	builtIn: DnsAddress | null;
	/** For each malformed answer, and for each with values beyond the limits. They count as no answer. */
	onUnreadable?: (server: DnsAddress, type: string) => void;
}

interface Options {
	/** The flag "recursion desired". */
	recursive: boolean;
	signal: AbortSignal;
	onUnreadable?: ((server: DnsAddress, type: string) => void) | undefined;
}

/** UDP may lose one, so the question is sent again. */
const datagrams = 2;
const waitMs = 2_000;
const mostBytes = 65_535;

type Read = (bytes: Buffer) => ReadReply;

/**
 * Over UDP, and over TCP if the answer does not fit into a datagram. Waits up to two seconds for each answer. "silent"
 * if no answer arrives, "failed" for a name that no message can carry. Never throws.
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

/** The socket is connected, so it receives datagrams from this server only. */
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

type Values = Extract<DnsReply, { kind: "values" }>;

/** One after another. */
const mostAsked = 3;

/**
 * One after another, until one answers. If a server follows an alias only in part, asks for the rest of it. Undefined
 * if no resolver gives a readable answer, and for a loop or too many aliases.
 */
export async function resolve(
	{ name, type }: DnsQuestion,
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<Values | undefined> {
	const seen = [name];
	for (let at = name; ; at = seen.at(-1) ?? name) {
		const reply = await ask({ name: at, type }, settings, signal);
		if (!reply || reply.values.length > 0 || reply.aliases.length === 0) return reply;
		if (reply.aliases.some((each) => seen.includes(each))) return undefined;
		seen.push(...reply.aliases);
		if (seen.length > mostAliases) return undefined;
	}
}

async function ask(
	question: DnsQuestion,
	{ resolvers, onUnreadable }: DnsSettings,
	signal: AbortSignal,
): Promise<Values | undefined> {
	for (const resolver of resolvers.slice(0, mostAsked)) {
		const reply = await query(resolver, question, { recursive: true, signal, onUnreadable });
		if (reply !== "silent" && reply.kind === "values") return reply;
	}
	return undefined;
}

/** Cloudflare, Google, Quad9 and OpenDNS. */
const publicResolvers = ["1.1.1.1", "8.8.8.8", "9.9.9.9", "208.67.222.222"];
const mostOfSystem = 2;
const port = 53;
/** Public DNS does not know these names. */
const sandboxSuffix = ".sandbox.test";

/** Up to two of the system's with port 53, then the public ones. */
export function usualResolvers(): DnsAddress[] {
	const system = getServers()
		.slice(0, mostOfSystem)
		.flatMap((each) => (isIP(each) ? { address: each, port } : []));
	const others = publicResolvers.filter((each) => system.every(({ address }) => address !== each));
	return [...system, ...others.map((address) => ({ address, port }))];
}

/**
 * The result has at most one IPv4 and one IPv6 address. It leaves out private addresses, because people could
 * otherwise explore the bot's own network. For a name under `sandboxSuffix`, the nameserver of the built-in service.
 */
export async function addressesOf(name: string, settings: DnsSettings, signal: AbortSignal): Promise<DnsAddress[]> {
	const { builtIn } = settings;
	if (builtIn && name.endsWith(sandboxSuffix)) return [builtIn];
	const types = ["A", "AAAA"] as const;
	const replies = await Promise.all(types.map((type) => resolve({ name, type }, settings, signal)));
	const found = replies.flatMap((reply) => reply?.values.filter(isPublic).slice(0, 1) ?? []);
	return found.map((address) => ({ address, port }));
}

/** Runs at most `most` at a time. The results are in the order of the items. */
export async function inPool<Item, Result>(
	items: readonly Item[],
	most: number,
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	// All workers take their items from the same iterator, so each item is taken once.
	const rest = items.entries();
	const workers = Array.from({ length: Math.min(most, items.length) }, async () => {
		for (const [index, item] of rest) results[index] = await work(item);
	});
	await Promise.all(workers);
	return results;
}
