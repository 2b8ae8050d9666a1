import { toASCII } from "tr46";
import { countCharacters, domainLabel, hostLabel, idna, longestLabel, type NameRefusal } from "./label.ts";
import { type LookAlike, lookAlike } from "./look-alike.ts";

export { countCharacters, type NameProblem, type NameRefusal } from "./label.ts";

/**
 * No trailing dot. `ascii` is the form on the wire (punycode, lower case), `unicode` the form for people. `lookAlike` is
 * set if the name can be mistaken for another one.
 */
export interface DomainName {
	ascii: string;
	unicode: string;
	labels: string[];
	lookAlike?: LookAlike;
}

export type ParsedName = ({ ok: true } & DomainName) | ({ ok: false } & NameRefusal);

const dots = /[.\u3002\uff0e\uff61]/u;
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const wrapping = /^[\s\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/u;
/** Far above any name in any spelling. Longer text is refused before it is parsed. */
const longestText = 1_000;
/** 253 characters of punycode and the trailing dot. Unicode never needs more characters. */
export const longestName = 254;

/**
 * At least two labels, and the last one is not a number. Accepts Unicode and punycode, upper and lower case, and a
 * final dot. Ignores spaces and invisible marks around the name, because copying may add them. Refuses them inside the
 * name. For a mail address, the refusal names its domain.
 */
export function parseDomain(text: string): ParsedName {
	const name = parse(text, "domain");
	if (!name.ok) return mailAddress(text) ?? name;
	if (/^(?:\d+|0x[\da-f]*)$/.test(name.labels.at(-1) ?? "")) return { ok: false, problem: "address" };
	return name.labels.length < 2 ? { ok: false, problem: "no_ending" } : name;
}

/** `part` is the domain of the address. */
function mailAddress(text: string): ParsedName | undefined {
	const [, domain = ""] = /^[^\s@]+@([^\s@]+)$/.exec(text.slice(0, longestText)) ?? [];
	const name = domain === "" ? null : parseDomain(domain);
	return name?.ok ? { ok: false, problem: "mail_address", part: name.unicode } : undefined;
}

/** In lower case. A name that is not well formed is unchanged. */
export function canonical(name: string): string {
	const parsed = parseDomain(name);
	return parsed.ok ? parsed.ascii : name;
}

/** No space, line break or invisible mark is around the name. */
export function isTrimmed(text: string): boolean {
	return trim(text) === text;
}

/** Relative or absolute. Allows a single label, labels such as `_dmarc`, and a leading `*`. */
export function parseHost(text: string): ParsedName {
	return parse(text, "host");
}

/** Such as `shop`, to be searched with every TLD. Refuses a name with a dot. */
export function parseLabel(text: string): ParsedName {
	const name = parse(text, "domain");
	return name.ok && name.labels.length > 1 ? { ok: false, problem: "character", part: "." } : name;
}

/** A name that cannot be decoded is unchanged. */
export function unicodeOf(name: string): string {
	if (!name.toLowerCase().includes("xn--")) return name;
	const parsed = parseHost(name);
	return parsed.ok ? parsed.unicode : name;
}

/**
 * Keyed by the input text. UTS 46 mapping takes up to half a millisecond per name. Each change of a DNS zone compares
 * all its names many times.
 */
const mapped = { domain: new Map<string, ParsedName>(), host: new Map<string, ParsedName>() };
/**
 * In each cache: five times the names of the largest zone, which has at most 1,000 records with up to two names each.
 */
const mostMapped = 10_000;

function parse(text: string, as: keyof typeof mapped): ParsedName {
	if (text.length > longestText) return { ok: false, problem: "name_too_long" };
	const isMapped = !/^[\0-\x7f]*$/.test(text) || /xn--/i.test(text);
	if (!isMapped) return parseParts(text, as);
	const known = mapped[as];
	const name = known.get(text) ?? parseParts(text, as);
	// A `Map` iterates in insertion order, so the least recently used entry comes first.
	known.delete(text);
	known.set(text, name);
	for (const [oldest] of known.size > mostMapped ? known : []) {
		known.delete(oldest);
		break;
	}
	return name;
}

const parsers = { domain: domainLabel, host: hostLabel };

/** Checks the lengths before UTS 46 maps the name, because the mapping is slow. */
function parseParts(text: string, as: keyof typeof mapped): ParsedName {
	// A decomposed spelling of a short name can have four times as many characters, and would be refused as too long.
	const bare = trim(text).normalize("NFC");
	const parts = bare.split(dots);
	// The limit is for the punycode, which is never shorter than the Unicode label.
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
	// A right-to-left label restricts the other labels too (RFC 5893), so check the whole name.
	const plain = labels.filter((each) => /^[^*_]+$/.test(each.ascii)).map((each) => each.unicode);
	if (ascii !== unicode && toASCII(plain.join("."), idna) === null) return { ok: false, problem: "direction" };
	const found = lookAlike(labels.map((each) => each.unicode));
	return { ok: true, ascii, unicode, labels: labels.map((each) => each.ascii), ...(found && { lookAlike: found }) };
}

function trim(text: string): string {
	const start = text.replace(wrapping, "");
	let end = start.length;
	while (end > 0 && wrapping.test(start.charAt(end - 1))) end -= 1;
	return start.slice(0, end);
}
