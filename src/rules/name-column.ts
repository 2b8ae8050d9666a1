import { hasAnyWord } from "./input-words.ts";
import { isDotted, nameIn } from "./list.ts";
import { parseDomain } from "./names.ts";

const delimiters = [";", "\t", "|", ","] as const;
/** Rows that decide which column holds the names. */
const sampleRows = 200;
/** The part of the rows that must have the same number of cells in a table. */
const regular = 0.9;
const header = new RegExp(`(?:^|[^\\p{L}])${hasAnyWord("header")}`, "iu");
const domainHeader = /domain|домен|dominio/iu;

/**
 * Returns the column of a table that holds the names, one per line. A text that is not a table, or whose columns all
 * hold names, stays as it is. The column with the most names counts. Of columns that are about equal, the one whose
 * title says so counts, then the first one: a column of nameservers looks like names too.
 */
export function nameColumn(text: string): string {
	const lines = text.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== "");
	for (const delimiter of delimiters) {
		const rows = lines.slice(0, sampleRows).map((line) => cellsOf(line, delimiter));
		const width = rows[0]?.length ?? 0;
		if (width < 2 || rows.filter((row) => row.length === width).length < rows.length * regular) continue;
		const column = columnOf(rows, width);
		if (column === null) return text;
		return lines.map((line) => cellsOf(line, delimiter)[column] ?? "").join("\n");
	}
	return text;
}

function columnOf(rows: readonly string[][], width: number): number | null {
	const titles = (rows[0] ?? []).some(holdsName) ? [] : (rows[0] ?? []);
	const scores = Array.from({ length: width }, (_, at) => rows.filter((row) => holdsName(row[at] ?? "")).length);
	const best = Math.max(...scores);
	if (best === 0) return null;
	const fit = scores.flatMap((score, at) => (score >= best * regular ? [at] : []));
	// Rows of several names each are a list, not a table.
	if (titles.length === 0 && fit.length === width) return null;
	const named = (words: RegExp) => fit.find((at) => words.test(titles[at] ?? ""));
	return named(domainHeader) ?? named(header) ?? fit[0] ?? null;
}

function holdsName(cell: string): boolean {
	const host = nameIn(cell);
	return isDotted(host) && !/\s/.test(cell.trim()) && parseDomain(host).ok;
}

/** Splits one line of a table. A quoted cell may contain the delimiter. */
function cellsOf(line: string, delimiter: string): string[] {
	const cells: string[] = [];
	let cell = "";
	let quoted = false;
	for (let at = 0; at < line.length; at += 1) {
		const character = line[at] ?? "";
		if (quoted && character === '"' && line[at + 1] === '"') {
			cell += '"';
			at += 1;
		} else if (character === '"') quoted = !quoted;
		else if (character === delimiter && !quoted) {
			cells.push(cell.trim());
			cell = "";
		} else cell += character;
	}
	return [...cells, cell.trim()];
}
