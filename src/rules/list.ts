import { hasAnyWord } from "./input-words.ts";
import { type DomainName, type NameRefusal, parseDomain } from "./names.ts";
import { readSpaced } from "./spaced-name.ts";

/** A list item that is not a name, and the reason. `line` counts from 1; `text` is truncated for display. */
export interface RefusedName extends NameRefusal {
	line: number;
	text: string;
}

/** The distinct names of a text, in their order in the text. `duplicates` counts the repetitions that were dropped. */
export interface NameList {
	names: DomainName[];
	refused: RefusedName[];
	duplicates: number;
}

const separators = /[\s,;|]+/;
/** Characters that prose, quotes, lists and Markdown put around a name. They do not belong to the name. */
const leading = /^[\u200b\ufeff"'`«»“”„‘’([{*•–—→·#>]+/;
const trailing = /[\u200b\ufeff"'`«»“”„‘’)\]}*,;:!?…]+$/;
const scheme = /^[a-z][a-z\d+.-]*:\/\//i;
const shownLength = 80;
/** Maximum length of a link. A longer word is not parsed as a link but refused as too long. */
const longestWord = 2_048;

/**
 * Extracts the names from a pasted, forwarded or uploaded text, in linear time:
 * - A line may hold several names.
 * - A link counts as its host. A mail address is not a name.
 * - A header line, other columns of a table, and words next to a name are skipped.
 * - Words before a name may belong to it, as in `shop one.com`. In a list, such an item is refused, and the refusal
 *   contains the joined name, `shopone.com`.
 * - A line without a name is refused. So is a word with a dot that is not a valid name.
 * - If the text is a single line with several names, a word between commas must be a name.
 * - With `every`, each word with a letter must be a name. Callers use it for the arguments of a command.
 */
export function listNames(text: string, { every = false } = {}): NameList {
	const reader = openReader(text, every);
	for (const [index, line] of reader.lines.entries()) reader.read(line, index);
	return reader.found();
}

/**
 * Like `listNames`, for a text as long as a file. Parsing such a text can take seconds. `inSlices` must call `read` for
 * each line, and let the process do other work in between.
 */
export async function listNamesInSlices(
	text: string,
	inSlices: (lines: readonly string[], read: (line: string, index: number) => void) => Promise<unknown>,
): Promise<NameList> {
	const reader = openReader(text, false);
	await inSlices(reader.lines, reader.read);
	return reader.found();
}

function openReader(text: string, every: boolean) {
	const names = new Map<string, DomainName>();
	const refused: RefusedName[] = [];
	let duplicates = 0;
	const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
	const rule = every ? "words" : lines.length === 1 ? "pieces" : "dotted";
	const isOne = lines.filter((line) => line.trim() !== "").length < 2;
	return {
		lines,
		read(line: string, index: number): void {
			const found = namesOfLine(line, rule, isOne);
			for (const name of found.names) {
				if (names.has(name.ascii)) duplicates += 1;
				else names.set(name.ascii, name);
			}
			for (const { text: part, ...why } of found.refused)
				refused.push({ line: index + 1, text: shorten(part), ...why });
		},
		found(): NameList {
			const [first] = refused;
			if (first?.line === 1 && names.size > 0 && isHeader(first.text)) refused.shift();
			return { names: [...names.values()], refused, duplicates };
		},
	};
}

/**
 * Returns the host of a link or address: `https://user@www.example.com:8080/path?x` -> `www.example.com`. Returns any
 * other text without the quotes or brackets around it.
 */
export function hostOf(text: string): string {
	if (text.length > longestWord) return text;
	const word = unwrap(text.trim());
	const linked = scheme.test(word) || word.startsWith("//");
	const authority =
		word
			.replace(scheme, "")
			.replace(/^\/\//, "")
			.split(/[/?#\\]/, 1)[0] ?? "";
	// Drop what precedes an `@`: the user name in a URL or in a mail address.
	const host = authority.includes("@") ? authority.slice(authority.lastIndexOf("@") + 1) : authority;
	if (!linked && authority === "") return word;
	return host.replace(/^mailto:/i, "").replace(/:\d{0,5}$/, "");
}

/**
 * Returns the part of a word to parse as a name: the host of a link, or the word itself. Keeps a mail address whole, so
 * that the parser refuses it.
 */
export function nameIn(word: string): string {
	const mail = word.length > longestWord ? null : /^(?:mailto:)?([^\s/@:?#]+@[^\s/@]+)$/i.exec(unwrap(word));
	return mail?.[1] ?? hostOf(word);
}

/** True if a word has a dot between other characters. It then looks like a name, but may still be invalid. */
export function isDotted(word: string): boolean {
	return /[^.\u3002\uff0e\uff61][.\u3002\uff0e\uff61]+[^.\u3002\uff0e\uff61]/.test(word);
}

interface LineNames {
	names: DomainName[];
	refused: (NameRefusal & { text: string })[];
}

/**
 * If a line also has a valid name, refusals for these reasons are ignored. Such a line may be a row of a table, with
 * dates, prices or mail addresses in the other columns.
 */
const otherColumns: ReadonlySet<NameRefusal["problem"]> = new Set(["address", "mail_address"]);
/** A line with one name that has a space before its TLD: `SuperName .COM`. */
const splitName = /^\s*([^\s.,;|]+)\s+(\.[\p{L}\p{N}][^\s,;|]*)\s*$/u;

/**
 * Says which words without a dot must be names in a line that has other names:
 * - `words`: every word.
 * - `pieces`: a word that is alone between two commas.
 * - `dotted`: none.
 */
type Rule = "words" | "pieces" | "dotted";

function namesOfLine(text: string, rule: Rule, isOne: boolean): LineNames {
	const items = itemsOf(text, isOne).map((item) => ({ item, spaced: readSpaced(item) }));
	const refused = items.flatMap(({ item, spaced }) =>
		spaced ? { text: item.trim(), problem: "spaces" as const, part: spaced.joined.unicode } : [],
	);
	const line = refused.length === 0 ? text : items.flatMap(({ item, spaced }) => (spaced ? [] : item)).join(",");
	const others = plainNames(line, rule);
	return { names: others.names, refused: [...refused, ...others.refused] };
}

/**
 * Splits a line into items that may be names with spaces, such as `shop one.com`.
 * - With `isOne`, the text has only this line. It is split only if several items contain a name, because otherwise it
 *   may be a sentence.
 * - Without `isOne`, a line without columns is one item. A line with columns gives no items.
 */
function itemsOf(line: string, isOne: boolean): string[] {
	const items = line.split(/[\t,;|]/);
	if (!isOne) return items.length === 1 ? items : [];
	return items.filter(isDotted).length > 1 ? items : [];
}

function plainNames(line: string, rule: Rule): LineNames {
	const words = wordsOf(line.replace(splitName, "$1$2"), separators);
	const dotted = words.map((word) => ({ text: word, host: nameIn(word) })).filter(({ host }) => isDotted(host));
	const names: DomainName[] = [];
	const refused: LineNames["refused"] = [];
	for (const { text, host } of dotted) {
		const name = parseDomain(host);
		if (name.ok) names.push(withoutOk(name));
		else refused.push({ text, ...reasonOf(name) });
	}
	if (names.length > 0) {
		const meant = names.length > 1 || rule === "words" ? undotted(line, rule) : [];
		return { names, refused: [...refused.filter((each) => !otherColumns.has(each.problem)), ...meant] };
	}
	if (refused.length > 0 || words.length === 0) return { names, refused };
	const asOneName = parseDomain(line);
	return asOneName.ok
		? { names: [withoutOk(asOneName)], refused }
		: { names, refused: [{ text: line.trim(), ...reasonOf(asOneName) }] };
}

/** A conjunction before the last item of a list. */
const conjunction = new RegExp(`^(?:${hasAnyWord("conjunction")}|&|\\+)$`, "iu");

/**
 * Returns refusals for the words without a dot that the person probably meant as names. Called only for a line that
 * also has other names.
 */
function undotted(line: string, rule: Rule): LineNames["refused"] {
	if (rule === "dotted") return [];
	const candidates = wordsOf(line, rule === "words" ? separators : /[,;|]+/).filter((word) => !/\s/.test(word));
	const meant = candidates.filter((word) => /\p{L}/u.test(word) && !isDotted(hostOf(word)) && !conjunction.test(word));
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

const header = new RegExp(`^[\\p{L}\\s,;|_"-]*(?<![\\p{L}\\d_])${hasAnyWord("header")}`, "iu");

function isHeader(text: string): boolean {
	return header.test(text);
}

function unwrap(word: string): string {
	const inner = /^<(.+)>$/.exec(word)?.[1];
	const bare = inner !== undefined && /[.@]/.test(inner) ? inner : word;
	// Keep a leading `*.`, because the person typed it on purpose. `parseDomain` then refuses the name. Without the `*.`,
	// it would accept a name that the person did not type.
	const text = /^\*\.[^.*]/.test(bare) ? bare : bare.replace(leading, "");
	return text.replace(trailing, "");
}

/** Truncates a text to 80 characters, to quote it in a message. */
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
