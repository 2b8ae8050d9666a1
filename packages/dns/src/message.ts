import { isUtf8 } from "node:buffer";
import { plainName } from "@domains/contract/names.ts";
import { mostAliases } from "@domains/contract/records/lookup.ts";
import {
	type DnsType,
	type Field,
	isRecordType,
	isTargetField,
	recordTypes,
	typeRows,
} from "@domains/contract/records/types.ts";
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

/** `name` is absolute, in lower case, without the final dot. */
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
 * `foreign`: the packet has no readable question or answers another one, so it may be forged. `truncated`: the answer
 * was too long for UDP, so the bot must ask again over TCP.
 */
export type ReadReply = DnsReply | "foreign" | "truncated";

/** In bytes. Fits one datagram on every network path (DNS flag day 2020). */
const datagramBytes = 1232;
const truncatedBit = 0x200;
const rcodeBits = 0xf;
/** The number of questions is in front of them. */
const recordCounts = { start: 6, end: 12 };
const nxdomain = 3;

/** `recursive`: only resolvers look up recursively. */
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

/** Anyone can send a packet, so a packet with another id or question is `foreign`. */
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

/** What follows them may be malformed, or truncated in the middle of a record. */
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
 * RFC 1034, 3.6.2. `through`: the CNAME records on the way. Undefined if there are too many, if they form a loop, or
 * if a name has several.
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

/** Seconds (RFC 2308, 5). Null if the record is not an SOA record. */
function negativeTtl(answer: Answer): number | null {
	return answer.type === "SOA" ? Math.min(answer.ttl ?? Number.POSITIVE_INFINITY, answer.data.minimum ?? 0) : null;
}

/** Lower case, without the final dot. The root is `.`. */
export function spelledName(name: string): string {
	return plainName(name) || ".";
}

/** The form of the packet library. */
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
 * A server splits a text after 255 bytes, so a character may begin in one string and end in the next one. In a text
 * that is not UTF-8, each byte above ASCII is written as in a zone file: `\233`.
 */
function spelledText(bytes: Buffer): string {
	if (isUtf8(bytes)) return bytes.toString();
	return bytes.toString("latin1").replaceAll(/[\x80-\xff]/g, (each) => `\\${each.charCodeAt(0)}`);
}

/** The shortest spelling. An invalid address is returned unchanged. */
export function spelledAddress(address: string): string {
	return URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

/** By type number (RFC 1035, 2782, 3596, 8659). */
const fieldsByNumber: ReadonlyMap<number, readonly Field[]> = new Map(
	recordTypes.map((type) => [typeRows[type].number, Object.values(typeRows[type].fields)]),
);
const soa = 6;
const pointerBits = 0xc0;
const dot = 0x2e;
const headerBytes = 12;
/** Between the name and the data: type, class, TTL and length. */
const recordBytes = 10;
/** A zone of the service has at most as many. */
const mostRecords = 1_000;

/**
 * The packet library does not check this: it would read an address from the bytes of the next record. False for over a
 * thousand records in one section, and for a dot inside a label, because the library reads two labels.
 */
function isWellFormed(bytes: Buffer): boolean {
	if (bytes.length < headerBytes) return false;
	const counts = [4, 6, 8, 10].map((at) => bytes.readUInt16BE(at));
	if (counts.some((count) => count > mostRecords)) return false;
	const [questions = 0, ...records] = counts;
	let at: number | undefined = headerBytes;
	for (let left = questions; left > 0 && at !== undefined; left -= 1) at = questionEnd(bytes, at);
	for (let left = records.reduce((sum, each) => sum + each, 0); left > 0 && at !== undefined; left -= 1)
		at = recordEnd(bytes, at);
	return at === bytes.length;
}

function questionEnd(bytes: Buffer, start: number): number | undefined {
	const end = nameEnd(bytes, start);
	return end === undefined || end + 4 > bytes.length ? undefined : end + 4;
}

function recordEnd(bytes: Buffer, start: number): number | undefined {
	const head = nameEnd(bytes, start);
	if (head === undefined || head + recordBytes > bytes.length) return undefined;
	const data = head + recordBytes;
	const end = data + bytes.readUInt16BE(data - 2);
	return end <= bytes.length && isData(bytes.readUInt16BE(head), bytes.subarray(0, end), data) ? end : undefined;
}

function isData(type: number, bytes: Buffer, start: number): boolean {
	if (type === soa) return isSoa(bytes, start);
	const fields = fieldsByNumber.get(type);
	if (!fields) return true;
	let at: number | undefined = start;
	for (const field of fields) at = at === undefined ? undefined : fieldEnd(field, bytes, at);
	return at === bytes.length;
}

/** The second name is a mail address, and its first label may contain dots. Five numbers follow. */
function isSoa(bytes: Buffer, start: number): boolean {
	const second = nameEnd(bytes, start);
	const numbers = second === undefined ? undefined : nameEnd(bytes, second, true);
	return numbers !== undefined && numbers + 20 === bytes.length;
}

/** In bytes. A field without one begins with its length. */
const lengths: Partial<Record<Field, number>> = { priority: 2, uint8: 1, uint16: 2, ipv4: 4, ipv6: 16 };

/** Undefined if the bytes end first. */
function fieldEnd(field: Field, bytes: Buffer, at: number): number | undefined {
	if (isTargetField(field)) return nameEnd(bytes, at);
	if (field === "text") return at < bytes.length && areStrings(bytes, at) ? bytes.length : undefined;
	if (field === "quoted") return at <= bytes.length ? bytes.length : undefined;
	return at + (lengths[field] ?? 1 + (bytes[at] ?? 0));
}

function areStrings(bytes: Buffer, start: number): boolean {
	let at = start;
	while (at < bytes.length) at += 1 + (bytes[at] ?? 0);
	return at === bytes.length;
}

/** A name ends at its first pointer. The packet library checks what it leads to. Undefined if the bytes end first. */
function nameEnd(bytes: Buffer, start: number, mayHaveDots = false): number | undefined {
	let at = start;
	for (let length = bytes[at]; length !== undefined; length = bytes[at]) {
		at += 1;
		if (length === 0) return at;
		if ((length & pointerBits) !== 0) return at < bytes.length ? at + 1 : undefined;
		if (!mayHaveDots && bytes.subarray(at, at + length).includes(dot)) return undefined;
		at += length;
	}
	return undefined;
}

/** Labels of 1 to 63 bytes, 253 bytes in total (RFC 1035, 2.3.4). */
export function fitsMessage(name: string): boolean {
	const lengths = name.split(".").map((label) => Buffer.byteLength(label));
	return Buffer.byteLength(name) <= 253 && lengths.every((length) => length > 0 && length <= 63);
}
