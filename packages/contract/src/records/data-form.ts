import { isIPv4, isIPv6 } from "node:net";

type WordField = "uint8" | "uint16" | "name" | "text" | "regex";
/** Only the last field may have several words. `unread`: the bot cannot check the field, so it accepts no value. */
type RestField = "digest" | "fingerprint" | "certificate" | "base64" | "params" | "unread";

/**
 * Of record types that `readRecord` does not handle, in the order of a zone file. Sources: RFC 1035, 1183, 1876, 2230,
 * 3403, 4034, 4255, 4398, 4408, 6672, 6698, 7553, 7929, 8162, 9460. `ALIAS` and `ANAME` are not DNS types: only some DNS
 * services offer them.
 */
const forms: ReadonlyMap<string, { words: readonly WordField[]; rest?: RestField }> = new Map([
	["HTTPS", { words: ["uint16", "name"], rest: "params" }],
	["SVCB", { words: ["uint16", "name"], rest: "params" }],
	["TLSA", { words: ["uint8", "uint8", "uint8"], rest: "certificate" }],
	["SMIMEA", { words: ["uint8", "uint8", "uint8"], rest: "certificate" }],
	["SSHFP", { words: ["uint8", "uint8"], rest: "fingerprint" }],
	["DS", { words: ["uint16", "uint8", "uint8"], rest: "digest" }],
	["NAPTR", { words: ["uint16", "uint16", "text", "text", "regex", "name"] }],
	["HINFO", { words: ["text", "text"] }],
	["SPF", { words: ["text"] }],
	["URI", { words: ["uint16", "uint16", "text"] }],
	["PTR", { words: ["name"] }],
	["DNAME", { words: ["name"] }],
	["RP", { words: ["name", "name"] }],
	["AFSDB", { words: ["uint16", "name"] }],
	["KX", { words: ["uint16", "name"] }],
	["CERT", { words: ["uint16", "uint16", "uint8"], rest: "base64" }],
	["OPENPGPKEY", { words: [], rest: "base64" }],
	["LOC", { words: [], rest: "unread" }],
	["ALIAS", { words: ["name"] }],
	["ANAME", { words: ["name"] }],
]);
const notInDns: ReadonlySet<string> = new Set(["ALIAS", "ANAME"]);
/** Such as `TYPE65280` (RFC 3597). */
const numbered = /^TYPE(\d{1,5})$/;
/** RFC 6895, 3.1. No standard defines the data of these types, so DNS servers do not check it. */
const privateUse = { min: 65_280, max: 65_534 };

/** `readRecord` does not handle it, but a zone file from another program may contain it. */
export function isFileType(type: string): boolean {
	return forms.has(type) || numbered.test(type);
}

/** DNSSEC records that a nameserver creates when it signs a zone (RFC 4034, 5155, 7344). */
const signatures: ReadonlyMap<string, RegExp> = new Map([
	["RRSIG", /^[A-Z\d]+(?:\s+\d+){3}/i],
	["NSEC", /^(?:[\w*-]+\.)+\s/],
	["NSEC3", /^\d+\s+\d+\s+\d+\s+(?:-|[\da-f]+)\s/i],
	["NSEC3PARAM", /^\d+\s+\d+\s+\d+\s+(?:-|[\da-f]+)$/i],
	["DNSKEY", /^\d+\s+\d+\s+\d+(?:\s+[a-z\d+/]+={0,2})+$/i],
	["CDNSKEY", /^\d+\s+\d+\s+\d+(?:\s+[a-z\d+/]+={0,2})+$/i],
	["CDS", /^\d+\s+\d+\s+\d+(?:\s+[\da-f]+)+$/i],
]);

export function isSignatureType(type: string): boolean {
	return signatures.has(type);
}

/**
 * Numbers, then a hash, a key or names. Looser than `canonicalData`, so that a hash of the wrong length and a missing
 * number are still recognized. False for the types of `readRecord`.
 */
