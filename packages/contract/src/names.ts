import { isIP } from "node:net";
import { toASCII, toUnicode } from "tr46";
import { confusables } from "./confusables.ts";

/** The bot has a message for each code. */
export type NameProblem =
	| "empty"
	| "empty_label"
	| "label_too_long"
	| "name_too_long"
	| "character"
	/** Valid without its spaces. `part` is that name. */
	| "spaces"
	/** Not valid without its spaces either. */
	| "no_name"
	| "symbol"
	| "hyphen"
	| "reserved_hyphens"
	| "direction_mark"
	| "direction"
	| "joiner"
	| "punycode"
	| "no_ending"
	| "address"
	| "mail_address";

/** `part` is the label or character that causes the refusal. For `label_too_long`, it is the number of characters. */
export interface NameRefusal {
	problem: NameProblem;
	part?: string;
}

/** `ascii` is punycode. */
type Label = { ascii: string; unicode: string } | NameRefusal;

/** Options of `tr46`, which converts names by UTS 46. */
export const idna = { useSTD3ASCIIRules: true, verifyDNSLength: true, checkBidi: true, checkJoiners: true };
const longestLabel = 63;
/**
 * IDNA 2008 (RFC 5892) allows letters, marks and digits besides the hyphen. A few other characters are allowed only
 * next to certain letters.
 */
const permitted = [
	String.raw`[\p{L}\p{M}\p{Nd}\u0f0b\u06fd\u06fe\u3007\u30fb-]`,
	String.raw`[\u200c\u200d]`,
	String.raw`(?<=l)\u00b7(?=l)`,
	String.raw`\u0375(?=\p{Script=Greek})`,
	String.raw`(?<=\p{Script=Hebrew})[\u05f3\u05f4]`,
];
const letters = new RegExp(`^(?:${permitted.join("|")})+$`, "u");

/**
 * Unlike a label of a registered domain, it may contain an underscore, as in `_dmarc`, and then a plus sign too, as in
 * `_sip+d2t`. The first label may be `*`. `index` is the position in the name.
 */
function hostLabel(text: string, index: number): Label {
	if (text === "*" && index === 0) return { ascii: "*", unicode: "*" };
	if (!/^[\w+-]*_[\w+-]*$/.test(text)) return idnaLabel(text);
	return same(text.toLowerCase());
}

/**
 * Refuses `--` in the third and fourth position, which registries reserve for encodings such as `xn--` (RFC 5891,
 * 4.2.3.1).
 */
function domainLabel(text: string): Label {
	const label = idnaLabel(text);
	if ("problem" in label) return label;
	return label.unicode.startsWith("--", 2) ? { problem: "reserved_hyphens", part: text } : label;
}

/** Code points, not UTF-16 units. */
export function countCharacters(text: string): number {
	return [...text].length;
}

