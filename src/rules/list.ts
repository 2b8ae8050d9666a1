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
 * columns and words beside a name passed over, a header skipped. A line without any name is refused with the reason.
 * Takes time in proportion to the text.
 */
export function listNames(text: string): NameList {
	const names = new Map<string, DomainName>();
	const refused: RefusedName[] = [];
	let duplicates = 0;
	for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
		const found = namesOfLine(line);
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

function namesOfLine(line: string): LineNames {
	const words = line.split(separators).filter((word) => word !== "");
	const dotted = words.map((word) => ({ text: word, host: hostOf(word) })).filter(({ host }) => isDotted(host));
	const names: DomainName[] = [];
	const refused: LineNames["refused"] = [];
	for (const { text, host } of dotted) {
		const name = parseDomain(host);
		if (name.ok) names.push(withoutOk(name));
		else refused.push({ text, ...reasonOf(name) });
	}
	// Beside a name, dates, prices and addresses are other columns.
	if (names.length > 0) return { names, refused: refused.filter((each) => each.problem !== "address") };
	if (refused.length > 0 || words.length === 0) return { names, refused };
	const whole = parseDomain(line);
	return whole.ok
		? { names: [withoutOk(whole)], refused }
		: { names, refused: [{ text: line.trim(), ...reasonOf(whole) }] };
}

function isHeader(text: string): boolean {
	return /^[\p{L}\s,;|_"-]*\b(?:domain|name|host)/iu.test(text) || /^[\p{L}\s,;|_"]*(?:домен|имя|dominio)/iu.test(text);
}

function unwrap(word: string): string {
	const inner = /^<(.+)>$/.exec(word)?.[1];
	const bare = inner !== undefined && /[.@]/.test(inner) ? inner : word;
	return bare.replace(leading, "").replace(trailing, "");
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
