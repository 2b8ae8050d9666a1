import { isIPv4, isIPv6 } from "node:net";
import { isFileType, isSignatureType, looksLikeData } from "@domains/contract/records/data-form.ts";
import { ttlBounds } from "@domains/contract/records/record.ts";
import {
	type DnsType,
	endsInText,
	hasPriorityField,
	isPriorityAndTarget,
	isRecordType,
	isTargetOnly,
	recordTypes,
	startsWithNumber,
	typeName,
	typeRows,
	valueFields,
} from "@domains/contract/records/types.ts";
import { cellsOf, excelSeparator } from "./csv.ts";
import { panelTtl, parsePanelTtl, parseTtl } from "./ttl.ts";
import type { RecordSentence, UnsupportedRecord } from "./zone-file/parsed-zone.ts";
import { asRecordLines, readHostless } from "./zone-file/pasted.ts";
import { columnOf } from "./zone-file/row.ts";
import { tokenise, wordsOf } from "./zone-file/tokens.ts";

/** UTF-16 code units. The limit bounds the running time of the regular expressions. */
const longestLine = 8_192;

/**
 * Parses a record such as `www A 203.0.113.5`, `@ 3600 IN MX 10 mail.example.com` or `TXT _dmarc "v=DMARC1; p=none"`.
 * The usual order is host, optional TTL and class, type, value. The type may also be first, and the TTL last. `www
 * 203.0.113.5` without a type is an address record. Undefined if the line is not one record.
 */
export function parseSentence(line: string): RecordSentence | undefined {
	// Alone, a record without a hostname is incomplete. In a list of mail servers, it is one of the domain itself.
	if (line.length > 2 * longestLine || readHostless(line) !== undefined) return undefined;
	const text = asRecordLines(line.trim());
	if (text.length > longestLine || /[\r\n]/.test(text)) return undefined;
	const words = text.split(/\s+/, 4);
	const places = words.flatMap((word, at) => (isRecordType(typeName(word)) ? [at] : []));
	if (places.length === 0) return addressSentence(text);
	const found = inOrder(words, places).flatMap((at) => readAt(text, words, at) ?? []);
	return found.find(isPlausible) ?? found[0];
}

/**
 * `places`: the indexes of the words that may be the type. A hostname may be a type name too, as in `mx CNAME
 * foo.example.net`. The type follows the hostname, unless only the first word is in upper case.
 */
function inOrder([first = "", second = ""]: readonly string[], places: readonly number[]): readonly number[] {
	const isTypeFirst = first === first.toUpperCase() && second !== second.toUpperCase();
	return isTypeFirst ? places : [...places.filter((at) => at > 0), ...places.filter((at) => at === 0)];
}

function readAt(text: string, words: readonly string[], at: number): RecordSentence | undefined {
	const word = words[at] ?? "";
	const type = typeName(word);
	if (!isRecordType(type)) return undefined;
	const form = word === word.toUpperCase() ? "meant" : "likely";
	if (at > 0) return sentence(words.slice(0, at), type, afterWords(text, at + 1), form);
	const [host = ""] = afterWords(text, 1).split(/\s+/, 1);
	// In "MX 10 mail.example.com" the number is the priority and the host is missing, so the record is incomplete.
	if (/^\d+$/.test(host) && startsWithNumber(type)) return undefined;
	// "MX for shop.example.net" asks about records.
	if (/^(?:for|at|on)$/i.test(host)) return undefined;
	return sentence([host], type, afterWords(text, 2), "likely");
}

/** An IPv4 address is not plausible where a name must be. */
function isPlausible({ type, value, priority }: RecordSentence): boolean {
	const whole = priority === undefined ? value : `${priority} ${value}`;
	const hasAddress = isTargetOnly(type) && isLikely("A", value);
	return !hasAddress && isRecordType(type) && isLikely(type, whole);
}