export function looksLikeData(type: string, text: string): boolean {
	const value = text.replaceAll(/[()]/g, " ").trim();
	if (numbered.test(type) || value.startsWith("\\#")) return isFileType(type) && genericDataPattern.test(value);
	const form = forms.get(type);
	if (!form) return signatures.get(type)?.test(value) ?? false;
	const words = value.split(/\s+/);
	const begin = words.findIndex((each) => !/^\d{1,5}$/.test(each));
	const others = form.words.filter((field) => !field.startsWith("uint"));
	if (begin < 0 || (begin === 0 && form.words[0]?.startsWith("uint"))) return false;
	const fields = words.slice(begin, begin + others.length);
	const fits = fields.every((each, at) => others[at] !== "name" || likelyNamePattern.test(each));
	return fits && fields.length === others.length && isLikelyRest(form.rest, words.slice(begin + others.length), value);
}

function isLikelyRest(rest: RestField | undefined, words: readonly string[], value: string): boolean {
	switch (rest) {
		case undefined:
			// More words than fields are allowed only with quotes, because a quoted text may contain spaces.
			return words.length === 0 || value.includes('"');
		case "params":
			return words.every((each) => /^[a-z\d-]+(?:=\S*)?$/.test(each));
		case "unread":
			return /^\d/.test(value);
		case "base64":
			return words.length > 0 && words.every((each) => /^[a-z\d+/]+={0,2}$/i.test(each));
		default:
			return words.length > 0 && words.every((each) => /^[\da-f]+$/i.test(each));
	}
}

/** Fits any type: `\# 4 0a000001` (RFC 3597, 5). Does not check the length. */
const genericDataPattern = /^\\#\s+\d{1,5}(?:\s+[\da-f]+)*$/i;
/**
 * `@`, the root, and a name whose last label consists of letters or is punycode, as in every TLD. The last part of an
 * API token with dots has digits.
 */
const likelyNamePattern = /^(?:[@.]|(?:[a-z\d_*-]+\.)+(?:[a-z]+|xn--[a-z\d-]+)\.?)$/i;

/**
 * Fits records that `readRecord` does not handle. Names lose their final dot. Texts get quotes. Keys and hashes lose
 * their spaces. Undefined if the value does not have the form of its type.
 */
export function canonicalData(type: string, value: string): string | undefined {
	return genericData(value) ?? readFields(type, value, withoutDot);
}

/** Undefined if a DNS server may refuse the value in a zone file. */
export function fileData(type: string, value: string): string | undefined {
	if (notInDns.has(type)) return undefined;
	const number = Number(numbered.exec(type)?.[1]);
	if (number >= privateUse.min && number <= privateUse.max) return genericData(value);
	return readFields(type, value, (name) => (name.endsWith(".") ? name : `${name}.`));
}

/** `absolute` converts a relative name to an absolute one. */
export function valueOfWords(type: string, words: readonly string[], absolute: (name: string) => string): string {
	const fields = forms.get(type)?.words ?? [];
	return words.map((word, at) => (fields[at] === "name" ? withoutDot(absolute(word)) : word)).join(" ");
}

/** Characters and quoted texts without white space between them, as in `alpn="h2,h3"`. */
const word = String.raw`(?:[\x21\x23-\x27\x2a-\x3a\x3c-\x5b\x5d-\x7e]|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*")+`;
const wholeValue = new RegExp(`^${word}(?: +${word})*$`);
const eachWord = new RegExp(word, "g");

function readFields(type: string, value: string, nameOf: (name: string) => string): string | undefined {
	const form = forms.get(type);
	if (!form || !wholeValue.test(value)) return undefined;
	const given = value.match(eachWord) ?? [];
	const words = form.words.map((field, at) => readWord(field, given[at] ?? "", nameOf));
	const more = given.slice(words.length);
	const rest = form.rest
		? readRest(form.rest, more, words.at(-1) ?? "", words[0] === "0")
		: more.length > 0
			? undefined
			: "";
	const all = [...words, rest];
	return all.includes(undefined) ? undefined : all.filter((each) => each !== "").join(" ");
}

function readWord(field: WordField, text: string, nameOf: (name: string) => string): string | undefined {
	if (field === "name") return isWhole(text) ? nameOf(text) : undefined;
	if (field === "regex") return substitution.test(text) ? text : undefined;
	if (field === "text") {
		// The limit is 255 bytes. The check also counts quotes and escapes, so it refuses some valid long strings.
		if (text.length > 255 || !/^(?:"(?:[^"\\]|\\.)*"|[^"]+)$/.test(text)) return undefined;
		return text.startsWith('"') ? text : `"${text}"`;
	}
	const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
	return number <= (field === "uint8" ? 255 : 65_535) ? String(number) : undefined;
}

