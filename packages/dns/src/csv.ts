/** Amounts of money are in dollars here. */
export type Cell = string | number | Date | null;

/**
 * Matches a cell that a spreadsheet would run as a formula (OWASP, "CSV Injection"), also with the full-width signs
 * of East Asian keyboards. Also matches such a cell with apostrophes in front. `csvOf` adds one apostrophe to every
 * match, so `plainCell` can remove exactly one.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** The line with which a spreadsheet announces the delimiter. */
export const excelSeparator = /^sep=([,;\t])(?:\r\n|\n|\r)/i;

/**
 * RFC 4180 in UTF-8, with a byte order mark, because spreadsheets otherwise misread letters outside ASCII. A text that
 * looks like a formula gets an apostrophe in front. A date is written as its day: `2027-03-01`.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): Uint8Array {
	return Buffer.from(`\ufeff${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`);
}

function cellOf(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell === "number") return String(cell);
	const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : cell;
	const safe = formula.test(text) ? `'${text}` : text;
	return /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophe that `csvOf` put in front of a formula. */
export function plainCell(cell: string): string {
	return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/**
 * In linear time. A cell that begins with a quote may contain the delimiter. Other cells are trimmed, and a quote
 * inside them is an ordinary character, as in `24" screen`.
 */
export function cellsOf(row: string, delimiter: string): string[] {
	if (!row.includes('"')) return row.split(delimiter).map((cell) => cell.trim());
	const cells: string[] = [];
	let cell = "";
	let quoted = false;
	let isBlank = true;
	/** The length of `cell` at its last quote. The text up to there must not be trimmed. 0 if the cell has no quotes. */
	let exact = 0;
	let isQuotedCell = false;
	const add = () => cells.push(isQuotedCell ? cell.slice(0, exact) + cell.slice(exact).trimEnd() : cell.trim());
	for (let at = 0; at < row.length; at += 1) {
		const character = row[at] ?? "";
		if (quoted && character === '"' && row[at + 1] === '"') {
			cell += '"';
			at += 1;
		} else if (character === '"' && (isBlank || isQuotedCell)) {
			if (!isQuotedCell) cell = "";
			isQuotedCell = true;
			quoted = !quoted;
			exact = cell.length;
		} else if (character === delimiter && !quoted) {
			add();
			cell = "";
			exact = 0;
			isBlank = true;
			isQuotedCell = false;
		} else {
			cell += character;
			if (isBlank && character.trim() !== "") isBlank = false;
		}
	}
	add();
	return cells;
}

/** `line`: the number of its first line, counted from 1. */
export interface TableRow {
	line: number;
	text: string;
}

/**
 * RFC 4180, in linear time. A cell that begins with a quote may contain line breaks. If such a quote is never closed,
 * the cell ends at the end of the line.
 */
export function rowsOf(text: string, delimiter: string): TableRow[] {
	// `split` puts the lines at even indexes and the line breaks between them at odd indexes.
	const pieces = text.split(/(\r\n|\n|\r)/);
	const rows: TableRow[] = [];
	let canBeOpen = true;
	for (let at = 0; at < pieces.length; at += 2) {
		const line = at / 2 + 1;
		let isOpen = canBeOpen && endsOpen(pieces[at] ?? "", delimiter);
		let end = at;
		while (isOpen && end + 2 < pieces.length) {
			end += 2;
			isOpen = endsOpen(pieces[end] ?? "", delimiter, true);
		}
		// If the cell is still open here, the search has reached the end of the text. A search from a later row would find
		// no closing quote either, so there is none. This keeps the time linear.
		if (isOpen) canBeOpen = false;
		else at = end;
		rows.push({ line, text: pieces.slice(line * 2 - 2, at + 1).join("") });
	}
	return rows;
}

/** `isOpen`: true if a quoted cell is open at the beginning of the line. */
function endsOpen(line: string, delimiter: string, isOpen = false): boolean {
	if (!line.includes('"')) return isOpen;
	let quoted = isOpen;
	let isQuotedCell = isOpen;
	let isBlank = true;
	for (const character of line) {
		if (character === '"' && (isBlank || isQuotedCell)) {
			// Two quotes in a row close the cell and open it again, so they need no special case.
			quoted = !quoted;
			isQuotedCell = true;
		} else if (character === delimiter && !quoted) {
			isQuotedCell = false;
			isBlank = true;
			continue;
		}
		if (isBlank && character.trim() !== "") isBlank = false;
	}
	return quoted;
}