/** A host without dots, an optional TTL and an IP address. */
function addressSentence(text: string): RecordSentence | undefined {
	const [, host = "", stated, value = ""] = /^([^\s.]+)(?:\s+(\d+))?\s+(\S+)$/.exec(text) ?? [];
	// A text such as "10:30:45" is a time, not an IPv6 address.
	const isAddress = value.includes(".") || /::|(?:.*:){7}/.test(value);
	const type = isAddress ? (["A", "AAAA"] as const).find((each) => isLikely(each, value)) : undefined;
	const ttl = stated === undefined ? undefined : parseTtl(stated);
	return type === undefined ? undefined : { host, type, value, ...(ttl !== undefined && { ttl }) };
}

function isLikely(type: DnsType, value: string): boolean {
	return typeRows[type].typed.likely.test(value);
}

function sentence(
	[host = "", ...options]: string[],
	type: DnsType,
	text: string,
	form: "likely" | "meant",
): RecordSentence | undefined {
	const [stated, ...more] = options.filter((word) => !/^in$/i.test(word));
	const ownTtl = stated === undefined ? undefined : parseTtl(stated);
	const odd = more.length > 0 || (stated !== undefined && ownTtl === undefined);
	const data = withoutComment(text, type);
	const { ttl = ownTtl, rest: given } =
		ownTtl === undefined && !endsInPriority(data, type) ? splitTtl(data, type) : { rest: data };
	// A number after a mail server is its priority, as control panels show it, unless it may be the only TTL.
	const rest = isPriorityAndTarget(type) ? given.replace(/^(?=\S+\.)(\S+)\s+(\d{1,5})$/, "$2 $1") : given;
	if (host === "" || odd || !typeRows[type].typed[form].test(rest)) return undefined;
	return { host, type, ...(ttl !== undefined && { ttl }), ...splitPriority(rest, type) };
}

/** A number that is too small for a TTL, as in `mail.example.net 10`. */
function endsInPriority(text: string, type: string): boolean {
	const [, number] = (isPriorityAndTarget(type) && /^(?=\S*\.)\S+\s+(\d+)$/.exec(text)) || [];
	return number !== undefined && Number(number) < ttlBounds.min;
}

/**
 * Example: `203.0.113.5 ; my server`. A text without quotes has no comments, because a semicolon is often part of it.
 * A second record is no comment.
 */
