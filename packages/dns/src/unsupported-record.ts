import { isFileType, isSignatureType, looksLikeData } from "@domains/contract/records/data-form.ts";
import { parseTtl } from "./zone-file/ttl.ts";

/** A typed DNS record of a type that `rules/sentence` does not read, such as TLSA. The value is not validated. */
export interface UnsupportedRecord {
	/** "@" if the person sent only the type and the value. */
	host: string;
	/** Upper case. */
	type: string;
	/** "" if it is missing. Only `readUnsupported` returns such a record. */
	value: string;
}

/** Maximum number of UTF-16 code units in a record. The limit bounds the running time of the regular expressions. */
const longestLine = 8_192;

/**
 * Parses a record such as `_443._tcp 3600 IN TLSA 3 1 1 0f3a…` or `DS 2371 13 2 0f3a…`. The value must have the form of
 * its type, because a type may also be an ordinary word: in "my DS acct-7f3a…", an API token follows "DS". A type in
 * lower case counts only before a number. Undefined for any other text.
 */
export function parseUnsupported(line: string): UnsupportedRecord | undefined {
	return candidates(line).find(({ word, type, value }) => {
		return (word === type || /^[\d\\]/.test(value)) && looksLikeData(type, value);
	});
}

/**
 * Like `parseUnsupported`, for a text on a page about DNS. The value may be missing or have any shape, as in `www
 * HTTPS`. The type must be in upper case.
 */
export function readUnsupported(line: string): UnsupportedRecord | undefined {
	return parseUnsupported(line) ?? candidates(line).find(({ word, type, at }) => at > 0 && word === type);
}

/** True for a DNSSEC type: DS (the hash of a key), or a type that a nameserver creates when it signs a zone. */
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

/** True for a TTL, a class, or both, in either order. */
function areOptions(words: readonly string[]): boolean {
	const ttls = words.filter((word) => !/^IN$/i.test(word));
	return ttls.length < 2 && words.length - ttls.length < 2 && ttls.every((word) => parseTtl(word) !== undefined);
}

function afterWords(text: string, count: number): string {
	return text.replace(new RegExp(String.raw`^(?:\S+(?:\s+|$)){${count}}`), "");
}
