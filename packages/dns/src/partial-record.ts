import { isIPv4, isIPv6 } from "node:net";
import {
	type DnsType,
	hasPriorityField,
	isRecordType,
	isTargetOnly,
	recordTypes,
	typeRows,
	valueFields,
} from "@domains/contract/records/types.ts";

/** The known parts of a DNS record that a person typed incompletely. At least two parts are known. */
export interface PartialRecord {
	type?: string;
	host?: string;
	value?: string;
}

/**
 * Hostnames that people often type before a record's value, as in `www example.net`. Any other word before a name, such
 * as "buy", does not count as a hostname.
 */
const usualHost =
	/^(?:@|\*|www\d*|mail\d*|smtp|imap|pop3?|ftp|blog|shop|store|api|app|dev|test|stage|staging|cdn|static|img|m|docs|help|status|portal|vpn|ns\d+|mx\d*|auto(?:discover|config)|webmail|_[\w-]+(?:\._[\w-]+)?)$/i;
/** True if a word that is sent alone is probably a hostname, such as `www`. */
export function isUsualHost(word: string): boolean {
	return usualHost.test(word);
}

/** The start of a text that only a TXT record contains: SPF, DKIM, DMARC, MTA-STS and site verifications. */
const textValue = /^"?(?:v=\w+|[\w-]*verification=|k=rsa|p=)/i;
/** Matches the value of a well-known TXT record, which is public. A token may also begin with `v=` or `p=`. */
const publicText =
	/^[("\s]*(?:v=(?:spf1|DKIM1|DMARC1|BIMI1|STSv1|TLSRPTv1)(?![\w.])|[a-z][a-z\d-]*-verification=|(?:k=rsa\s*;\s*)?p=MI[\w+/]{2,8}ANBgkqhkiG9w0BAQEFA)/i;

/** True for a text that begins as the value of a well-known TXT record, as a provider prints it: SPF, DKIM or DMARC. */
export function isPublicText(text: string): boolean {
	return publicText.test(text);
}
const dotted = /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)+[a-z][a-z\d-]*\.?$/i;

/**
 * Parses a DNS record in which the type, the hostname or the value is missing: `203.0.113.5`, `MX mail.example.net`,
 * `www CNAME`, `www example.net`, `@ v=spf1 -all`, or `v=spf1 -all`. Undefined for any other text.
 */
export function parsePartial(line: string): PartialRecord | undefined {
	const text = line.trim();
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

/** The types whose value is one name, for a pattern. */
const targetTypes = recordTypes.filter(isTargetOnly).join("|");
const shortTarget = new RegExp(String.raw`^(${targetTypes})\s+([a-z\d-]+)$`, "i");
/** `shortTarget` with the type in upper case. */
const clearShortTarget = new RegExp(String.raw`^(?:${targetTypes})\s+[a-zA-Z\d-]+$`);

/** Parses a record type and a target of one label, such as `MX mail`. Undefined for any other text. */
export function parseShortTarget(text: string): { type: string; value: string } | undefined {
	const [, word = "", value = ""] = shortTarget.exec(text.trim()) ?? [];
	const type = typeOf(word);
	return type === undefined ? undefined : { type, value };
}

/**
 * True if a text is more likely a part of a DNS record than words to search for. It must contain a record type and
 * another part. Before a target of one word, as in `MX mail`, the type must be in capitals.
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

/**
 * True if the text after a record type is a plausible value of that type. For example, "a" may be the type A or an
 * English word, so only an IPv4 address may follow it.
 */
function isValue(type: DnsType, text: string): boolean {
	const [field, ...others] = valueFields(type);
	if (others.length > 0) return typeRows[type].typed.meant.test(text);
	if (field === "ipv4" || field === "ipv6") return addressOf(text)?.type === type;
	if (field === "text") return textValue.test(text) || text.startsWith('"');
	return dotted.test(hasPriorityField(type) ? text.replace(/^\d{1,5}\s+/, "") : text);
}
