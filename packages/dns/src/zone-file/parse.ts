import { type AnyRecord, isKnown } from "@domains/contract/records/any-record.ts";
import { isFileType, isSignatureType, valueOfWords } from "@domains/contract/records/data-form.ts";
import type { Token } from "@domains/contract/records/escapes.ts";
import { isWithin, plainName } from "@domains/contract/records/name.ts";
import { absoluteHostname, readRecord, relativeHostname } from "@domains/contract/records/record.ts";
import { doubtsOfText, isGeneric } from "@domains/contract/records/text-value.ts";
import { endsInText, hasPriorityField, isRecordType, typeName } from "@domains/contract/records/types.ts";
import { shorten } from "../shorten.ts";
import { dataValue } from "./data.ts";
import { isForeign } from "./origin.ts";
import type { Doubt, DoubtfulLine, FileZone, ParsedContent, RefusedLine } from "./parsed-zone.ts";
import { jsonFields, numberOf, readRow } from "./row.ts";
import { isApex, ofRow, ownName, type Read, type State, startOf, target } from "./state.ts";
import { type Entry, tokenise, wordsOf } from "./tokens.ts";
import { parseTtl } from "./ttl.ts";
import { readTyped, typedRecord } from "./typed-line.ts";

/**
 * Parses a BIND zone file (RFC 1035, RFC 2308) for `zone.domain`, or a list of records as people type them. Gives a
 * reason for every refused line, and names every line whose meaning it assumed.
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

/** Leaves out a relative name that is also the hostname of a record, because it is surely meant as such. */
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

/** The age of a dynamic record, which the DNS server of Windows writes before the TTL. It has no effect. */
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

/** Reads a record that `storedComment` wrote into a comment. */
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

/**
 * Parses the part of a line after the hostname (its owner): `[ttl] [class] type data`. TTL and class may be in either
 * order. A line without a TTL gets the TTL of `$TTL`, if the file has one.
 */
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

/** Returns the TTL of a record that has none, as BIND chooses it. */
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
	const value = valueOfWords(type, wordsOf(data), (name) => target(name, state));
	return ofRow(readRow({ type, hostname: hostname.value, value, ttl: ttl ?? null }, state.zone));
}

function isType(word: string): boolean {
	return isRecordType(word) || isFileType(word) || isSignatureType(word) || word === "SOA";
}

/** True for an `$ORIGIN` or an SOA record that gives the domain, or a name below it, in full. */
function namesZone(entry: Entry, read: Exclude<Read, undefined>, { zone, doubts }: State): boolean {
	if (!("skipped" in read) || (read.skipped !== "origin" && read.skipped !== "soa")) return false;
	return isWithin(read.value, zone.domain) && (isAbsolute(entry) || doubts.has("dot"));
}

/** True if the hostname or the `$ORIGIN` of a line is a name with a final dot. */
function isAbsolute({ tokens, indented }: Entry): boolean {
	const [first, second] = tokens;
	const name = first?.text.startsWith("$") ? second : first;
	return !indented && name?.text.endsWith(".") === true;
}

function placeOf({ line, tokens, text, broken, stored }: Entry, doubt?: Doubt): Pick<RefusedLine, "line" | "text"> {
	const isWhole = broken === undefined && stored === undefined && doubt !== "semicolon";
	return { line, text: shorten(isWhole ? wordsOf(tokens).join(" ") : text.trim()) };
}
