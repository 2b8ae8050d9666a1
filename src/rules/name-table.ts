import { cellsOf, rowsOf } from "@domains/dns/csv.ts";
import { holdsName } from "./host-of.ts";
import { hasAnyWord } from "./input-words.ts";

interface Row {
	/** Counted from 1. In JSON, the number of the object. */
	line: number;
	cells: () => Cells;
}

/** `read` returns the part of a row that may be a name, and the other cells. */
interface NameTable {
	rows: readonly Row[];
	read: (row: Row) => TableEntry;
}

interface TableEntry {
	/** "" if the row has no cell in the column of names, or if it is not certain which one that is. */
	text: string;
	/** A name in one of these cells counts as found outside the column of names. */
	elsewhere: readonly string[];
}

const mostDepth = 5;
const delimiters = [";", "\t", "|", ","] as const;
/** Excel writes the delimiter of a file into its first line: `sep=;`. */
export const separatorLine = /^\ufeff?"?sep=([^\w\s"]|\t)"?[^\S\t\n\r]*(?:\r\n|[\n\r])/i;
const wideBlanks = /(?<=\S)[^\S\n\r\t]{2,}(?=\S)/g;
/** A line between titles and rows, such as `|---|---|`, or a blank one. */
const ruler = /^[\s|+:=-]*$/;

/** Undefined if the text is no table (`layoutOf`). */
export function readTable(text: string): NameTable | undefined {
	const found = readJson(text) ?? readCsv(text) ?? readPairs(text);
	return found && { rows: found.rows, read: readerOf(found.layout) };
}

/** As written. Telegram splits a long table into several messages, and only the first one has this row. */
export function titleRowOf(text: string): string | undefined {
	const { sample, layout } = findLayout(text) ?? {};
	return layout && sample?.[layout.titlesAt]?.text;
}

export function isWholeRow(titles: string, row: string): boolean {
	return delimiters.some((delimiter) => {
		const width = cellsOf(titles, delimiter).length;
		return width > 1 && cellsOf(row, delimiter).length === width;
	});
}

interface Found {
	layout: Layout;
	rows: readonly Row[];
}

function readCsv(text: string): Found | undefined {
	const found = findLayout(text);
	if (!found) return undefined;
	const { layout, delimiter, sample, table } = found;
	const titlesLine = sample[layout.titlesAt]?.line;
	const rows = rowsOf(table, delimiter).filter((row) => !ruler.test(row.text) && row.line !== titlesLine);
	return {
		layout,
		rows: rows.map(({ line, text: row }) => ({ line, cells: () => cellsOf(row, delimiter) })),
	};
}

function findLayout(text: string) {
	const whole = text.replace(/^\ufeff/, "");
	const [hint = "", separator] = separatorLine.exec(whole) ?? [];
	// The hint stays a line, so that line numbers stay right.
	const table = (hint === "" ? whole : `\n${whole.slice(hint.length)}`).replaceAll(/[\u2028\u2029]/g, "\n");
	const found = layoutsOf(table, separator === undefined ? delimiters : [separator]);
	// Without a delimiter, only titles tell aligned columns from words with wide blanks between them.
	const aligned = found.length === 0 ? layoutsOf(table.replaceAll(wideBlanks, "\t"), ["\t"]) : [];
	return found.find(({ layout }) => layout.isTitled) ?? found[0] ?? aligned.find(({ layout }) => layout.isTitled);
}

function layoutsOf(table: string, separators: readonly string[]) {
	const head = table.split(/\r\n|[\n\r]/, sampleRows).join("\n");
	return separators.flatMap((delimiter) => {
		if (!head.includes(delimiter)) return [];
		const sample = rowsOf(head, delimiter).filter((row) => row.text.trim() !== "");
		const layout = layoutOf(sample.map((row) => cellsOf(row.text, delimiter)));
		return layout ? [{ layout, delimiter, sample, table }] : [];
	});
}

/**
 * A row of another width may have shifted cells, and a row with one cell may be a remark. Their cell counts only if it
 * is a name, and no shifted cell is one.
 */
