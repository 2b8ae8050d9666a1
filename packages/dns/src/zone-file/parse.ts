import { isTrimmed, isWithin, parseHost, plainName } from "@domains/contract/names.ts";
import { isFileType, isSignatureType, valueOfWords } from "@domains/contract/records/data-form.ts";
import { isKnown, readRecord, relativeHostname } from "@domains/contract/records/record.ts";
import { doubtsOfText, isGeneric, type Token } from "@domains/contract/records/text-value.ts";
import {
	type AnyRecord,
	absoluteHostname,
	endsInText,
	hasPriorityField,
	hasTarget,
	isRecordType,
	typeName,
	type Zone,
} from "@domains/contract/records/types.ts";
import { parseSentence } from "../sentence.ts";
import { parseTtl } from "../ttl.ts";
import { isForeign } from "./origin.ts";
import {
	type Doubt,
	type DoubtfulLine,
	type FileZone,
	type ParsedContent,
	type RecordSentence,
	type RefusedLine,
	shorten,
} from "./parsed-zone.ts";
import { absolute, dataValue, jsonFields, lacksPriority, moved, numberOf, type ReadRow, readRow } from "./row.ts";
import { type Entry, tokenise, wordsOf } from "./tokens.ts";

/**
 * A BIND zone file (RFC 1035, RFC 2308) for `zone.domain`, or a list of records as people type them. Gives a reason
 * for every refused line, and names every line whose meaning it assumed.
 */
export function parseZoneFile(text: string, zone: FileZone): ParsedContent {
	const entries = tokenise(text);
	const hasSoa = entries.some(isSoa);
	const state = startOf(zone, { isZone: hasSoa || entries.some(isDirective), hasSoa });
	const parsed: ParsedContent = { types: "known", records: [], refused: [], nameservers: [] };
	let isOwnZone = false;
	const assumed: (DoubtfulLine & { name: string })[] = [];
	for (const entry of entries) {
		state.doubts.clear();
		const read = readEntry(entry, state);
		if (read === undefined) continue;
		if ("record" in read || ("skipped" in read && read.skipped === "origin")) {
			const hostname = !state.isZone && "record" in read && { hostname: read.record.hostname };
			for (const [doubt, name] of state.doubts) assumed.push({ ...placeOf(entry, doubt), ...hostname, doubt, name });
		}
		if ("record" in read) parsed.records.push(read.record);
		else if ("problem" in read) parsed.refused.push({ ...placeOf(entry), ...read });
		else if (read.skipped === "nameserver") parsed.nameservers.push(read.value);
		else if (read.skipped === "directive") parsed.directive ??= read.value;
		else if (isForeign(read.value, zone.domain)) parsed.foreignOrigin ??= read.value;
		if (namesZone(entry, read, state)) isOwnZone = true;
		if (!("problem" in read) && isAbsolute(entry)) parsed.isOwn = parsed.foreignOrigin === undefined;
	}
	const doubtful = withoutOwn(assumed, parsed.records, zone);
	if (doubtful.length > 0) parsed.doubtful = doubtful;
	// In a file with several zones, only one of them is the domain's. The lines of the others are refused.
	if (isOwnZone) delete parsed.foreignOrigin;
	const others = parsed.records.filter((record) => !isKnown(record)).map(({ type }) => type);
	return { ...parsed, types: others.length > 0 ? [...new Set(others)] : "known" };
}

/** A relative name that is also the hostname of a record is surely meant as such. */
function withoutOwn(
	assumed: readonly (DoubtfulLine & { name: string })[],
	records: readonly AnyRecord[],
	{ domain }: FileZone,
): DoubtfulLine[] {
	const hosts = new Set(records.map(({ hostname }) => absoluteHostname(hostname, domain)));
	return assumed
		.filter(({ doubt, name }) => doubt !== "relative" || !hosts.has(name))
		.map(({ name: _, ...line }) => line);
}

function isDirective({ tokens: [first] }: Entry): boolean {
	return first?.quoted === false && first.text.startsWith("$");
}

