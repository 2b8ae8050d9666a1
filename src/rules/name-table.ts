import { cellsOf, rowsOf } from "@domains/dns/csv.ts";
import { holdsName } from "./host-of.ts";
import {
	type Cells,
	type Layout,
	layoutOf,
	mostColumns,
	nameKeyOf,
	sampleRows,
	withoutEmptyEnd,
} from "./name-column.ts";

interface Row {
	/** Counted from 1. In JSON, the number of the object. */
	line: number;
	cells: () => Cells;
}

/** `read` returns the part of a row that may be a name, and the other cells. */
export interface NameTable {
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
function readerOf({ width, column, extension, isTitled }: Layout): (row: Row) => TableEntry {
	return (row) => {
		const cells = withoutEmptyEnd(row.cells());
		const cell = cells[column] ?? "";
		const ending = extension === undefined ? "" : (cells[extension] ?? "").replace(/^\.?/, ".");
		const text = cell === "" || ending === "." || holdsName(cell) ? cell : `${cell}${ending}`;
		const extra = cells.length - width;
		const others = cells.filter((_, at) => at !== column);
		const isRegular = extra <= 0 && cells.filter((each) => each !== "").length > 1;
		const shifted = cells.slice(column + 1, column + 1 + Math.max(0, extra));
		const isCertain = isRegular || (holdsName(text) && !shifted.some(holdsName));
		if (isCertain) return { text, elsewhere: isTitled ? [] : others };
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
	const layout = { titlesAt: -1, width: 2, column: 0, extension: undefined, isTitled: true };
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