function readerOf({ width, column, extension, titles }: Layout): (row: Row) => TableEntry {
	const own = lettersOf(titles[column]);
	const explained = titles.map((title) => title !== "" && !domainAlone.test(title) && lettersOf(title) !== own);
	return (row) => {
		const cells = withoutEmptyEnd(row.cells());
		const cell = cells[column] ?? "";
		const ending = extension === undefined ? "" : (cells[extension] ?? "").replace(/^\.?/, ".");
		const text = cell === "" || ending === "." || holdsName(cell) ? cell : `${cell}${ending}`;
		const extra = cells.length - width;
		const others = cells.filter((_, at) => at !== column && explained[at] !== true);
		const isRegular = extra <= 0 && cells.filter((each) => each !== "").length > 1;
		const shifted = cells.slice(column + 1, column + 1 + Math.max(0, extra));
		const isCertain = isRegular || (holdsName(text) && !shifted.some(holdsName));
		if (isCertain) return { text, elsewhere: others };
		return { text: cells.some((each) => each.includes(".")) ? "" : text, elsewhere: cells };
	};
}

/** Lines such as `Domain Name: shop.com`, as whois and YAML write them. The first key of names is the column. */
function readPairs(text: string): Found | undefined {
	const lines = text.split(/\r\n|[\n\r]/).map((line, index) => ({ line: index + 1, text: line, pair: pairOf(line) }));
	const filled = lines.filter((each) => each.text.trim() !== "");
	const first = filled.slice(0, decisiveLines).map(({ pair }) => pair);
	const pairs = filled.flatMap(({ pair }) => pair ?? []);
	if (pairs.length < fewestPairs || new Set(pairs.map(({ key }) => key)).size < 2) return undefined;
	if (first.filter(Boolean).length < first.length * mostlyPairs) return undefined;
	const column = nameKeyOf(pairs);
	if (column === undefined) return undefined;
	const cellsOfLine = ({ text: line, pair }: (typeof lines)[number]) =>
		pair?.key === column ? [pair.value, ""] : ["", pair ? pair.value : line];
	const layout = {
		titlesAt: -1,
		width: 2,
		column: 0,
		extension: undefined,
		isTitled: true,
		titles: ["domain", "other"],
	};
	return { layout, rows: filled.map((each) => ({ line: each.line, cells: () => cellsOfLine(each) })) };
}

/** The lines that decide if a text consists of pairs. The legal notes of whois come later. */
const decisiveLines = 20;
const mostlyPairs = 0.7;
/** A shorter text, such as `Domain: a.com` above `Owner: b.com`, may name several domains. */
const fewestPairs = 4;