function isSoa({ tokens, indented }: Entry): boolean {
	return tokens.slice(indented ? 0 : 1, 4).some(({ text, quoted }) => !quoted && typeName(text) === "SOA");
}

/** The DNS server of Windows writes the age of a dynamic record before the TTL. */
const age = /^\[AGE:\d+\]$/i;

function readEntry(entry: Entry, state: State): Read {
	const { tokens, indented, broken, stored, cut } = entry;
	if (stored !== undefined) return readStored(stored, state.zone);
	const typed = state.isZone ? undefined : typedRecord(entry, state);
	if (typed) return readTyped({ hostname: typed.host, ...typed }, broken, state);
	const [first] = tokens;
	if (broken) return { problem: broken };
	if (!first) return { problem: "syntax" };
	if (isDirective(entry)) return readDirective(tokens, state);
	if (!indented) state.owner = ownName(first.text, state);
	if (state.owner === undefined) return { problem: "owner_missing" };
	const rest = (indented ? tokens : tokens.slice(1)).filter(({ text, quoted }) => quoted || !age.test(text));
	const read = readBody(rest, state.owner, state);
	if (cut && read && "record" in read && endsInText(read.record.type)) state.doubts.set("comment", "");
	return read;
}

/** Written by `storedComment`. */
function readStored(json: string, zone: FileZone): Read {
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return { problem: "json" };
	}
	return ofRow(readRow(jsonFields.parse(value).row, zone));
}

function readDirective([name, value, ...more]: Token[], state: State): Read {
	const directive = name?.text.toUpperCase();
	if (directive === "$INCLUDE" || directive === "$GENERATE") return { skipped: "directive", value: directive };
	if (directive !== "$ORIGIN" && directive !== "$TTL") return { problem: "directive" };
	if (value === undefined) return { problem: "value_missing" };
	if (more.length > 0) return { problem: "directive" };
	if (directive === "$ORIGIN") {
		state.origin = ownName(value.text, state);
		if (/\..*[^.]$/.test(value.text) && !state.doubts.has("dot")) state.doubts.set("relative", plainName(state.origin));
		return { skipped: "origin", value: plainName(state.origin) };
	}
	const ttl = parseTtl(value.text);
	if (ttl === undefined) return { problem: "ttl_unread" };
	state.ttl = ttl;
	state.isTtlClear = true;
	return undefined;
}

/** `[ttl] [class] type data`. TTL and class may be in either order. */
function readBody(tokens: Token[], owner: string, state: State): Read {
	let at = 0;
	let ttl: number | undefined;
	let hasClass = false;
	for (; at < 2; at += 1) {
		const word = tokens[at]?.text ?? "";
		const seconds = ttl === undefined ? parseTtl(word) : undefined;
		if (/^(?:CH|HS|CS)$/i.test(word)) return { problem: "class" };
		if (seconds === undefined && (hasClass || !/^IN$/i.test(word))) break;
		hasClass ||= seconds === undefined;
		ttl = seconds ?? ttl;
	}
	const word = tokens[at]?.text;
	const data = tokens.slice(at + 1);
	if (word === undefined) return { problem: "type_missing" };
	const type = typeName(word);
	if (data.length === 0) return { problem: isType(type) ? "value_missing" : "syntax" };
	if (ttl !== undefined) state.lastTtl = ttl;
	if (type === "SOA") {
		if (state.lastTtl === undefined) state.ttl ??= parseTtl(data[6]?.text ?? "");
		return { skipped: "soa", value: plainName(owner) };
	}
	if (type === "NS" && isApex(owner, state.zone))
		return { skipped: "nameserver", value: plainName(target(data[0]?.text ?? "", state)) };
	return readData(type, data, { owner, ttl: ttl ?? ttlAbove(state), state });
}

/** BIND chooses it like this. */
function ttlAbove(state: State): number | undefined {
	const ttl = state.ttl ?? (state.hasSoa ? state.lastTtl : undefined);
	if (ttl !== undefined && !state.isTtlClear) state.doubts.set("ttl", "");
	if (ttl !== undefined) state.isTtlClear = true;
	return ttl;
}

