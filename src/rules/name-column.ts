import { cellsOf } from "./csv.ts";
import { hasAnyWord } from "./input-words.ts";
import { isDotted, nameIn } from "./list.ts";
import { parseDomain } from "./names.ts";

const delimiters = [";", "\t", "|", ","] as const;
/** This many rows at the beginning decide which column holds the names. */
const sampleRows = 200;
/** Minimum fraction of rows with as many cells as the first row. Below it, the text does not count as a table. */
const regular = 0.9;
const header = new RegExp(`(?:^|[^\\p{L}])${hasAnyWord("header")}`, "iu");
const domainHeader = /domain|домен|dominio/iu;

/**
 * Returns the cells of the column that holds the names, one per line. Returns the text unchanged in three cases: it is
 * not a table, no column holds names, or all columns hold names and there is no title row.
 *
 * Several columns may look like names, for example nameservers. Only columns with at least 90 % as many names as the
 * best column are candidates. The first of these that exists is chosen:
 * 1. A candidate with "domain" in its title.
 * 2. A candidate with another word for a name in its title.
 * 3. The first candidate.
 */
export function nameColumn(text: string): string {
	const lines = text.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== "");
	for (const delimiter of delimiters) {
		const rows = lines.slice(0, sampleRows).map((line) => trimmedCells(line, delimiter));
		const width = rows[0]?.length ?? 0;
		if (width < 2 || rows.filter((row) => row.length === width).length < rows.length * regular) continue;
		const column = columnOf(rows, width);
		if (column === null) return text;
		return lines.map((line) => trimmedCells(line, delimiter)[column] ?? "").join("\n");
	}
	return text;
}

function trimmedCells(line: string, delimiter: string): string[] {
	return cellsOf(line, delimiter).map((cell) => cell.trim());
}

function columnOf(rows: readonly string[][], width: number): number | null {
	const titles = (rows[0] ?? []).some(holdsName) ? [] : (rows[0] ?? []);
	const scores = Array.from({ length: width }, (_, at) => rows.filter((row) => holdsName(row[at] ?? "")).length);
	const best = scores.reduce((most, score) => Math.max(most, score), 0);
	if (best === 0) return null;
	const fit = scores.flatMap((score, at) => (score >= best * regular ? [at] : []));
	// Without a title row, a text in which every column holds names is a list with several names per line.
	if (titles.length === 0 && fit.length === width) return null;
	const named = (words: RegExp) => fit.find((at) => words.test(titles[at] ?? ""));
	return named(domainHeader) ?? named(header) ?? fit[0] ?? null;
}

function holdsName(cell: string): boolean {
	const host = nameIn(cell);
	return isDotted(host) && !/\s/.test(cell.trim()) && parseDomain(host).ok;
}
