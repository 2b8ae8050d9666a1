import { hasAnyWord } from "./input-words.ts";
import { type DomainName, type NameRefusal, parseDomain } from "./names.ts";

/** A piece of a list that is no name, and why. `line` counts from 1; `text` is cut to what fits on a screen. */
export interface RefusedName extends NameRefusal {
	line: number;
	text: string;
}

/** Every name of a text once, in order; `duplicates` counts further mentions of them. */
export interface NameList {
	names: DomainName[];
	refused: RefusedName[];
	duplicates: number;
}

const separators = /[\s,;|]+/;
/** What stands around a name in prose, quotes, lists and Markdown, and is no part of it. */
const leading = /^[\u200b\ufeff"'`«»“”„‘’([{*•–—→·#>]+/;
const trailing = /[\u200b\ufeff"'`«»“”„‘’)\]}*,;:!?…]+$/;
const scheme = /^[a-z][a-z\d+.-]*:\/\//i;
const shownLength = 80;
/** Longer than any link worth reading; what is longer is taken as it is and refused for its length. */
const longestWord = 2_048;

/**
 * The names in a pasted, forwarded or uploaded text: one or more to a line, links and addresses by their host, other
 * columns and words beside a name passed over, a header skipped. A line without any name is refused with the reason,
 * and so is a word that is meant as a name: each one where `every` says so, as after a command, and in a single line
 * each that stands alone between its commas. Takes time in proportion to the text.
 */
export function listNames(text: string, { every = false } = {}): NameList {
	const names = new Map<string, DomainName>();
	const refused: RefusedName[] = [];
	let duplicates = 0;
	const all = text.split(/\r\n|[\n\r\u2028\u2029]/);
	const rule = every ? "words" : all.length === 1 ? "pieces" : "dotted";
	for (const [index, line] of all.entries()) {
		const found = namesOfLine(line, rule);
		for (const name of found.names) {
			if (names.has(name.ascii)) duplicates += 1;
			else names.set(name.ascii, name);
		}
		for (const { text: part, ...why } of found.refused) refused.push({ line: index + 1, text: shorten(part), ...why });
	}
	const [first] = refused;
	if (first?.line === 1 && names.size > 0 && isHeader(first.text)) refused.shift();
	return { names: [...names.values()], refused, duplicates };
}

/** The host in a link or address, or the text itself: `https://user@www.example.com:8080/path?x` -> `www.example.com`. */
export function hostOf(text: string): string {
	if (text.length > longestWord) return text;
	const word = unwrap(text.trim());
	const linked = scheme.test(word) || word.startsWith("//");
	const authority =
		word
			.replace(scheme, "")
			.replace(/^\/\//, "")
			.split(/[/?#\\]/, 1)[0] ?? "";
	// A path may stand behind a bare name too, but only a link or a mailbox has something before an @.
	const host = authority.includes("@") ? authority.slice(authority.lastIndexOf("@") + 1) : authority;
	if (!linked && authority === "") return word;
	return host.replace(/^mailto:/i, "").replace(/:\d{0,5}$/, "");
}

/** True for a word that is meant as a name: it has a dot inside, whatever else is wrong with it. */
export function isDotted(word: string): boolean {
	return /[^.\u3002\uff0e\uff61][.\u3002\uff0e\uff61]+[^.\u3002\uff0e\uff61]/.test(word);
}

interface LineNames {
	names: DomainName[];
	refused: (NameRefusal & { text: string })[];
}

/** Which words of a line are meant as names, beside those with a dot inside. */
type Rule = "words" | "pieces" | "dotted";

function namesOfLine(line: string, rule: Rule): LineNames {
	const words = wordsOf(line, separators);
	const dotted = words.map((word) => ({ text: word, host: hostOf(word) })).filter(({ host }) => isDotted(host));
	const names: DomainName[] = [];
	const refused: LineNames["refused"] = [];
	for (const { text, host } of dotted) {
		const name = parseDomain(host);
		if (name.ok) names.push(withoutOk(name));
		else refused.push({ text, ...reasonOf(name) });
	}
	// Beside a name, dates, prices and addresses are other columns.
	if (names.length > 0) {
		const meant = names.length > 1 || rule === "words" ? undotted(line, rule) : [];
		return { names, refused: [...refused.filter((each) => each.problem !== "address"), ...meant] };
	}
	if (refused.length > 0 || words.length === 0) return { names, refused };
	const whole = parseDomain(line);
	return whole.ok
		? { names: [withoutOk(whole)], refused }
		: { names, refused: [{ text: line.trim(), ...reasonOf(whole) }] };
}

/** What joins the last two of a list in a sentence. */
const joining = new RegExp(`^(?:${hasAnyWord("joins")}|&|\\+)$`, "iu");

/** The words without a dot that are meant as names, of a line that has names. */
function undotted(line: string, rule: Rule): LineNames["refused"] {
	if (rule === "dotted") return [];
	const alone = wordsOf(line, rule === "words" ? separators : /[,;|]+/).filter((word) => !/\s/.test(word));
	const meant = alone.filter((word) => /\p{L}/u.test(word) && !isDotted(hostOf(word)) && !joining.test(word));
	return meant.flatMap((text) => {
		const name = parseDomain(text);
		return name.ok ? [] : [{ text, ...reasonOf(name) }];
	});
}

function wordsOf(line: string, between: RegExp): string[] {
	return line
		.split(between)
		.map((word) => word.trim())
		.filter((word) => word !== "");
}

const header = new RegExp(`^[\\p{L}\\s,;|_"-]*(?<![\\p{L}\\d_])${hasAnyWord("heads")}`, "iu");

function isHeader(text: string): boolean {
	return header.test(text);
}

function unwrap(word: string): string {
	const inner = /^<(.+)>$/.exec(word)?.[1];
	const bare = inner !== undefined && /[.@]/.test(inner) ? inner : word;
	// A star with its dot is part of what was meant, and the reason why it is no name.
	const text = /^\*\.[^.*]/.test(bare) ? bare : bare.replace(leading, "");
	return text.replace(trailing, "");
}

/** At most 80 characters of it, for quoting it back. */
export function shorten(text: string): string {
	if (text.length <= shownLength) return text;
	const characters = [...text.slice(0, 2 * shownLength + 2)];
	return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join("")}…` : text;
}

function withoutOk({ ascii, unicode, labels, warning }: DomainName): DomainName {
	return { ascii, unicode, labels, ...(warning && { warning }) };
}

function reasonOf({ problem, part }: NameRefusal): NameRefusal {
	return { problem, ...(part !== undefined && { part }) };
}
