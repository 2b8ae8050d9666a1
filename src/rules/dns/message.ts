import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet, RECURSION_DESIRED } from "dns-packet";
import type { DnsType } from "../../contract/dns.ts";
import { plainName } from "./name.ts";

/**
 * A DNS question that the bot asks: the records of one name and type. `name` is absolute, in lower case, without the
 * final dot.
 */
export interface DnsQuestion {
	name: string;
	type: DnsType;
}

export type DnsReply =
	/**
	 * `values`: sorted and normalized by `spelled`; empty if the name has no such record. `authoritative`: the server is
	 * authoritative for the zone. `ttlSeconds`: how long resolvers may cache the answer; null if the answer has no TTL.
	 */
	| { kind: "values"; values: string[]; ttlSeconds: number | null; authoritative: boolean }
	/** The server refused, failed, or does not have the zone. */
	| { kind: "failed" };

/**
 * `foreign`: the packet is unreadable or answers another question, so it may be forged. `truncated`: the answer was too
 * long for UDP, so the bot must ask again over TCP.
 */
export type ReadReply = DnsReply | "foreign" | "truncated";

/**
 * Maximum size of an answer over UDP in bytes. An answer of this size fits one datagram on every network path (DNS flag
 * day 2020).
 */
const datagramBytes = 1232;
const truncatedBit = 0x200;
const rcodeBits = 0xf;
const nxdomain = 3;
/** Maximum number of values that the bot reads from an answer. */
const mostValues = 100;

/** Encodes a question. `recursive`: true to ask for a recursive lookup, which only resolvers do. */
export function encodeQuestion(id: number, { name, type }: DnsQuestion, recursive: boolean): Buffer {
	return encode({
		type: "query",
		id,
		flags: recursive ? RECURSION_DESIRED : 0,
		questions: [{ name, type, class: "IN" }],
		additionals: [
			{
				type: "OPT",
				name: ".",
				udpPayloadSize: datagramBytes,
				extendedRcode: 0,
				ednsVersion: 0,
				flags: 0,
				flag_do: false,
				options: [],
			},
		],
	});
}

/** Reads the reply to a question. Anyone can send a packet, so a packet with another id or question is `foreign`. */
export function readReply(bytes: Buffer, id: number, question: DnsQuestion): ReadReply {
	const packet = readPacket(bytes);
	if (packet?.type !== "response" || packet.id !== id) return "foreign";
	const [asked, ...others] = packet.questions ?? [];
	const flags = packet.flags ?? 0;
	const rcode = flags & rcodeBits;
	// A server that cannot parse the question answers with an error and does not repeat the question.
	if (!asked && rcode !== 0) return { kind: "failed" };
	if (!asked || others.length > 0 || asked.type !== question.type || spelledName(asked.name) !== question.name)
		return "foreign";
	if ((flags & truncatedBit) !== 0) return "truncated";
	if (rcode !== 0 && rcode !== nxdomain) return { kind: "failed" };
	return valuesIn(packet, question, (flags & AUTHORITATIVE_ANSWER) !== 0);
}

function readPacket(bytes: Buffer): Packet | undefined {
	try {
		return decode(bytes);
	} catch {
		return undefined;
	}
}

function valuesIn(packet: Packet, { name, type }: DnsQuestion, authoritative: boolean): DnsReply {
	const isAsked = (answer: Answer) => spelledName(answer.name) === name;
	const owned = (packet.answers ?? []).filter(isAsked);
	const authorities = packet.authorities ?? [];
	// The records to read, in order of preference. If there are none of the asked type, the name's CNAME is the answer. A
	// server of the parent zone puts the nameservers of a delegated name into the authority section.
	const candidates = [
		owned.filter((answer) => answer.type === type),
		owned.filter((answer) => answer.type === "CNAME"),
		type === "NS" ? authorities.filter((answer) => answer.type === "NS" && isAsked(answer)) : [],
	];
	const found = (candidates.find((each) => each.length > 0) ?? []).slice(0, mostValues);
	const values = found.map((answer) =>
		answer.type === "CNAME" && type !== "CNAME" ? `CNAME ${spelled(answer)}` : spelled(answer),
	);
	const refers = authorities.some((answer) => answer.type === "NS") && !authoritative;
	if (found.length === 0 && refers) return { kind: "failed" };
	const ttls = found.length > 0 ? found.map(ttlOf) : authorities.map(negativeTtl);
	const known = ttls.filter((each) => each !== null);
	return {
		kind: "values",
		values: [...new Set(values)].sort(),
		ttlSeconds: known.length > 0 ? Math.min(...known) : null,
		authoritative,
	};
}

function ttlOf(answer: Answer): number | null {
	return "ttl" in answer ? (answer.ttl ?? null) : null;
}

/**
 * Returns how long resolvers may cache a negative answer, in seconds (RFC 2308, 5). Null if the record is not an SOA
 * record.
 */
function negativeTtl(answer: Answer): number | null {
	return answer.type === "SOA" ? Math.min(answer.ttl ?? Number.POSITIVE_INFINITY, answer.data.minimum ?? 0) : null;
}

/** Returns a name from a DNS message in lower case and without the final dot. The root is `.`. */
export function spelledName(name: string): string {
	return plainName(name) || ".";
}

function spelled(answer: Answer): string {
	switch (answer.type) {
		case "A":
			return answer.data;
		case "AAAA":
			return spelledAddress(answer.data);
		case "CNAME":
		case "NS":
			return spelledName(answer.data);
		case "MX":
			return `${answer.data.preference ?? 0} ${spelledName(answer.data.exchange)}`;
		case "TXT":
			return [answer.data]
				.flat()
				.map((each) => each.toString())
				.join("");
		case "SRV": {
			const { priority = 0, weight = 0, port, target } = answer.data;
			return `${priority} ${weight} ${port} ${spelledName(target)}`;
		}
		case "CAA": {
			const { flags = 0, tag, value } = answer.data;
			return `${flags} ${tag} "${value}"`;
		}
		default:
			return "";
	}
}

/** Returns the shortest spelling of an IPv6 address. An invalid address is returned unchanged. */
export function spelledAddress(address: string): string {
	return URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
