import { isUtf8 } from "node:buffer";
import { mostAliases } from "@domains/contract/records/lookup.ts";
import { plainName } from "@domains/contract/records/name.ts";
import { type DnsType, type Field, isRecordType, isTargetField, typeRows } from "@domains/contract/records/types.ts";
import {
	type Answer,
	AUTHORITATIVE_ANSWER,
	decode,
	encode,
	type Packet,
	RECURSION_DESIRED,
	type StringAnswer,
	type TxtData,
} from "dns-packet";
import { isWellFormed } from "./wire.ts";

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
	 * `aliases`: the names that the CNAME records in the answer lead to, in order; empty if the name is no alias.
	 * `values`: sorted and normalized by `spelled`. They belong to the last alias, or to the name itself. Empty if it has
	 * no such record, or if the server did not follow the aliases to their end. `authoritative`: the server is
	 * authoritative for the zone. `ttlSeconds`: how long resolvers may cache the answer; null if the answer has no TTL.
	 */
	| { kind: "values"; values: string[]; aliases: string[]; ttlSeconds: number | null; authoritative: boolean }
	/** The server refused, failed, or does not have the zone. */
	| { kind: "failed" }
	/** The answer is malformed or above the bot's limits, so it says nothing about the name. */
	| { kind: "unreadable" };

/**
 * `foreign`: the packet has no readable question or answers another one, so it may be forged. `truncated`: the answer was too
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
/** The bytes of the header with the numbers of records. The number of questions is in front of them. */
const recordCounts = { start: 6, end: 12 };
const nxdomain = 3;

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
	const head = readHead(bytes);
	if (head?.type !== "response" || head.id !== id) return "foreign";
	const [asked, ...others] = head.questions ?? [];
	const flags = head.flags ?? 0;
	const rcode = flags & rcodeBits;
	// A server that cannot parse the question answers with an error and does not repeat the question.
	if (!asked && rcode !== 0) return { kind: "failed" };
	if (!asked || others.length > 0 || asked.type !== question.type || spelledName(asked.name) !== question.name)
		return "foreign";
	if ((flags & truncatedBit) !== 0) return "truncated";
	if (rcode !== 0 && rcode !== nxdomain) return { kind: "failed" };
	const packet = isWellFormed(bytes) ? readPacket(bytes) : undefined;
	if (!packet) return { kind: "unreadable" };
	if (packet.additionals?.some((each) => each.type === "OPT" && each.extendedRcode !== 0)) return { kind: "failed" };
	return valuesIn(packet, question, (flags & AUTHORITATIVE_ANSWER) !== 0);
}

/** Reads the header and the question. What follows them may be malformed, or truncated in the middle of a record. */
function readHead(bytes: Buffer): Packet | undefined {
	if (bytes.length < recordCounts.end) return undefined;
	return readPacket(Buffer.from(bytes).fill(0, recordCounts.start, recordCounts.end));
}

function readPacket(bytes: Buffer): Packet | undefined {
	try {
		return decode(bytes);
	} catch {
		return undefined;
	}
}

function valuesIn(packet: Packet, question: DnsQuestion, authoritative: boolean): DnsReply {
	const { name, type } = question;
	const chain = chainIn(packet.answers ?? [], question);
	if (!chain) return { kind: "unreadable" };
	const authorities = packet.authorities ?? [];
	// A server of the parent zone puts the nameservers of a delegated name into the authority section.
	const isDelegation = (answer: Answer) => answer.type === "NS" && spelledName(answer.name) === name;
	const isAnswered = chain.found.length > 0 || chain.aliases.length > 0;
	const delegation = type === "NS" && !isAnswered ? authorities.filter(isDelegation) : [];
	const found = [...chain.found, ...delegation];
	const refers = authorities.some((answer) => answer.type === "NS") && !authoritative;
	if (!isAnswered && delegation.length === 0 && refers) return { kind: "failed" };
	const ttls = [...chain.through, ...found].map(ttlOf);
	const known = (ttls.length > 0 ? ttls : authorities.map(negativeTtl)).filter((each) => each !== null);
	return {
		kind: "values",
		values: [...new Set(found.map(spelled))].sort(),
		aliases: chain.aliases,
		ttlSeconds: known.length > 0 ? Math.min(...known) : null,
		authoritative,
	};
}

/**
 * Follows the CNAME records of an answer from the question's name to the records of the asked type (RFC 1034, 3.6.2).
 * `through`: the CNAME records on the way. Undefined if there are too many, if they form a loop, or if a name has
 * several.
 */
function chainIn(
	answers: readonly Answer[],
	{ name, type }: DnsQuestion,
): { found: Answer[]; through: StringAnswer[]; aliases: string[] } | undefined {
	const owned = Map.groupBy(answers.filter(isInternet), (answer) => spelledName(answer.name));
	const aliases: string[] = [];
	const through: StringAnswer[] = [];
	for (let at = name; ; ) {
		const here = owned.get(at) ?? [];
		const found = here.filter((answer) => answer.type === type);
		const links = here.filter(isAlias);
		const targets = new Set(links.map(({ data }) => spelledName(data)));
		const [next] = targets;
		if (found.length > 0 || next === undefined) return { found, through, aliases };
		if (targets.size > 1 || next === name || aliases.includes(next) || aliases.length >= mostAliases) return undefined;
		through.push(...links);
		aliases.push(next);
		at = next;
	}
}

function isAlias(answer: Answer): answer is StringAnswer {
	return answer.type === "CNAME";
}

function isInternet(answer: Answer): boolean {
	return "class" in answer && answer.class === "IN";
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

/** The data of one field as the packet library returns it. */
type Part = string | number | TxtData | undefined;

function spelled(answer: Answer): string {
	if (!isRecordType(answer.type) || !("data" in answer)) return "";
	const fields = Object.entries(typeRows[answer.type].fields);
	// The casts are safe: the data of several fields is an object, and the table has the library's names for them.
	const parts = fields.length > 1 ? (answer.data as object as Record<string, Part>) : undefined;
	return fields.map(([name, field]) => spelledField(field, parts ? parts[name] : (answer.data as Part))).join(" ");
}

function spelledField(field: Field, part: Part): string {
	if (field === "text")
		return spelledText(
			Buffer.concat([part ?? []].flat().map((each) => Buffer.from(typeof each === "number" ? "" : each))),
		);
	const text = String(part ?? 0);
	if (isTargetField(field)) return spelledName(text);
	if (field === "ipv6") return spelledAddress(text);
	if (field === "tag") return text.toLowerCase();
	return field === "quoted" ? `"${text}"` : text;
}

/**
 * Returns the text of a TXT record. A server splits a text after 255 bytes, so a character may begin in one string and
 * end in the next one. In a text that is not UTF-8, writes each byte above ASCII as in a zone file: `\233`.
 */
function spelledText(bytes: Buffer): string {
	if (isUtf8(bytes)) return bytes.toString();
	return bytes.toString("latin1").replaceAll(/[\x80-\xff]/g, (each) => `\\${each.charCodeAt(0)}`);
}

/** Returns the shortest spelling of an IPv6 address. An invalid address is returned unchanged. */
export function spelledAddress(address: string): string {
	return URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
