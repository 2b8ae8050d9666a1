import { toASCII, toUnicode } from "tr46";

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
export type Label = { ascii: string; unicode: string } | NameRefusal;

/** Options of `tr46`, which converts names by UTS 46. */
export const idna = { useSTD3ASCIIRules: true, verifyDNSLength: true, checkBidi: true, checkJoiners: true };
export const longestLabel = 63;
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
export function hostLabel(text: string, index: number): Label {
	if (text === "*" && index === 0) return { ascii: "*", unicode: "*" };
	if (!/^[\w+-]*_[\w+-]*$/.test(text)) return idnaLabel(text);
	return same(text.toLowerCase());
}

/**
 * Refuses `--` in the third and fourth position, which registries reserve for encodings such as `xn--` (RFC 5891,
 * 4.2.3.1).
 */
export function domainLabel(text: string): Label {
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