function withoutComment(given: string, type: string): string {
	const pattern = endsInText(type)
		? /^([^"]*"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*)\s+;(.*)$/
		: /^([^;]*\S)\s+;(.*)$/;
	const [, value, comment = ""] = pattern.exec(given) ?? [];
	return value === undefined || parseSentence(comment) !== undefined ? given : value;
}

/** A priority may precede the value, and a TTL may follow it. */
export function parseData(type: string, text: string): Pick<RecordSentence, "value" | "ttl" | "priority"> {
	const given = text.trim();
	if (!isRecordType(type) || given.length > longestLine || /[\r\n]/.test(given)) return { value: text };
	const { ttl, rest } = splitTtl(given, type);
	return { ...splitPriority(rest, type), ...(ttl !== undefined && { ttl }) };
}

/** Splits the priority from the value after it. Without one, or for a type that has none, the text is the value. */
export function splitPriority(text: string, type: string): Pick<RecordSentence, "value" | "priority"> {
	const [, priority, value] = (hasPriorityField(type) && /^(\d{1,5})\s+(\S.*)$/.exec(text)) || [];
	return value === undefined ? { value: text } : { value, priority: Number(priority) };
}

/**
 * A control panel may show in between if its proxy answers. A tab separates cells, so a text before it needs no
 * quotes.
 */
const valueAndTtl = new RegExp(
	String.raw`^(.*?\S)(?:\s+(?:proxied|dns only))?(\s+)(?:ttl[\s:=]*)?(\d+|${panelTtl})$`,
	"i",
);

function splitTtl(text: string, type: DnsType): { rest: string; ttl?: number | undefined } {
	const [, value = "", space = "", word = ""] = valueAndTtl.exec(text) ?? [];
	const isCell = space.includes("\t") && !value.includes("\t");
	const isWord = /[a-z]{2}/i.test(word) && type === "TXT" && isPublicText(value);
	const isTtl = word !== "" && (isCell || isWord || (typeRows[type].typed.beforeTtl ?? /^\S+$/).test(value));
	return isTtl ? { rest: value, ttl: parsePanelTtl(word) } : { rest: text };
}

function afterWords(text: string, count: number): string {
	let rest = text;
	for (let index = 0; index < count; index += 1) rest = rest.replace(/^\S+\s*/, "");
	return rest;
}

const types = recordTypes.join("|");
const tableCell = new RegExp(`(?:^|[,;\t])"?(?:${types})(?: record)?"?(?:[,;\t]|$)`, "im");
/** `jsonType`: types that the bot knows, in any case. `jsonOtherType`: any other type, in upper case. */
const jsonType = new RegExp(`"type"\\s*:\\s*"(?:${types})"`, "i");
const jsonOtherType = /"type"\s*:\s*"[A-Z][A-Z\d-]{1,30}"/;
const jsonName = /"(?:host|name|hostname)"\s*:/i;
const jsonValue = /"(?:value|content|data)"\s*:/i;

function isRecordTable(text: string): boolean {
	if (/^[\ufeff\s]*[[{]/.test(text)) {
		return jsonName.test(text) && (jsonType.test(text) || (jsonOtherType.test(text) && jsonValue.test(text)));
	}
	const [head = ""] = text.replace(excelSeparator, "").split("\n", 1);
	return head.length < 1_000 && isTableHeader(head) && tableCell.test(text.slice(head.length));
}

function isTableHeader(line: string): boolean {
	const delimiter = [",", ";", "\t"].find((each) => line.includes(each));
	const titles = delimiter === undefined ? [] : cellsOf(line.replace(/^\ufeff/, ""), delimiter).map(columnOf);
	const has = (column: (typeof titles)[number]) => titles.includes(column);
	return has("type") && has("value") && (has("hostname") || has("priority"));
}

const headLines = 1_000;

/**
 * A zone file has several lines. One of them is `$ORIGIN`, `$TTL` or an SOA record, or most lines that are not
 * comments are records.
 */
export function isZoneFile(given: string): boolean {
	const text = asRecordLines(given);
	if (isRecordTable(text)) return true;
	if (!text.includes("\n")) return false;
	if (/^\$(?:ORIGIN|TTL)\s/im.test(text) || /\sSOA\s/.test(text)) return true;
	const lines = logicalLines(text.split("\n", headLines).join("\n"));
	const records = lines.filter((spellings) => spellings.some((each) => isRecord(each) || isRecordLike(each))).length;
	// Telegram splits a long zone file into several messages. One of them may have only comments, and is still part of
	// the zone file.
	if (lines.length === 0) return true;
	return (records > 1 || lines.length === 1) && records * 2 > lines.length;
}

const typeAlone = new RegExp(
	String.raw`(?<![\w.-])(?:(?:${recordTypes.filter((type) => type.length > 2 || type === "MX").join("|")})(?![\w.-])|(?:A|NS) records?\b)|(?:^|[\t|])(?:A|NS)\s*(?:[\t|]|$)`,
	"m",
);

/**
 * True if a text of several words is probably from a page about DNS records, although it may have no record that can be
 * read: it has a type in capitals, or a cell `@`. On a page about DNS, such a text is no list of names.
 */
export function mentionsRecords(text: string): boolean {
	return /\s/.test(text.trim()) && (typeAlone.test(text) || /(?:^|[\s|])@(?=[\s|]|$)/.test(text));
}

function isRecord(line: string): boolean {
	return parseSentence(line) !== undefined || parseUnsupported(line) !== undefined;
}

/** Types that only control panels have. */
const panelType = /^(?:URL(?:30[12])?|FRAME|REDIRECT|FORWARD)$/;

/**
 * True if a line has the form of a record, although it may not be one: `@ URL http://example.net`, `www A none`. The
 * person then gets the reason, and not an offer of the names in it.
 */
export function isRecordLike(line: string): boolean {
	const [first = "", second = "", third] = line.trim().split(/\s+/, 3);
	const isType = (word: string) => isRecordType(word) || panelType.test(word);
	const hasHost = (isType(second) && usualHost.test(first)) || (isType(first) && usualHost.test(second));
	return third !== undefined && line.length <= longestLine && hasHost;
}

/**
 * Each in every spelling that may be a typed record: as it is, and with its parentheses resolved, its comment removed
 * and the missing hostname of an indented line added.
 */
function logicalLines(text: string): string[][] {
	const entries = tokenise(text);
	const isProse = entries.some(({ broken, spans }) => broken !== undefined && spans);
	if (isProse) return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [[line]]));
	return entries.map(({ text: line, tokens, indented, spans }) => {
		const whole = wordsOf(tokens).join(" ");
		return [...(spans ? [] : [line]), whole, ...(indented ? [`@ ${whole}`] : [])];
	});
}

/** At least two parts are known. */
interface PartialRecord {
	type?: string;
	host?: string;
	value?: string;
}

/** Any other word before a name, such as "buy", does not count as a hostname. */
const usualHost =
	/^(?:@|\*|www\d*|mail\d*|smtp|imap|pop3?|ftp|blog|shop|store|api|app|dev|test|stage|staging|cdn|static|img|m|docs|help|status|portal|vpn|ns\d+|mx\d*|auto(?:discover|config)|webmail|_[\w-]+(?:\._[\w-]+)?)$/i;
export function isUsualHost(word: string): boolean {
	return usualHost.test(word);
}

/** SPF, DKIM, DMARC, MTA-STS and site verifications. */
const textValue = /^"?(?:v=\w+|[\w-]*verification=|k=rsa|p=)/i;
/** The value is public. A token may also begin with `v=` or `p=`. */
const publicText =
	/^[("\s]*(?:v=(?:spf1|DKIM1|DMARC1|BIMI1|STSv1|TLSRPTv1)(?![\w.])|[a-z][a-z\d-]*-verification=|(?:k=rsa\s*;\s*)?p=MI[\w+/]{2,8}ANBgkqhkiG9w0BAQEFA)/i;

/** SPF, DKIM or DMARC, as a provider prints it. */
export function isPublicText(text: string): boolean {
	return publicText.test(text);
}
const dotted = /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)+[a-z][a-z\d-]*\.?$/i;

/**
 * The type, the hostname or the value is missing: `203.0.113.5`, `MX mail.example.net`, `www CNAME`, `www
 * example.net`, `@ v=spf1 -all`, or `v=spf1 -all`.
 */
export function parsePartial(line: string): PartialRecord | undefined {
	const text = readHostless(line) ?? line.trim();
	if (text.length > 4_096) return undefined;
	const value = text.replace(/^\(\s*/, "").replace(/\s*\)$/, "");
	const isSplit = /^(?:"[^"]*"\s*)+$/.test(value);
	if (isPublicText(text) && (isSplit || !/[\r\n]/.test(value)))
		return { type: "TXT", value: value.replaceAll(/\s*[\r\n]+\s*/g, " ") };
	if (/[\r\n]/.test(text)) return undefined;
	const [first = "", ...words] = text.split(/\s+/);
	const rest = text.slice(first.length).trim();
	if (words.length === 0) return addressOf(first);
	const type = typeOf(first);
	if (type !== undefined && isValue(type, rest)) return { type, value: rest };
	const second = words.length === 1 ? typeOf(rest) : undefined;
	if (second !== undefined && (usualHost.test(first) || rest === second)) return { host: first, type: second };
	if (type !== undefined || !usualHost.test(first)) return undefined;
	if (textValue.test(rest)) return { host: first, type: "TXT", value: rest };
	return dotted.test(rest) ? { host: first, value: rest } : undefined;
}

const targetTypes = recordTypes.filter(isTargetOnly).join("|");
const shortTarget = new RegExp(String.raw`^(${targetTypes})\s+([a-z\d-]+)$`, "i");
const clearShortTarget = new RegExp(String.raw`^(?:${targetTypes})\s+[a-zA-Z\d-]+$`);

/** Such as `MX mail`. */
export function parseShortTarget(text: string): { type: string; value: string } | undefined {
	const [, word = "", value = ""] = shortTarget.exec(text.trim()) ?? [];
	const type = typeOf(word);
	return type === undefined ? undefined : { type, value };
}

/**
 * It must contain a record type and another part. Before a target of one word, as in `MX mail`, the type must be in
 * capitals.
 */
export function typesRecord(text: string): boolean {
	const partial = parsePartial(text);
	return (/\s/.test(text.trim()) && partial?.type !== undefined) || clearShortTarget.test(text.trim());
}

function addressOf(word: string): PartialRecord | undefined {
	if (isIPv4(word)) return { type: "A", value: word };
	return isIPv6(word) ? { type: "AAAA", value: word } : undefined;
}

function typeOf(word: string): DnsType | undefined {
	const type = word.toUpperCase();
	return isRecordType(type) ? type : undefined;
}

/** "a" may be the type A or an English word, so only an IPv4 address may follow it. */
function isValue(type: DnsType, text: string): boolean {
	const [field, ...others] = valueFields(type);
	if (others.length > 0) return typeRows[type].typed.meant.test(text);
	if (field === "ipv4" || field === "ipv6") return addressOf(text)?.type === type;
	if (field === "text") return textValue.test(text) || text.startsWith('"');
	return dotted.test(hasPriorityField(type) ? text.replace(/^\d{1,5}\s+/, "") : text);
}

/**
 * Such as `_443._tcp 3600 IN TLSA 3 1 1 0f3a…` or `DS 2371 13 2 0f3a…`. The value must have the form of its type,
 * because a type may also be an ordinary word: in "my DS acct-7f3a…", an API token follows "DS". A type in lower case
 * counts only before a number.
 */
export function parseUnsupported(line: string): UnsupportedRecord | undefined {
	return candidates(line).find(({ word, type, value }) => {
		return (word === type || /^[\d\\]/.test(value)) && looksLikeData(type, value);
	});
}

/**
 * The text is for a page about DNS. The value may be missing or have any shape, as in `www HTTPS`. The type must be
 * in upper case.
 */
export function readUnsupported(line: string): UnsupportedRecord | undefined {
	return parseUnsupported(line) ?? candidates(line).find(({ word, type, at }) => at > 0 && word === type);
}

/** DS (the hash of a key), or a type that a nameserver creates when it signs a zone. */
export function isDnssecType(type: string): boolean {
	return type === "DS" || isSignatureType(type);
}

/** Returns every way to read a line as host, optional TTL and class, type and value. The host may be missing. */
function candidates(line: string): (UnsupportedRecord & { word: string; at: number })[] {
	const text = line.trim();
	if (text.length > longestLine || /[\r\n]/.test(text)) return [];
	const words = text.split(/\s+/, 4);
	return words.flatMap((word, at) => {
		const type = word.toUpperCase();
		const [host = "@", ...options] = words.slice(0, at);
		if (!(isFileType(type) || isSignatureType(type)) || !areOptions(options)) return [];
		const value = afterWords(text, at + 1);
		const read = { type, word, at };
		const [named = ""] = value.split(/\s+/, 1);
		const typeFirst = at === 0 ? [{ ...read, host: named, value: afterWords(value, 1) }] : [];
		return [{ ...read, host, value }, ...typeFirst];
	});
}

/** In either order. */
function areOptions(words: readonly string[]): boolean {
	const ttls = words.filter((word) => !/^IN$/i.test(word));
	return ttls.length < 2 && words.length - ttls.length < 2 && ttls.every((word) => parseTtl(word) !== undefined);
}