function idnaLabel(text: string): Label {
	if (/^[a-z\d-]+$/i.test(text) && !/^xn--/i.test(text)) return asciiLabel(text.toLowerCase());
	const foreign = /[\0-,/:-@[-`{-\x7f]/.exec(text);
	if (foreign) return { problem: "character", part: foreign[0] };
	const { domain: unicode, error } = toUnicode(text, idna);
	if (/^xn--/i.test(text) && (error || unicode === "")) return { problem: "punycode", part: text };
	if (unicode === "") return { problem: "empty_label" };
	if (!letters.test(unicode)) return { problem: "symbol", part: strangeCharacter(unicode) };
	if (unicode.startsWith("-") || unicode.endsWith("-")) return { problem: "hyphen", part: text };
	const ascii = toASCII(unicode, { ...idna, verifyDNSLength: false });
	if (ascii === null) return { problem: idnaProblem(unicode), part: text };
	return ascii.length > longestLabel ? { problem: "label_too_long", part: String(ascii.length) } : { ascii, unicode };
}

function asciiLabel(label: string): Label {
	return label.startsWith("-") || label.endsWith("-") ? { problem: "hyphen", part: label } : same(label);
}

function idnaProblem(label: string): NameProblem {
	if (toASCII(label, { ...idna, verifyDNSLength: false, checkBidi: false }) !== null) return "direction";
	return /[\u200c\u200d]/.test(label) ? "joiner" : "character";
}

function strangeCharacter(label: string): string {
	return [...label].find((each) => !letters.test(each)) ?? label;
}

function same(label: string): { ascii: string; unicode: string } {
	return { ascii: label, unicode: label };
}

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

export function plainName(name: string): string {
	return name.toLowerCase().replace(/\.$/, "");
}

/** The domain itself, or a name below it. `domain` is in lower case. Neither has a final dot. */
export function isWithin(name: string, domain: string): boolean {
	return `.${name.toLowerCase()}`.endsWith(`.${domain}`);
}

export type NameserverProblem = "too_few" | "too_many" | "duplicate" | "address" | "name";

type ReadNameservers = { ok: true; nameservers: string[] } | { ok: false; problem: NameserverProblem; part?: string };

export const nameserverCount = { min: 2, max: 13 } as const;

/** In punycode and lower case, without the trailing dot, in the given order, or the first problem. */
export function readNameservers(texts: readonly string[]): ReadNameservers {
	if (texts.length < nameserverCount.min) return { ok: false, problem: "too_few" };
	if (texts.length > nameserverCount.max) return { ok: false, problem: "too_many" };
	const nameservers: string[] = [];
	for (const text of texts) {
		if (isIP(text.trim())) return { ok: false, problem: "address", part: text };
		const name = parseHost(text);
		if (!name.ok || name.labels.length < 2 || /[*_]/.test(name.ascii))
			return { ok: false, problem: "name", part: text };
		if (nameservers.includes(name.ascii)) return { ok: false, problem: "duplicate", part: text };
		nameservers.push(name.ascii);
	}
	return { ok: true, nameservers };
}

/** Order, letter case and the trailing dot are ignored. */
export function sameNameservers(one: readonly string[], other: readonly string[]): boolean {
	const spell = (names: readonly string[]): string => names.map(plainName).sort().join(" ");
	return spell(one) === spell(other);
}

/**
 * `mixed`: one label mixes scripts that are not written together. `looks_latin`: each character of a label looks like
 * an ASCII one, and so does the TLD.
 */
type LookAlikeKind = "mixed" | "looks_latin";

export interface LookAlike {
	kind: LookAlikeKind;
	/** In ASCII. Undefined if a mixed name does not look like another one. */
	imitates?: string;
	/** Of the letters outside ASCII and, in a mixed name, of all letters. ISO 15924 codes, such as `Cyrl`. */
	scripts: string[];
}

/**
 * Follows the rules and tables of UTS 39. The bot warns before such a name is bought, but does not refuse it. `labels` are
 * in Unicode, as UTS 46 maps them.
 */
export function lookAlike(labels: readonly string[]): LookAlike | undefined {
	const foreign = labels.filter((label) => !isAscii(label));
	if (foreign.length === 0) return undefined;
	const ascii = labels.map(asciiSpelling);
	const isImitation = ascii.at(-1) !== undefined && foreign.some((label) => asciiSpelling(label) !== undefined);
	const imitates = labels.map((label, at) => ascii[at] ?? label).join(".");
	const mixed = foreign.filter(isMixed);
	const kind = mixed.length > 0 ? "mixed" : isImitation ? "looks_latin" : undefined;
	if (kind === undefined) return undefined;
	const letters = kind === "mixed" ? mixed.join("") : foreign.join("").replaceAll(/[\0-\x7f]/g, "");
	const scripts = scriptsOf(letters);
	// Without other letters, only a mark on a Latin one is outside ASCII.
	return { kind, scripts: scripts.length > 0 ? scripts : ["Latn"], ...(isImitation && { imitates }) };
}

function isAscii(label: string): boolean {
	return /^[\0-\x7f]*$/.test(label);
}

/** Above a letter that has a dot already, or that covers it, the dot is invisible (UTS 39, 5.4). */
const hiddenDot = /(?<=[\p{Soft_Dotted}l\u0131\u0237])\u0307+/gu;

/**
 * Small capitals, of which UTS 39 lists only those that look like a small letter, such as `ᴏ`. Also letters with a hook
 * or a bar, which it lists as a letter with a mark or, as `Ƅ`, only in upper case.
 */
const otherLetters: ReadonlyMap<string, string> = new Map(
	["aᴀ bʙ dᴅ eᴇ gɢ hʜ jᴊ kᴋ lʟ mᴍ nɴ pᴘ rʀ tᴛ yʏ", "bƅ bƃ bɓ dƌ dɗ gɠ hɦ kƙ pƥ tƭ"]
		.flatMap((row) => row.split(" "))
		.map(([to = "", from = ""]) => [from, to]),
);

/** The skeleton (UTS 39, 4), which also reads the letters of `otherLetters`. */
function asciiSpelling(label: string): string | undefined {
	const characters = [...label.normalize("NFD").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")];
	const spelling = characters.map((each) => confusables.get(each) ?? otherLetters.get(each) ?? each).join("");
	const visible = spelling.replaceAll(hiddenDot, "");
	return isAscii(visible) ? visible : undefined;
}

/** Recommended for names (UAX 31, table 5). All others count as one unknown script. */
const recommended = [
	"Latn Cyrl Grek Armn Arab Hebr Geor Ethi Thaa Hani Hira Kana Bopo Hang Deva Beng Guru Gujr Orya Taml Telu Knda Mlym",
	"Sinh Thai Laoo Tibt Mymr Khmr",
].flatMap((row) => row.split(" "));
const unknownScript = "Zzzz";
const patterns = recommended.map((code) => {
	return { code, own: new RegExp(`\\p{sc=${code}}`, "u"), used: new RegExp(`\\p{scx=${code}}`, "u") };
});
/** Digits, hyphens and marks go with every script. */
const common = /[\p{scx=Zyyy}\p{scx=Zinh}]/u;
/** Writing systems of several scripts (UTS 39, 5.1). */
const systems: ReadonlyMap<string, readonly string[]> = new Map([
	["Hani", ["Hanb", "Jpan", "Kore"]],
	["Bopo", ["Hanb"]],
	["Hira", ["Jpan"]],
	["Kana", ["Jpan"]],
	["Hang", ["Kore"]],
]);

/** The order is that of `recommended`. Combining marks and digits of all scripts have none. */
function scriptsOf(letters: string): string[] {
	const found = patterns.filter(({ own }) => own.test(letters)).map(({ code }) => code);
	const isKnown = (each: string) => common.test(each) || patterns.some(({ used }) => used.test(each));
	return [...letters].every(isKnown) ? found : [...found, unknownScript];
}

/** Not "highly restrictive" (UTS 39, 5.2): Latin may stand next to Chinese, Japanese and Korean. */
function isMixed(label: string): boolean {
	const sets = [...label].filter((each) => !common.test(each)).map(systemsOf);
	const others = sets.filter((set) => !set.includes("Latn"));
	return sharedBy(sets).length === 0 && !sharedBy(others).some((each) => ["Hanb", "Jpan", "Kore"].includes(each));
}

function systemsOf(character: string): readonly string[] {
	const used = patterns.filter((each) => each.used.test(character)).map(({ code }) => code);
	return used.length === 0 ? [unknownScript] : used.flatMap((code) => [code, ...(systems.get(code) ?? [])]);
}

/** Characters of every script leave all systems. */
function sharedBy(sets: readonly (readonly string[])[]): readonly string[] {
	const [first = [unknownScript], ...rest] = sets;
	return first.filter((each) => rest.every((set) => set.includes(each)));
}
