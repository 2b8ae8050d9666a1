import { holdsName } from "./host-of.ts";
import { hasAnyWord } from "./input-words.ts";

export type Cells = readonly string[];

export interface Layout {
	/** -1 if there is none. */
	titlesAt: number;
	width: number;
	column: number;
	/** If names are split into two columns. */
	extension: number | undefined;
	/** The title of the column says that it holds names, so the other columns hold something else. */
	isTitled: boolean;
}

/** These rows decide which column holds the names. */
export const sampleRows = 200;
/** Lines before a row of titles, such as the name of a report, are no part of the table. */
const mostLinesBefore = 20;
const longestTitle = 60;
export const mostColumns = 1_000;
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
export function layoutOf(rows: readonly Cells[]): Layout | undefined {
	const before = rows.slice(0, mostLinesBefore);
	const titlesAt = before.findIndex((row) => isTitles(row));
	const titled = titlesAt < 0 ? undefined : titledLayout(rows, titlesAt);
	return titled ?? untitledLayout(rows);
}

/** The first key whose values are names and that says so. */
export function nameKeyOf(pairs: readonly { key: string; value: string }[]): string | undefined {
	const named = pairs.filter(({ key, value }) => !serverTitle.test(key) && holdsName(value));
	const titles = [domainAlone, domainTitle, nameTitle];
	return titles.map((title) => named.find(({ key }) => title.test(key))?.key).find((key) => key !== undefined);
}

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
	const layout = { titlesAt, width, extension: undefined, isTitled: true };
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
		const layout = { titlesAt: -1, width, column: extension - 1, extension, isTitled: true };
		return extension > 0 && shareOf(fitting, extension - 1, label) >= regular ? layout : undefined;
	}
	const fit = scores.flatMap((score, at) => (score >= best * regular ? [at] : []));
	const column = fit.find((at) => !serverTitle.test(titles[at] ?? "")) ?? fit[0] ?? 0;
	return { titlesAt, width, column, extension: undefined, isTitled: false };
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

export function withoutEmptyEnd(row: Cells): Cells {
	return row.slice(0, row.findLastIndex((cell) => cell !== "") + 1);
}
