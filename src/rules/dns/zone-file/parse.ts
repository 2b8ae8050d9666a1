import type { DnsType } from "../../../contract/dns.ts";
import { shorten } from "../../list.ts";
import { type AnyRecord, isKnown } from "../any-record.ts";
import { isFileType, isSignatureType, valueOfWords } from "../data-form.ts";
import { isWithin, plainName } from "../name.ts";
import { readRecord, recordTypes, relativeHostname } from "../record.ts";
import { absolute, dataValue, moved } from "./data.ts";
import { isForeign } from "./origin.ts";
import type { DoubtfulLine, FileZone, ParsedContent, RefusedLine } from "./parsed-zone.ts";
import { jsonRow, type ReadRow, readRow } from "./row.ts";
import { type Entry, type Token, tokenise, wordsOf } from "./tokens.ts";
import { parseTtl } from "./ttl.ts";

interface State {
	zone: FileZone;
	/** The name, with a trailing dot, that completes a relative name: the domain, or the value of the last `$ORIGIN`. */
	origin: string;
	ttl: number | undefined;
	owner: string | undefined;
}

type Read =
	| { record: AnyRecord }
	| { skipped: "origin" | "nameserver" | "directive"; value: string }
	| Refused
	| undefined;
type Refused = Pick<RefusedLine, "problem" | "type">;

/** Parses a BIND zone file (RFC 1035, RFC 2308) for `zone.domain`. Gives a reason for every refused line. */
export function parseZoneFile(text: string, zone: FileZone): ParsedContent {
	const state: State = { zone, origin: `${zone.domain}.`, ttl: undefined, owner: undefined };
	const parsed: ParsedContent = { types: "known", records: [], refused: [], nameservers: [] };
	for (const entry of tokenise(text)) {
		const read = readEntry(entry, state);
		if (read === undefined) continue;
		const doubt = "problem" in read ? undefined : doubtOf(entry, read, zone);
		if (doubt) parsed.doubtful = [...(parsed.doubtful ?? []), { line: entry.line, text: textOf(entry), doubt }];
		if ("record" in read) parsed.records.push(read.record);
		else if ("problem" in read) parsed.refused.push({ line: entry.line, text: textOf(entry), ...read });
		else if (read.skipped === "nameserver") parsed.nameservers.push(read.value);
		else if (read.skipped === "directive") parsed.directive ??= read.value;
		else if (isForeign(read.value, zone.domain)) parsed.foreignOrigin ??= read.value;
		if (!("problem" in read) && isAbsolute(entry)) parsed.isOwn = parsed.foreignOrigin === undefined;
	}
	const others = parsed.records.filter((record) => !isKnown(record)).map(({ type }) => type);
	return { ...parsed, types: others.length > 0 ? [...new Set(others)] : "known" };
}

function doubtOf(
	{ tokens, cut }: Entry,
	read: Exclude<Read, undefined | Refused>,
	{ domain, movedFrom = domain }: FileZone,
): DoubtfulLine["doubt"] | undefined {
	const type = "record" in read ? read.record.type : undefined;
	if (cut && type === "TXT") return "comment";
	// The data of these types contains no names, so check only the first word, which may be the owner of the record.
	const hasNoNames = type === "TXT" || type === "CAA";
	const names = hasNoNames ? tokens.slice(0, 1) : tokens;
	const isWhole = ({ text, quoted }: Token) => !quoted && isWithin(text, movedFrom);
	return names.some(isWhole) ? "dot" : undefined;
}

function readEntry({ tokens, indented, broken, stored }: Entry, state: State): Read {
	if (stored !== undefined) return readStored(stored, state.zone);
	const [first] = tokens;
	if (broken) return { problem: broken };
	if (!first) return { problem: "syntax" };
	if (!first.quoted && first.text.startsWith("$")) return readDirective(tokens, state);
	if (!indented) state.owner = moved(absolute(first.text, state.origin), state.zone);
	if (state.owner === undefined) return { problem: "owner_missing" };
	const rest = indented ? tokens : tokens.slice(1);
	return readBody(rest, state.owner, state);
}

