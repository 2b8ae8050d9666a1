import { type DomainName, type NameRefusal, parseDomain } from "@domains/contract/names.ts";
import { shorten } from "@domains/dns/zone-file/parsed-zone.ts";
import { holdsName, hostOf, isDotted, nameIn } from "./host-of.ts";
import { hasAnyWord, readSpaced } from "./input-words.ts";
import { readTable, separatorLine } from "./name-table.ts";

export { hostOf, isDotted, nameIn } from "./host-of.ts";

/** `line` counts from 1; `text` is truncated for display. */
export interface RefusedName extends NameRefusal {
	line: number;
	text: string;
}

/**
 * Distinct names, in their order in the text. `duplicates` counts the dropped repetitions. `elsewhere`: the names
 * outside a table's column of names, each with the first line that has it. `more` counts the items that `refused` and
 * `elsewhere` have no room for.
 */
export interface NameList {
	names: DomainName[];
	refused: RefusedName[];
	elsewhere: { line: number; text: string }[];
	duplicates: number;
	more?: number;
}

const separators = /[\s,;|]+/;
/** In `refused`, and in `elsewhere`. A board stores fewer. */
const mostKept = 2_000;
/**
 * Works on a pasted, forwarded or uploaded text, in linear time:
 * - A line may hold several names.
 * - A link counts as its host. A mail address is not a name.
 * - A table, from CSV or JSON, has one column of names. Names elsewhere in it are returned apart, unless the title of
 *   that column says that it holds the names (`readTable`).
 * - A header line and words next to a name are skipped.
 * - Words before a name may belong to it, as in `shop one.com`. In a list, such an item is refused, and the refusal
 *   contains the joined name, `shopone.com`.
 * - A line without a name is refused. So is a word with a dot that is not a valid name.
 * - If the text is a single line with several names, a word between commas must be a name.
 * - With `every`, each word with a letter must be a name. Callers use it for the arguments of a command.
 */
export function listNames(text: string, { every = false } = {}): NameList {
	const names = new Map<string, DomainName>();
	const refused: RefusedName[] = [];
	let refusedMore = 0;
	let duplicates = 0;
	const elsewhere = new Map<string, { line: number; text: string }>();
	const table = every ? undefined : readTable(text);
	const lines = table ? [] : text.replace(separatorLine, "\n").split(/\r\n|[\n\r\u2028\u2029]/);
	const rule = every ? "words" : lines.length === 1 ? "pieces" : "dotted";
	/** The first line with a text may be a title. A table has no title among its rows. */
	const start = lines.findIndex((line) => line.trim() !== "") + 1;
	const isOne = !table && lines.filter((line) => line.trim() !== "").length < 2;
	const readRow = (line: number, row: { text: string; elsewhere: readonly string[] }) => {
		const found = namesOfLine(row.text, rule, isOne);
		for (const name of found.names) {
			if (names.has(name.ascii)) duplicates += 1;
			else names.set(name.ascii, name);
		}
		for (const { text: part, ...why } of found.refused) {
			if (refused.length < mostKept) refused.push({ line, text: shorten(part), ...why });
			else refusedMore += 1;
		}
		for (const name of row.elsewhere.flatMap(namesIn)) {
			if (!elsewhere.has(name.ascii)) elsewhere.set(name.ascii, { line, text: name.unicode });
		}
	};
	if (table) for (const row of table.rows) readRow(row.line, table.read(row));
	for (const [index, line] of lines.entries()) readRow(index + 1, { text: line, elsewhere: [] });
	const [first] = refused;
	if (first?.line === start && names.size > 0 && isHeader(first.text)) refused.shift();
	const apart = [...elsewhere].flatMap(([ascii, each]) => (names.has(ascii) ? [] : [each]));
	const more = refusedMore + Math.max(0, apart.length - mostKept);
	const rest = { elsewhere: apart.slice(0, mostKept), duplicates, ...(more > 0 && { more }) };
	return { names: [...names.values()], refused, ...rest };
}

function namesIn(cell: string): DomainName[] {
	return wordsOf(cell, separators)
		.filter(holdsName)
		.map((word) => parseDomain(nameIn(word)))
		.flatMap((name) => (name.ok ? [withoutOk(name)] : []));
}

interface LineNames {
	names: DomainName[];
	refused: (NameRefusal & { text: string })[];
}

/**
 * A line with a valid name may be a row of a table, with dates, prices or mail addresses in the other columns. These
 * refusals are then ignored.
 */
const otherColumns: ReadonlySet<NameRefusal["problem"]> = new Set(["address", "mail_address"]);
/** `SuperName .COM`. */
const splitName = /^\s*([^\s.,;|]+)\s+(\.[\p{L}\p{N}][^\s,;|]*)\s*$/u;

/**
 * Which words without a dot must be names in a line that has other names: all, those alone between two commas
 * (`pieces`), or none (`dotted`).
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
 * Items may be names with spaces, such as `shop one.com`.
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

const conjunction = new RegExp(`^(?:${hasAnyWord("conjunction")}|&|\\+)$`, "iu");

/** The person probably meant these words as names. Only for a line that also has other names. */
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

function withoutOk({ ascii, unicode, labels, lookAlike }: DomainName): DomainName {
	return { ascii, unicode, labels, ...(lookAlike && { lookAlike }) };
}

function reasonOf({ problem, part }: NameRefusal): NameRefusal {
	return { problem, ...(part !== undefined && { part }) };
}