function pairOf(line: string): { key: string; value: string } | undefined {
	const [, key = "", value = ""] = /^[\s-]*(\p{L}[^:\n]{0,60}):(?:\s+(\S.*))?$/u.exec(line) ?? [];
	return key === ""
		? undefined
		: { key: key.trim().toLowerCase(), value: value.trim().replace(/^(["'])(.*)\1$/, "$2") };
}

/** An array of objects, at the top or inside of other objects, or one object a line. The keys are the titles. */
function readJson(text: string): Found | undefined {
	if (!/^[\ufeff\s]*[[{]/.test(text)) return undefined;
	const objects = objectsIn(parseJson(text) ?? parseJsonLines(text));
	const titles = [...new Set(objects.slice(0, sampleRows).flatMap((each) => Object.keys(each)))].slice(0, mostColumns);
	// An object with one key is a row of a table too.
	const cellsOfObject = (object: object) => {
		const values = new Map(Object.entries(object));
		return [...titles.map((title) => String(values.get(title) ?? "").trim()), ""];
	};
	const layout = layoutOf([[...titles, ""], ...objects.slice(0, sampleRows).map(cellsOfObject)]);
	return (
		layout && { layout, rows: objects.map((each, index) => ({ line: index + 1, cells: () => cellsOfObject(each) })) }
	);
}

/** The first list of objects. Interfaces put it below names such as `data` and `items`. */
function objectsIn(value: unknown): object[] {
	let level = [value];
	for (let depth = 0; depth < mostDepth && level.length > 0; depth += 1) {
		const lists = level.filter(Array.isArray).map((list) => list.filter(isObject));
		const found = lists.find((list) => list.length > 0);
		if (found) return found;
		level = level.filter(isObject).flatMap((each) => Object.values(each));
	}
	return [];
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One object a line. */
function parseJsonLines(text: string): unknown {
	const lines = text.split(/[\n\r]+/).filter((line) => line.trim() !== "");
	const objects = [];
	for (const line of lines) {
		const object = parseJson(line);
		if (!isObject(object)) return undefined;
		objects.push(object);
	}
	return objects;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, ""));
	} catch {
		return undefined;
	}
}

type Cells = readonly string[];

interface Layout {
	/** -1 if there is none. */
	titlesAt: number;
	width: number;
	column: number;
	/** If names are split into two columns. */
	extension: number | undefined;
	/** The title of the column says that it holds names. */
	isTitled: boolean;
	/** If `isTitled`. Another column holds something else, unless it has no title or this one again. */
	titles: Cells;
}

/** These rows decide which column holds the names. */
const sampleRows = 200;
/** Lines before a row of titles, such as the name of a report, are no part of the table. */
const mostLinesBefore = 20;
const longestTitle = 60;
const mostColumns = 1_000;
/** Of rows that have the same width, and of cells that hold names. */
const regular = 0.9;
/** A row of titles shows that the text is a table. */
const regularTitled = 0.5;

const wholeWord = (what: "header" | "extension") =>
	new RegExp(`(?:^|[^\\p{L}])${hasAnyWord(what)}(?:s|ы|es)?(?![\\p{L}])`, "iu");
const domainAlone = /^\P{L}*(?:domains?|домены?|dominios?)\P{L}*$/iu;
const domainTitle = /domain|домен|dominio/iu;
const nameTitle = wholeWord("header");
const extensionTitle = wholeWord("extension");
const serverTitle = /server|сервер|servidor/iu;

/**
 * Undefined if the rows are not a table, if no column holds names, or if every cell holds names and there is no row of
 * titles.
 *
 * Titles decide first. Without them, the first column with at least 90 % as many names as the best one is chosen.
 */
function layoutOf(rows: readonly Cells[]): Layout | undefined {
	const before = rows.slice(0, mostLinesBefore);
	const titlesAt = before.findIndex((row) => isTitles(row));
	const titled = titlesAt < 0 ? undefined : titledLayout(rows, titlesAt);
	return titled ?? untitledLayout(rows);
}

/** The first key whose values are names and that says so. */
function nameKeyOf(pairs: readonly { key: string; value: string }[]): string | undefined {
	const named = pairs.filter(({ key, value }) => !serverTitle.test(key) && holdsName(value));
	const titles = [domainAlone, domainTitle, nameTitle];
	return titles.map((title) => named.find(({ key }) => title.test(key))?.key).find((key) => key !== undefined);
}

const lettersOf = (title = "") => title.toLowerCase().replaceAll(/\P{L}/gu, "");

function isTitles(row: Cells): boolean {
	const filled = row.filter((cell) => cell !== "");
	const isKnown = (title: string) => domainTitle.test(title) || nameTitle.test(title);
	return (
		filled.length > 1 &&
		filled.every((cell) => cell.length <= longestTitle && !wordsOf(cell).some(holdsName)) &&
		filled.some(isKnown)
	);
}

function titledLayout(rows: readonly Cells[], titlesAt: number): Layout | undefined {
	const titles = withoutEmptyEnd(rows[titlesAt] ?? []);
	const width = titles.length;
	const body = rows.slice(titlesAt + 1);
	const fitting = body.filter((row) => row.length > 1 && withoutEmptyEnd(row).length <= width);
	if (width > mostColumns || fitting.length === 0 || fitting.length < body.length * regularTitled) return undefined;
	const scores = scoresOf(fitting, width);
	const best = Math.max(...scores);
	const place = (words: RegExp, least: number) =>
		titles.findIndex(
			(title, at) => words.test(title) && !serverTitle.test(title) && (scores[at] ?? 0) >= Math.max(1, least),
		);
	const layout = { titlesAt, width, extension: undefined, isTitled: true, titles };
	const column = [place(domainAlone, 1), place(domainTitle, 1)].find((at) => at >= 0);
	if (column !== undefined) return { ...layout, column };
	const split = splitColumns(titles, fitting, scores);
	if (split) return { ...layout, ...split };
	const named = place(nameTitle, best * regular);
	if (named >= 0) return { ...layout, column: named };
	const empty = titles.findIndex((title, at) => domainAlone.test(title) && shareOf(fitting, at, label) >= regular);
	return empty < 0 ? undefined : { ...layout, column: empty };
}

/** One column has names without their extensions, another has the extensions. */
function splitColumns(
	titles: Cells,
	rows: readonly Cells[],
	scores: readonly number[],
): Pick<Layout, "column" | "extension"> | undefined {
	const extension = titles.findIndex(
		(title, at) => extensionTitle.test(title) && shareOf(rows, at, /^\.?\p{L}[\p{L}.-]*$/u) >= regular,
	);
	const column = titles.findIndex(
		(title, at) =>
			at !== extension &&
			(domainTitle.test(title) || nameTitle.test(title)) &&
			!serverTitle.test(title) &&
			scores[at] === 0 &&
			shareOf(rows, at, label) >= regular,
	);
	return extension < 0 || column < 0 ? undefined : { column, extension };
}

/** Without its extension, such as `shop`. */
const label = /^(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{N} -]*$/u;

function shareOf(rows: readonly Cells[], at: number, form: RegExp): number {
	return rows.filter((row) => form.test(row[at] ?? "")).length / rows.length;
}

function untitledLayout(rows: readonly Cells[]): Layout | undefined {
	const start = rows.findIndex((row) => row.length > 1);
	const body = rows.slice(Math.max(0, start));
	const width = usualWidth(body);
	const fitting = body.filter((row) => row.length === width || withoutEmptyEnd(row).length === width);
	if (width < 2 || width > mostColumns || body.length < 2 || fitting.length < body.length * regular) return undefined;
	const [first = []] = fitting;
	const titles = first.some((cell) => wordsOf(cell).some(holdsName)) ? [] : first;
	const cells = fitting.slice(titles.length === 0 ? 0 : 1).flatMap((row) => row.filter((cell) => cell !== ""));
	const isNames = (cell: string) => wordsOf(cell).every(holdsName);
	// A text in which every cell holds only names is a list with several names on a line.
	if (titles.length === 0 && cells.filter(isNames).length >= cells.length * regular) return undefined;
	const scores = scoresOf(fitting, width);
	const best = Math.max(...scores);
	const titlesAt = titles.length === 0 ? -1 : rows.indexOf(first);
	if (best === 0) {
		const extension = scores.findIndex((_, at) => shareOf(fitting, at, /^\.\p{L}/u) >= regular);
		const layout = { titlesAt: -1, width, column: extension - 1, extension, isTitled: true, titles: [] };
		return extension > 0 && shareOf(fitting, extension - 1, label) >= regular ? layout : undefined;
	}
	const fit = scores.flatMap((score, at) => (score >= best * regular ? [at] : []));
	const column = fit.find((at) => !serverTitle.test(titles[at] ?? "")) ?? fit[0] ?? 0;
	return { titlesAt, width, column, extension: undefined, isTitled: false, titles: [] };
}

function wordsOf(cell: string): string[] {
	return cell.split(/[\s,;|]+/).filter((word) => word !== "");
}

/** The most common number of cells; of two, the larger one. */
function usualWidth(rows: readonly Cells[]): number {
	const counts = new Map<number, number>();
	for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
	const [usual = [0, 0]] = [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0]);
	return usual[0];
}

function scoresOf(rows: readonly Cells[], width: number): number[] {
	return Array.from({ length: width }, (_, at) => rows.filter((row) => holdsName(row[at] ?? "")).length);
}

function withoutEmptyEnd(row: Cells): Cells {
	return row.slice(0, row.findLastIndex((cell) => cell !== "") + 1);
}