/** Reads a record that `storedComment` wrote into a comment. */
function readStored(json: string, zone: FileZone): Read {
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return { problem: "json" };
	}
	return ofRow(readRow(jsonRow.parse(value), zone));
}

function ofRow(read: ReadRow): Read {
	if ("skipped" in read) return undefined;
	return "server" in read ? { skipped: "nameserver", value: read.server } : read;
}

function readDirective([name, value, ...more]: Token[], state: State): Read {
	const directive = name?.text.toUpperCase();
	if (directive === "$INCLUDE" || directive === "$GENERATE") return { skipped: "directive", value: directive };
	if (directive !== "$ORIGIN" && directive !== "$TTL") return { problem: "directive" };
	if (value === undefined) return { problem: "value_missing" };
	if (more.length > 0) return { problem: "directive" };
	if (directive === "$ORIGIN") {
		state.origin = moved(absolute(value.text, state.origin), state.zone);
		return { skipped: "origin", value: plainName(state.origin) };
	}
	const ttl = parseTtl(value.text);
	if (ttl === undefined) return { problem: "ttl_unread" };
	state.ttl = ttl;
	return undefined;
}

/**
 * Parses the part of a line after the hostname (its owner): `[ttl] [class] type data`. TTL and class may be in either
 * order. A line without a TTL gets the TTL of `$TTL`, if the file has one.
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
	if (type === undefined) return { problem: "type_missing" };
	if (data.length === 0) return { problem: isType(type) ? "value_missing" : "syntax" };
	const apex = owner.toLowerCase() === `${state.zone.domain}.`;
	if (type === "SOA") return { skipped: "origin", value: plainName(owner) };
	if (type === "NS" && apex)
		return { skipped: "nameserver", value: plainName(absolute(data[0]?.text ?? "", state.origin)) };
	return readData(type, data, { owner, ttl: ttl ?? state.ttl, state });
}

function readData(
	type: string,
	data: Token[],
	{ owner, ttl, state }: { owner: string; ttl: number | undefined; state: State },
): Read {
	if (!isKnownType(type)) return readOther(type, data, { owner, ttl, state });
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
	// If the file has no TTL, the TTL is null, so that an existing record keeps its TTL.
	return read.ok ? { record: { ...read.value, ttl: ttl ?? null } } : { problem: read.problem };
}

/** Reads a record of a type that is not in `recordTypes`. */
function readOther(
	type: string,
	data: Token[],
	{ owner, ttl, state }: { owner: string; ttl: number | undefined; state: State },
): Read {
	if (isSignatureType(type)) return { problem: "signature" };
	if (!isFileType(type)) return { problem: "type_unknown" };
	const hostname = relativeHostname(owner, state.zone.domain);
	if (!hostname.ok) return { problem: hostname.problem };
	const value = valueOfWords(type, wordsOf(data), (name) => absolute(name, state.origin));
	return ofRow(readRow({ type, hostname: hostname.value, value, ttl: ttl ?? null }, state.zone));
}

function isType(word: string): boolean {
	return isKnownType(word) || isFileType(word) || isSignatureType(word) || word === "SOA";
}

function isKnownType(type: string): type is DnsType {
	return recordTypes.some((each) => each === type);
}

/** True if the hostname or the `$ORIGIN` of a line is a name with a final dot. */
function isAbsolute({ tokens, indented }: Entry): boolean {
	const [first, second] = tokens;
	const name = first?.text.startsWith("$") ? second : first;
	return !indented && name?.text.endsWith(".") === true;
}

function textOf({ tokens, text, broken, stored }: Entry): string {
	const isWhole = broken === undefined && stored === undefined;
	return shorten(isWhole ? wordsOf(tokens).join(" ") : text.trim());
}
