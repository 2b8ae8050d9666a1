import type { DnsType } from "../../../contract/dns.ts";
import { shorten } from "../../list.ts";
import type { AnyRecord } from "../any-record.ts";
import { type RecordProblem, readRecord, recordTypes, type Zone } from "../record.ts";
import { absolute, dataValue } from "./data.ts";
import { type Entry, type Token, tokenise } from "./tokens.ts";
import { parseTtl } from "./ttl.ts";

/** Why a line of a zone file is refused. */
export type LineProblem = RecordProblem | "syntax" | "directive" | "class" | "owner_missing";

/** `line` counts from 1; `text` is the beginning of the line, to quote it in a message. */
export interface RefusedLine {
	line: number;
	text: string;
	problem: LineProblem;
}

/**
 * Why a line may not mean what the person wants. `comment`: a semicolon outside quotes starts a comment, which cuts the
 * text off. `dot`: a name ends with the domain and has no final dot, so other software would append the domain again.
 */
export interface DoubtfulLine extends Omit<RefusedLine, "problem"> {
	doubt: "comment" | "dot";
}

/**
 * The records of a domain in a zone file, or in a CSV or JSON file, with the TTLs of the file. The SOA and the NS
 * records of the apex are skipped, because the service manages them. `nameservers` lists the targets of these NS
 * records. A record of a type that the bot does not know is refused in a zone file, and accepted in CSV and JSON.
 */
export interface ParsedZone {
	/**
	 * The types of records that are accepted from this file: `known` to the bot (zone file), or `all` (CSV and JSON). If
	 * the file replaces the zone, existing records of other types stay.
	 */
	types: "known" | "all";
	records: AnyRecord[];
	refused: RefusedLine[];
	nameservers: string[];
	/** The domain of the file, from its SOA, its `$ORIGIN` or its JSON, if that is not the expected domain. */
	foreignOrigin?: string;
	/** Lines that were read, but may not mean what the person wants. Only in a zone file. */
	doubtful?: DoubtfulLine[];
	/** `$INCLUDE` or `$GENERATE`, if the file has such a directive. `records` lacks the records that it would add. */
	directive?: string;
}

interface State {
	zone: Zone;
	/** The name, with a trailing dot, that completes a relative name: the domain, or the value of the last `$ORIGIN`. */
	origin: string;
	ttl: number | undefined;
	owner: string | undefined;
}

type Read =
	| { record: AnyRecord }
	| { skipped: "origin" | "nameserver" | "directive"; value: string }
	| { problem: LineProblem }
	| undefined;

/** Parses a BIND zone file (RFC 1035, RFC 2308) for `zone.domain`. Gives a reason for every refused line. */
export function parseZoneFile(text: string, zone: Zone): ParsedZone {
	const state: State = { zone, origin: `${zone.domain}.`, ttl: undefined, owner: undefined };
	const parsed: ParsedZone = { types: "known", records: [], refused: [], nameservers: [] };
	for (const entry of tokenise(text)) {
		const read = readEntry(entry, state);
		if (read === undefined) continue;
		const doubt = "problem" in read ? undefined : doubtOf(entry, read, zone);
		if (doubt) parsed.doubtful = [...(parsed.doubtful ?? []), { line: entry.line, text: textOf(entry), doubt }];
		if ("record" in read) parsed.records.push(read.record);
		else if ("problem" in read) parsed.refused.push({ line: entry.line, text: textOf(entry), problem: read.problem });
		else if (read.skipped === "nameserver") parsed.nameservers.push(read.value);
		else if (read.skipped === "directive") parsed.directive ??= read.value;
		else if (isForeign(read.value, zone.domain)) parsed.foreignOrigin ??= read.value;
	}
	return parsed;
}

