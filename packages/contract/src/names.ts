import { toASCII } from "tr46";
import { countCharacters, domainLabel, hostLabel, idna, longestLabel, type NameRefusal } from "./label.ts";
import { type LookAlike, type LookAlikeKind, lookAlike } from "./look-alike.ts";

export { countCharacters, type NameProblem, type NameRefusal } from "./label.ts";

/**
 * A well-formed domain name without the trailing dot. `ascii` is its form on the wire (punycode, lower case), `unicode`
 * its form for people. Both are equal for most names. `warning` and `lookAlike` are set if the name can be mistaken for another one.
 */
export interface DomainName {
	ascii: string;
	unicode: string;
	labels: string[];
	warning?: LookAlikeKind;
	lookAlike?: LookAlike;
}

export type ParsedName = ({ ok: true } & DomainName) | ({ ok: false } & NameRefusal);

const dots = /[.\u3002\uff0e\uff61]/u;
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const wrapping = /^[\s\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/u;
/** Maximum length of the input, far above any name in any spelling. Longer text is refused before it is parsed. */
const longestText = 1_000;
/** Maximum length of a name: 253 characters of punycode and the trailing dot. Unicode never needs more characters. */
export const longestName = 254;

/**
 * Parses a name that can be registered: it has at least two labels, and the last one is not a number. Accepts Unicode
 * and punycode, upper and lower case, and a final dot. Ignores spaces and invisible marks around the name, because
 * copying may add them. Refuses them inside the name. For a mail address, the refusal names its domain.
 */
export function parseDomain(text: string): ParsedName {
	const name = parse(text, "domain");
	if (!name.ok) return mailAddress(text) ?? name;
	if (/^(?:\d+|0x[\da-f]*)$/.test(name.labels.at(-1) ?? "")) return { ok: false, problem: "address" };
	return name.labels.length < 2 ? { ok: false, problem: "no_ending" } : name;
}

/** Returns the refusal of a mail address, with the domain of the address as `part`. Undefined for any other text. */
function mailAddress(text: string): ParsedName | undefined {
	const [, domain = ""] = /^[^\s@]+@([^\s@]+)$/.exec(text.slice(0, longestText)) ?? [];
	const name = domain === "" ? null : parseDomain(domain);
	return name?.ok ? { ok: false, problem: "mail_address", part: name.unicode } : undefined;
}

/** Returns a name from a service in punycode and lower case. A name that is not well formed is returned unchanged. */
export function canonical(name: string): string {
	const parsed = parseDomain(name);
	return parsed.ok ? parsed.ascii : name;
}

/** True if the text has no space, line break or invisible mark around the name. */
export function isTrimmed(text: string): boolean {
	return trim(text) === text;
}

/**
 * Parses a host name in a DNS zone, relative or absolute. Allows a single label, labels such as `_dmarc`, and a leading
 * `*`.
 */
export function parseHost(text: string): ParsedName {
	return parse(text, "host");
}

/**
 * Parses a single label, such as `shop`. A person types a label to search for it with every TLD. Refuses a name with a
 * dot.
 */
export function parseLabel(text: string): ParsedName {
	const name = parse(text, "domain");
	return name.ok && name.labels.length > 1 ? { ok: false, problem: "character", part: "." } : name;
}

/** Returns a name from a service in Unicode. A name that cannot be decoded is returned unchanged. */
export function unicodeOf(name: string): string {
	if (!name.toLowerCase().includes("xn--")) return name;
	const parsed = parseHost(name);
	return parsed.ok ? parsed.unicode : name;
}

/**
 * Caches of parsed names, keyed by the input text. UTS 46 mapping takes up to half a millisecond per name. Each change
 * of a DNS zone compares all its names many times.
 */
const mapped = { domain: new Map<string, ParsedName>(), host: new Map<string, ParsedName>() };
/**
 * Maximum number of names in each cache: five times the number of names in the largest zone. A zone has at most 1,000
 * records, each with up to two names.
 */
const mostMapped = 10_000;

function parse(text: string, as: keyof typeof mapped): ParsedName {
	if (text.length > longestText) return { ok: false, problem: "name_too_long" };
	const isMapped = !/^[\0-\x7f]*$/.test(text) || /xn--/i.test(text);
	if (!isMapped) return parseParts(text, as);
	const known = mapped[as];
	const name = known.get(text) ?? parseParts(text, as);
	// A `Map` iterates in insertion order. Reinsert the entry, so that the least recently used one comes first.
	known.delete(text);
	known.set(text, name);
	for (const [oldest] of known.size > mostMapped ? known : []) {
		known.delete(oldest);
		break;
	}
	return name;
}

const parsers = { domain: domainLabel, host: hostLabel };

/**
 * Parses the labels of a name. Checks the lengths of the name and its labels before UTS 46 maps them, because the
 * mapping is slow.
 */
function parseParts(text: string, as: keyof typeof mapped): ParsedName {
	// Normalize first. A decomposed spelling of a short name can have four times as many characters. Without
	// normalization, it would be refused as too long.
	const bare = trim(text).normalize("NFC");
	const parts = bare.split(dots);
	// The limit is for the punycode, which is never shorter than the Unicode label. So a Unicode label above the limit
	// can be refused before it is converted to punycode.
	const long = parts.find((part) => countCharacters(part) > longestLabel);
	if (long !== undefined) return { ok: false, problem: "label_too_long", part: String(countCharacters(long)) };
	if (countCharacters(bare) > longestName) return { ok: false, problem: "name_too_long" };
	if (as === "domain" && /\s/.test(bare)) return spaced(bare);
	if (directionMark.test(bare)) return { ok: false, problem: "direction_mark" };
	if (parts.length > 1 && parts.at(-1) === "") parts.pop();
	if (parts.join("") === "") return { ok: false, problem: "empty" };
	const labels: { ascii: string; unicode: string }[] = [];
	for (const [index, part] of parts.entries()) {
		const label = part === "" ? { problem: "empty_label" as const } : parsers[as](part, index);
		if ("problem" in label) return { ok: false, ...label };
		labels.push(label);
	}
	return assemble(labels);
}

function spaced(text: string): ParsedName {
	const joined = parseDomain(text.replaceAll(/\s+/g, ""));
	return joined.ok ? { ok: false, problem: "spaces", part: joined.unicode } : { ok: false, problem: "no_name" };
}

function assemble(labels: { ascii: string; unicode: string }[]): ParsedName {
	const ascii = labels.map((each) => each.ascii).join(".");
	const unicode = labels.map((each) => each.unicode).join(".");
	if (ascii.length > 253) return { ok: false, problem: "name_too_long" };
	// If a name has a right-to-left label, RFC 5893 restricts its other labels too. So check the whole name.
	const plain = labels.filter((each) => /^[^*_]+$/.test(each.ascii)).map((each) => each.unicode);
	if (ascii !== unicode && toASCII(plain.join("."), idna) === null) return { ok: false, problem: "direction" };
	const found = lookAlike(labels.map((each) => each.unicode));
	const warning = found && { warning: found.kind, lookAlike: found };
	return { ok: true, ascii, unicode, labels: labels.map((each) => each.ascii), ...warning };
}

function trim(text: string): string {
	const start = text.replace(wrapping, "");
	let end = start.length;
	while (end > 0 && wrapping.test(start.charAt(end - 1))) end -= 1;
	return start.slice(0, end);
}