function readData(
	type: string,
	data: Token[],
	{ owner, ttl, state }: { owner: string; ttl: number | undefined; state: State },
): Read {
	if (!isRecordType(type)) return readOther(type, data, { owner, ttl, state });
	if (type === "TXT") for (const doubt of doubtsOfTokens(data)) state.doubts.set(doubt, "");
	const [priority, rest] = hasPriorityField(type)
		? [numberOf(data[0]?.text) ?? Number.NaN, data.slice(1)]
		: [undefined, data];
	const read = readRecord(
		{
			type,
			hostname: owner,
			value: dataValue(type, rest, (name) => target(name, state)),
			...(priority !== undefined && { priority }),
		},
		state.zone,
	);
	// If the file has no TTL, the TTL is null, so that an existing record keeps its TTL.
	return read.ok ? { record: { ...read.value, ttl: ttl ?? null } } : { problem: read.problem };
}

function doubtsOfTokens(data: Token[]): Doubt[] {
	const words = wordsOf(data);
	if (isGeneric(words[0] ?? "")) return doubtsOfText(words.join(" "));
	const isSplit = words.length > 1 && data.some(({ quoted }) => !quoted);
	const doubts = doubtsOfText(data.map(({ text }) => `"${text}"`).join(" "));
	return isSplit ? [...doubts, "words"] : doubts;
}

function readOther(
	type: string,
	data: Token[],
	{ owner, ttl, state }: { owner: string; ttl: number | undefined; state: State },
): Read {
	if (isSignatureType(type)) return { problem: "signature" };
	if (!isFileType(type)) return { problem: "type_unknown" };
	const hostname = relativeHostname(owner, state.zone.domain);
	if (!hostname.ok) return { problem: hostname.problem };
	const value = valueOfWords(type, wordsOf(data), (name) => target(name, state));
	return ofRow(readRow({ type, hostname: hostname.value, value, ttl: ttl ?? null }, state.zone));
}

function isType(word: string): boolean {
	return isRecordType(word) || isFileType(word) || isSignatureType(word) || word === "SOA";
}

/** True for an `$ORIGIN` or SOA record that gives the domain, or a name below it, in full. */
function namesZone(entry: Entry, read: Exclude<Read, undefined>, { zone, doubts }: State): boolean {
	if (!("skipped" in read) || (read.skipped !== "origin" && read.skipped !== "soa")) return false;
	return isWithin(read.value, zone.domain) && (isAbsolute(entry) || doubts.has("dot"));
}

function isAbsolute({ tokens, indented }: Entry): boolean {
	const [first, second] = tokens;
	const name = first?.text.startsWith("$") ? second : first;
	return !indented && name?.text.endsWith(".") === true;
}

function placeOf({ line, tokens, text, broken, stored }: Entry, doubt?: Doubt): Pick<RefusedLine, "line" | "text"> {
	const isWhole = broken === undefined && stored === undefined && doubt !== "semicolon";
	return { line, text: shorten(isWhole ? wordsOf(tokens).join(" ") : text.trim()) };
}

interface State {
	zone: FileZone;
	/**
	 * True for a zone file: it has a directive or an SOA record, and a name without a final dot is relative (RFC 1035).
	 * False for a list of records, whose lines have the meaning of typed records.
	 */
	isZone: boolean;
	/** With a trailing dot: the domain, or the value of the last `$ORIGIN`. */
	origin: string;
	/** Of `$TTL`. Without one, the minimum in an SOA record that has no TTL itself. */
	ttl: number | undefined;
	/** In a file with an SOA record but without `$TTL`, it is that of the lines without one (RFC 1035, 5.1). */
	lastTtl: number | undefined;
	hasSoa: boolean;
	/** True after `$TTL`, or after the first line that takes its TTL from another one. Only that line is named. */
	isTtlClear: boolean;
	owner: string | undefined;
	/** Those of the current line. For `relative`, the completed name. */
	doubts: Map<Doubt, string>;
}

