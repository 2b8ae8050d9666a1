/** A CSV cell. The caller converts sums from cents to dollars first. */
export type Cell = string | number | Date | null;

/** A spreadsheet would run a cell that begins like this (OWASP, "CSV Injection"). */
const formula = /^[=+\-@\t\r]/;

/**
 * Returns rows as CSV (RFC 4180) in UTF-8 with a byte order mark, without which spreadsheets misread other alphabets. A
 * text that looks like a formula gets an apostrophe in front. Dates are days: `2027-03-01`.
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