/**
 * Usual in a NAPTR record (RFC 3402, 3.2): an empty one, one that replaces any text, and one that repeats the text
 * (`\\1`) in its replacement.
 */
const substitution = /^"(?:!\^\.\*\$![^!"\\]*!i?|!\^\(\.\*\)\$!(?:[^!"\\]|\\\\1)*!i?)?"$/;

/**
 * `kind`, the number in front of the field, decides the length of a hash. `isAlias`: the first number is 0, which makes
 * an SVCB or HTTPS record an alias.
 */
function readRest(field: RestField, words: readonly string[], kind: string, isAlias: boolean): string | undefined {
	if (field === "params") return readParams(words, isAlias);
	if (field === "unread") return undefined;
	const data = words.join("");
	if (field === "base64") return isBase64(data) ? data : undefined;
	const length = lengths[field].get(kind);
	const isRight = length === undefined ? field !== "digest" : data.length === length * 2;
	return /^(?:[\da-f]{2})+$/i.test(data) && isRight ? data.toLowerCase() : undefined;
}

/** In bytes, by the number of the kind: DS (RFC 4509, 6605), SSHFP (RFC 4255, 6594), TLSA and SMIMEA (RFC 6698). */
const lengths = {
	digest: new Map([
		["1", 20],
		["2", 32],
		["4", 48],
	]),
	fingerprint: new Map([
		["1", 20],
		["2", 32],
	]),
	certificate: new Map([
		["1", 32],
		["2", 64],
	]),
};

function isBase64(text: string): boolean {
	return /^[a-z\d+/]+={0,2}$/i.test(text) && text.length % 4 === 0;
}

/** SVCB and HTTPS. An alias must have none (RFC 9460, 2.4.2). */
function readParams(words: readonly string[], isAlias: boolean): string | undefined {
	const read = new Map<string, string>();
	for (const each of words) {
		const [, name = "", given = ""] = /^([a-z\d-]+)(?:=(.+))?$/.exec(each) ?? [];
		const value = given.replace(/^"([^"\\]*)"$/, "$1");
		if (read.has(name) || !params.get(name)?.(value)) return undefined;
		read.set(name, value === "" ? name : `${name}=${value}`);
	}
	const isIncomplete = read.has("no-default-alpn") && !read.has("alpn");
	if ((isAlias && read.size > 0) || isIncomplete) return undefined;
	return [...params.keys()].flatMap((name) => read.get(name) ?? []).join(" ");
}

const listOf = (isItem: (item: string) => boolean) => (value: string) => value.split(",").every(isItem);
/** In the order of their numbers, which is their order in DNS (RFC 9460, 2.2 and 14.3.2). */
const params: ReadonlyMap<string, (value: string) => boolean> = new Map([
	["alpn", listOf((item) => /^[a-z\d./-]{1,30}$/i.test(item))],
	["no-default-alpn", (value) => value === ""],
	["port", (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535],
	["ipv4hint", listOf(isIPv4)],
	["ech", isBase64],
	["ipv6hint", listOf((item) => isIPv6(item) && !item.includes("%"))],
]);

/** `\# 4 0a000001` (RFC 3597, 5). */
function genericData(value: string): string | undefined {
	const [, length, bytes = ""] = /^\\# +(\d{1,5})((?: +[\da-f]+)*)$/i.exec(value) ?? [];
	const data = bytes.replaceAll(" ", "").toLowerCase();
	if (length === undefined || data.length !== Number(length) * 2) return undefined;
	return [String.raw`\#`, Number(length), ...(data === "" ? [] : [data])].join(" ");
}

/**
 * The root, a name with a final dot, or a name of several labels. A single label without a final dot may be relative to
 * the domain.
 */
function isWhole(name: string): boolean {
	return name === "." || (/^(?:[a-z\d_-]{1,63}\.)+(?:[a-z\d_-]{1,63}\.?)?$/i.test(name) && name.length <= 253);
}

/** A name of one label keeps its final dot, because without it, it would look relative. */
function withoutDot(name: string): string {
	return /\..*\.$/.test(name) ? name.slice(0, -1) : name;
}
