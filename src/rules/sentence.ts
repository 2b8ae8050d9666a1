/** A DNS record as a person typed it, not yet validated (see `dns/record.ts`). */
export interface RecordSentence {
	host: string;
	type: string;
	value: string;
	ttl?: number;
	priority?: number;
}

/**
 * The form that a value must have after a type in lower case. Such a type may be an English word: "buy a car" must not
 * become an A record.
 */
const likely: ReadonlyMap<string, RegExp> = new Map(
	Object.entries<RegExp>({
		A: /^\d+\.\d+\.\d+\.\d+$/,
		AAAA: /^[\da-f]*:[\da-f:.]+$/i,
		CNAME: /^(?:[^\s.]+\.)+[^\s.]*$|^@$/,
		NS: /^(?:[^\s.]+\.)+[^\s.]*$/,
		MX: /^(?:\d+\s+)?(?:[^\s.]+\.)+[^\s.]*$|^\d+\s+\S+$/,
		TXT: /["=]/,
		SRV: /^\d+\s+\d+\s+\d+\s+\S+$/,
		CAA: /^\d+\s+[a-z]+\s+\S/i,
	}),
);
/**
 * The looser form that a value must have after a type in upper case. Such a type is clearly meant, so a wrong value is
 * accepted here and gets an error message later.
 */
const meant: ReadonlyMap<string, RegExp> = new Map(
	Object.entries<RegExp>({
		A: /^\d[\d.]*\.[\d.]*$/,
		AAAA: /^\S*:\S*$/,
		CNAME: /^\S+$/,
		NS: /^\S+\.\S*$/,
		MX: /^\S+(?:\s+\S+)?$/,
		TXT: /\S/,
		SRV: /^\d+\s+\S/,
		CAA: /^\d+\s+\S/,
	}),
);
/**
 * For some types, the form of a value that a TTL may follow. Of other types, the value must be one word. In a TXT value
 * without quotes, a number at the end is part of the text.
 */
const beforeTtl: ReadonlyMap<string, RegExp> = new Map(
	Object.entries<RegExp>({
		MX: /^(?:\d{1,5}\s+)?\S*[^\d\s]\S*$/,
		TXT: /^"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*$/,
		SRV: /^\d+\s+\d+\s+\d+\s+\S+$/,
		CAA: /^\d+\s+\S+\s+(?:"[^"]*"|\S+)$/,
	}),
);
/** Maximum line length. Records are shorter, and the limit bounds the time of the regular expressions. */
const longestLine = 8_192;

/**
 * Parses a record such as `www A 203.0.113.5`, `@ 3600 IN MX 10 mail.example.com` or `TXT _dmarc "v=DMARC1; p=none"`.
 * The order is host, optional TTL and class, type, value; or type first. The TTL may also be last. `www 203.0.113.5`
 * without a type is an address record. Undefined if the line is not one record.
 */
export function parseSentence(line: string): RecordSentence | undefined {
	const text = line.trim();
	if (text.length > longestLine || /[\r\n]/.test(text)) return undefined;
	const words = text.split(/\s+/, 4);
	const at = typeAt(words, text);
	const word = words[at];
	if (word === undefined) return addressSentence(text);
	const type = word.toUpperCase();
	const shapes = word === type ? meant : likely;
	if (at > 0) return sentence(words.slice(0, at), type, afterWords(text, at + 1), shapes);
	const [host = ""] = afterWords(text, 1).split(/\s+/, 1);
	// In "MX 10 mail.example.com" the number is the priority and the host is missing, so the record is incomplete.
	if (/^\d+$/.test(host) && /^(?:MX|SRV|CAA)$/.test(type)) return undefined;
	return sentence([host], type, afterWords(text, 2), likely);
}

/**
 * Returns the position of the type; -1 if there is none. In `mx A 203.0.113.5`, the host is also the name of a type. If
 * only one of two types is in upper case, that one is meant. Otherwise the second one is meant if the value fits.
 */
function typeAt(words: readonly string[], text: string): number {
	const types = words.flatMap((word, index) => (likely.has(word.toUpperCase()) ? [index] : []));
	const [first = -1, second] = types;
	const between = second === undefined ? [] : words.slice(1, second);
	if (first !== 0 || second === undefined || !between.every((word) => /^(?:in|\d{1,10})$/i.test(word))) return first;
	const [one = "", other = ""] = [words[first], words[second]];
	const type = other.toUpperCase();
	const isUpper = [one === one.toUpperCase(), other === type];
	if (isUpper[0] !== isUpper[1]) return isUpper[0] ? first : second;
	return likely.get(type)?.test(splitTtl(afterWords(text, second + 1), type)[0]) ? second : first;
}

/** Parses a host without dots, an optional TTL and an address, but no type. The address decides the type: A or AAAA. */
function addressSentence(text: string): RecordSentence | undefined {
	const [, host = "", ttl, value = ""] = /^([^\s.]+)(?:\s+(\d{1,10}))?\s+(\S+)$/.exec(text) ?? [];
	// A text such as "10:30:45" is a time, not an IPv6 address.
	const isAddress = value.includes(".") || /::|(?:.*:){7}/.test(value);
	const type = isAddress ? ["A", "AAAA"].find((each) => likely.get(each)?.test(value)) : undefined;
	return type === undefined ? undefined : { host, type, value, ...(ttl !== undefined && { ttl: Number(ttl) }) };
}

function sentence(
	[host = "", ...options]: string[],
	type: string,
	given: string,
	shapes: ReadonlyMap<string, RegExp>,
): RecordSentence | undefined {
	const [stated, ...more] = options.filter((word) => !/^in$/i.test(word));
	const [rest, last] = stated === undefined ? splitTtl(given, type) : [given];
	const ttl = stated ?? last;
	const odd = more.length > 0 || (ttl !== undefined && !/^\d{1,10}$/.test(ttl));
	if (host === "" || odd || !shapes.get(type)?.test(rest)) return undefined;
	const common = { host, type, ...(ttl !== undefined && { ttl: Number(ttl) }) };
	const split = type === "MX" || type === "SRV" ? /^(\d{1,5})\s+(\S.*)$/.exec(rest) : null;
	const [, priority, value] = split ?? [];
	return value === undefined ? { ...common, value: rest } : { ...common, value, priority: Number(priority) };
}

function splitTtl(text: string, type: string): [value: string, ttl?: string] {
	const [, value = "", ttl] = /^(.*?\S)\s+(?:ttl[\s:=]*)?(\d{1,10})s?$/i.exec(text) ?? [];
	return ttl !== undefined && (beforeTtl.get(type) ?? /^\S+$/).test(value) ? [value, ttl] : [text];
}

function afterWords(text: string, count: number): string {
	let rest = text;
	for (let index = 0; index < count; index += 1) rest = rest.replace(/^\S+\s*/, "");
	return rest;
}

const types = [...likely.keys()].join("|");
/** Patterns for the header of a CSV table of records, and for a cell with a record type. */
const tableHeader =
	/^\ufeff?(?=.*\btype\b)(?=.*\b(?:host|name|hostname)\b)(?=.*\b(?:value|content|data)\b).*[,;\t].*$/i;
const tableCell = new RegExp(`(?:^|[,;\t])"?(?:${types})"?(?:[,;\t]|$)`, "im");
/** The keys of a record in JSON. */
const jsonType = new RegExp(`"type"\\s*:\\s*"(?:${types})"`, "i");
const jsonName = /"(?:host|name|hostname)"\s*:/i;

/** True for a CSV table with a header or a JSON array of DNS records. */
function isRecordTable(text: string): boolean {
	if (/^[\ufeff\s]*[[{]/.test(text)) return jsonType.test(text) && jsonName.test(text);
	const [head = ""] = text.split("\n", 1);
	return head.length < 1_000 && tableHeader.test(head.trimEnd()) && tableCell.test(text.slice(head.length));
}

/** Maximum number of lines that `isZoneFile` reads. */
const headLines = 1_000;

/**
 * True for the text of a zone file or of a table of records. A zone file has several lines. It has `$ORIGIN`, `$TTL` or
 * an SOA record, or more than half of its lines are records.
 */
export function isZoneFile(text: string): boolean {
	if (isRecordTable(text)) return true;
	if (!text.includes("\n")) return false;
	if (/^\$(?:ORIGIN|TTL)\s/im.test(text) || /\sSOA\s/.test(text)) return true;
	const lines = text.split("\n", headLines).filter((line) => line.trim() !== "" && !line.trimStart().startsWith(";"));
	const records = lines.filter((line) => parseSentence(line) !== undefined).length;
	return records > 1 && records * 2 > lines.length;
}