function startOf(zone: FileZone, { isZone, hasSoa }: Pick<State, "isZone" | "hasSoa">): State {
	return {
		zone,
		isZone,
		origin: `${zone.domain}.`,
		ttl: undefined,
		lastTtl: undefined,
		hasSoa,
		isTtlClear: false,
		owner: undefined,
		doubts: new Map(),
	};
}

/** Undefined if it has no effect. */
type Read =
	| { record: AnyRecord }
	| { skipped: "origin" | "soa" | "nameserver" | "directive"; value: string }
	| Refused
	| undefined;
type Refused = Pick<RefusedLine, "problem" | "type">;

function ofRow(read: ReadRow): Read {
	if ("skipped" in read) return undefined;
	return "server" in read ? { skipped: "nameserver", value: read.server } : read;
}

function isApex(owner: string, { domain }: FileZone): boolean {
	return owner.toLowerCase() === `${domain}.`;
}

function ownName(text: string, { zone, origin, doubts }: State): string {
	const name = inPunycode(text);
	if (!endsWithDomain(name, zone)) return moved(absolute(name, origin), zone);
	doubts.set("dot", "");
	return moved(`${name}.`, zone);
}

/**
 * A name without a final dot is whole if it ends with the domain. In a list of records, every name of several labels
 * is whole, as in a typed record.
 */
function target(text: string, { zone, origin, isZone, doubts }: State): string {
	const name = inPunycode(text);
	if (name.endsWith(".") || !name.includes(".")) return absolute(name, origin);
	const isWhole = !isZone || endsWithDomain(name, zone);
	const whole = isWhole ? `${name}.` : absolute(name, origin);
	doubts.set(isWhole ? "dot" : "relative", plainName(whole));
	return whole;
}

function endsWithDomain(name: string, { domain, movedFrom = domain }: FileZone): boolean {
	return isWithin(name, movedFrom);
}

/** So that two spellings of a domain are equal. Keeps the final dot, and invisible marks, which are refused later. */
function inPunycode(name: string): string {
	if (/^[\0-\x7f]*$/.test(name) || !isTrimmed(name)) return name;
	const host = parseHost(name);
	return host.ok ? `${host.ascii}${name.endsWith(".") ? "." : ""}` : name;
}

/** An indented line continues the record before it, so it may lack the hostname. */
function typedRecord({ text, indented, spans }: Entry, { owner }: State): RecordSentence | undefined {
	if (spans) return undefined;
	const continued = indented && owner !== undefined ? parseSentence(`${owner} ${text}`) : undefined;
	const lacksHost = indented && (parseTtl(text.trim().split(/\s/, 1)[0] ?? "") !== undefined || /^\s*IN\s/i.test(text));
	return continued ?? (lacksHost ? undefined : parseSentence(text));
}

function readTyped(
	{ hostname: host, type, value, ttl, priority }: AnyRecord,
	broken: Entry["broken"],
	state: State,
): Read {
	const { zone, doubts } = state;
	const [name = ""] = value.split(/\s+/).slice(-1);
	const hostname = ownName(host, state);
	state.owner = hostname;
	if (type === "NS" && isApex(hostname, zone)) return { skipped: "nameserver", value: plainName(target(name, state)) };
	const read = readRow({ type, hostname, value, ttl: ttl ?? null, priority: priority ?? null }, zone);
	if (!("record" in read)) return broken ? { problem: broken } : ofRow(read);
	if (hasTarget(type)) target(name, state);
	if (lacksPriority(read.record)) doubts.set("priority", "");
	for (const doubt of type === "TXT" ? doubtsOfText(value) : []) doubts.set(doubt, "");
	if (endsInText(type) && bareSemicolon.test(value.replaceAll(quoted, '""'))) doubts.set("semicolon", "");
	return read;
}

const quoted = /"(?:[^"\\]|\\.)*"/g;
/** In a zone file, the text after it would be a comment. */
const bareSemicolon = /;\s*\S/;

/** The same as about a line of a list. */
export function doubtsOfLine(record: AnyRecord, zone: Zone): Doubt[] {
	const state = startOf(zone, { isZone: false, hasSoa: false });
	readTyped(record, undefined, state);
	return [...state.doubts.keys()];
}