function doubtOf(
	{ tokens, indented, cut }: Entry,
	read: Exclude<Read, undefined | { problem: LineProblem }>,
	{ domain }: Zone,
): DoubtfulLine["doubt"] | undefined {
	const type = "record" in read ? read.record.type : undefined;
	if (cut && type === "TXT") return "comment";
	// The values of these types contain no names, so check only the hostname at the start of the line.
	const names = type === "TXT" || type === "CAA" ? tokens.slice(0, indented ? 0 : 1) : tokens;
	const isWhole = ({ text, quoted }: Token) => !quoted && `.${text.toLowerCase()}`.endsWith(`.${domain}`);
	return names.some(isWhole) ? "dot" : undefined;
}

function readEntry({ tokens, indented, broken }: Entry, state: State): Read {
	const [first] = tokens;
	if (broken || !first) return { problem: "syntax" };
	if (!first.quoted && first.text.startsWith("$")) return readDirective(tokens, state);
	if (!indented) state.owner = absolute(first.text, state.origin);
	if (state.owner === undefined) return { problem: "owner_missing" };
	const rest = indented ? tokens : tokens.slice(1);
	return readBody(rest, state.owner, state);
}

function readDirective([name, value, ...more]: Token[], state: State): Read {
	const directive = name?.text.toUpperCase();
	if (directive === "$INCLUDE" || directive === "$GENERATE") return { skipped: "directive", value: directive };
	if (value === undefined || more.length > 0) return { problem: "directive" };
	if (directive === "$ORIGIN") {
		state.origin = absolute(value.text, state.origin);
		return { skipped: "origin", value: bare(state.origin) };
	}
	const ttl = directive === "$TTL" ? parseTtl(value.text) : undefined;
	if (ttl === undefined) return { problem: "directive" };
	state.ttl = ttl;
	return undefined;
}

/**
 * Parses the part of a line after its owner: `[ttl] [class] type data`. TTL and class may be in either order. A line
 * without a TTL gets the TTL of `$TTL`, if the file has one.
 */
function readBody(tokens: Token[], owner: string, state: State): Read {
	let at = 0;
	let ttl: number | undefined;
	for (; at < 2; at += 1) {
		const word = tokens[at]?.text ?? "";
		const seconds = ttl === undefined ? parseTtl(word) : undefined;
		if (/^(?:CH|HS|CS)$/i.test(word)) return { problem: "class" };
		if (seconds === undefined && !/^IN$/i.test(word)) break;
		ttl = seconds ?? ttl;
	}
	const type = tokens[at]?.text.toUpperCase();
	const data = tokens.slice(at + 1);
	if (type === undefined || data.length === 0) return { problem: "syntax" };
	const apex = owner.toLowerCase() === `${state.zone.domain}.`;
	if (type === "SOA") return { skipped: "origin", value: bare(owner) };
	if (type === "NS" && apex) return { skipped: "nameserver", value: bare(absolute(data[0]?.text ?? "", state.origin)) };
	return readData(type, data, { owner, ttl: ttl ?? state.ttl, state });
}

function readData(
	type: string,
	data: Token[],
	{ owner, ttl, state }: { owner: string; ttl: number | undefined; state: State },
): Read {
	if (!isKnown(type)) return { problem: "type" };
	const [priority, rest] = type === "MX" || type === "SRV" ? [Number(data[0]?.text), data.slice(1)] : [undefined, data];
	const read = readRecord(
		{
			type,
			hostname: owner,
			value: dataValue(type, rest, state.origin),
			...(priority !== undefined && { priority }),
		},
		state.zone,
	);
	// If the file has no TTL, the TTL is null, so that an existing record keeps its own.
	return read.ok ? { record: { ...read.value, ttl: ttl ?? null } } : { problem: read.problem };
}

function isKnown(type: string): type is DnsType {
	return recordTypes.some((each) => each === type);
}

/** True if the two domains are unrelated: they differ, and neither is below the other. */
function isForeign(origin: string, domain: string): boolean {
	const isBelow = (one: string, other: string) => other === "" || one === other || one.endsWith(`.${other}`);
	return !isBelow(origin, domain) && !isBelow(domain, origin);
}

function bare(name: string): string {
	return name.toLowerCase().replace(/\.$/, "");
}

function textOf({ tokens }: Entry): string {
	return shorten(tokens.map(({ text, quoted }) => (quoted ? `"${text}"` : text)).join(" "));
}
