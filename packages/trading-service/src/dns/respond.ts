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
