/** A CSV cell. The caller converts amounts of money from cents to dollars first. */
export type Cell = string | number | Date | null;

/**
 * The start of a cell that a spreadsheet would run as a formula (OWASP, "CSV Injection"). It may have apostrophes in
 * front. `csvOf` adds one to such a cell, so that `plainCell` can always remove one.
 */
const formula = /^'*[=+\-@\t\r]/;

/**
 * Returns rows as CSV (RFC 4180) in UTF-8. Starts with a byte order mark, because spreadsheets otherwise misread
 * letters outside ASCII. A text that looks like a formula gets an apostrophe in front. Dates are days: `2027-03-01`.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): Uint8Array {
	return Buffer.from(`\ufeff${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`);
}

function cellOf(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell === "number") return String(cell);
	const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : cell;
	const safe = formula.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the text of a cell that `csvOf` wrote: removes the apostrophe that `csvOf` put in front of a formula. */
export function plainCell(cell: string): string {
	return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** Splits one line of a table into trimmed cells. A quoted cell may contain the delimiter. */
export function cellsOf(line: string, delimiter: string): string[] {
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
