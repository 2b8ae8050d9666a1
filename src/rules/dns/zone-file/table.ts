import { z } from "zod";
import { cellsOf, csvOf, plainCell } from "../../csv.ts";
import { shorten } from "../../list.ts";
import { type AnyRecord, inputOf, isKnown } from "../any-record.ts";
import { readRecord, type Zone } from "../record.ts";
import type { ParsedZone } from "./parse.ts";
import { clampTtl } from "./ttl.ts";

/** Columns of a CSV file, and keys of a record in a JSON file. */
const columns = ["type", "hostname", "value", "ttl", "priority"] as const;
type Column = (typeof columns)[number];

/** Other names of the columns in the files of other programs. */
const synonyms: ReadonlyMap<string, Column> = new Map([
	["name", "hostname"],
	["host", "hostname"],
	["content", "value"],
	["data", "value"],
]);
const delimiters = [",", ";", "\t"] as const;

type Row = Partial<Record<Column, string | number | null>>;

/** Returns the records as CSV with a header. Types that the bot does not know are included. */
export function formatCsv(records: readonly AnyRecord[]): Uint8Array {
	const rows = records.map(({ type, hostname, value, ttl, priority }) => [
		type,
		hostname,
		value,
		ttl ?? null,
		priority ?? null,
	]);
	return csvOf([columns, ...rows]);
}

/** Returns the records as JSON: `{ "domain", "records": [{ "type", "hostname", "value", "ttl", "priority" }] }`. */
export function formatJson(records: readonly AnyRecord[], domain: string): string {
	const rows = records.map(({ type, hostname, value, ttl = null, priority = null }) => {
		return { type, hostname, value, ttl, priority };
	});
	return `${JSON.stringify({ domain, records: rows }, null, "\t")}\n`;
}

/** Reads a CSV file whose first line names the columns. Undefined for any other text. */
export function parseCsv(text: string, zone: Zone): ParsedZone | undefined {
	const [head = "", ...lines] = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
	const delimiter = delimiters.find((each) => head.includes(each));
	if (delimiter === undefined) return undefined;
	const titles = cellsOf(head, delimiter).map((title) => columnOf(title));
	if (!["type", "hostname", "value"].every((needed) => titles.some((title) => title === needed))) return undefined;
	const rows = lines.map((line) => {
		const cells = cellsOf(line, delimiter).map(plainCell);
		return Object.fromEntries(titles.flatMap((title, at) => (title ? [[title, cells[at] ?? ""]] : [])));
	});
	// The header is line 1.
	return collect(rows, zone, (at) => ({ line: at + 2, text: lines[at] ?? "" }));
}

const jsonRow = z.record(z.string(), z.unknown()).transform((fields): Row => {
	const row: Row = {};
	for (const [key, value] of Object.entries(fields)) {
		const column = columnOf(key);
		if (column && (typeof value === "string" || typeof value === "number")) row[column] ??= value;
	}
	return row;
});
const jsonFile = z.union([
	z.array(jsonRow).transform((records) => ({ records, domain: undefined })),
	z.object({ domain: z.string().optional(), records: z.array(jsonRow) }),
]);

/** Reads a JSON file: an array of records, or an object with `records`. Undefined for any other text. */
export function parseJson(text: string, zone: Zone): ParsedZone | undefined {
	if (!/^[\ufeff\s]*[[{]/.test(text)) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(text.replace(/^\ufeff/, ""));
	} catch {
		return undefined;
	}
	const file = jsonFile.safeParse(value).data;
	if (!file) return undefined;
	const { records, domain } = file;
	const parsed = collect(records, zone, (at) => ({ line: at + 1, text: JSON.stringify(records[at]) }));
	const isForeign = domain !== undefined && domain.toLowerCase().replace(/\.$/, "") !== zone.domain;
	return isForeign ? { ...parsed, foreignOrigin: domain.toLowerCase().replace(/\.$/, "") } : parsed;
}

function columnOf(title: string): Column | undefined {
	const name = title.trim().toLowerCase();
	return columns.find((column) => column === name) ?? synonyms.get(name);
}

/**
 * Validates the rows and skips empty ones. `at` returns the line number and the text of a row, to quote them if the row
 * is refused.
 */
function collect(rows: readonly Row[], zone: Zone, at: (index: number) => { line: number; text: string }): ParsedZone {
	const parsed: ParsedZone = { records: [], refused: [], nameservers: [], anyType: true };
	for (const [index, row] of rows.entries()) {
		if (Object.values(row).every((cell) => cell === "" || cell === null)) continue;
		const read = readRow(row, zone);
		if ("problem" in read) {
			const { line, text } = at(index);
			parsed.refused.push({ line, text: shorten(text), problem: read.problem });
		} else parsed.records.push(read.record);
	}
	return parsed;
}

type Read = { record: AnyRecord } | { problem: ParsedZone["refused"][number]["problem"] };

function readRow({ type = "", hostname = "", value = "", ttl, priority }: Row, zone: Zone): Read {
	const record: AnyRecord = {
		type: String(type).trim().toUpperCase(),
		hostname: String(hostname).trim(),
		value: String(value),
		ttl: numberOf(ttl) ?? null,
		priority: numberOf(priority) ?? null,
	};
	if (Number.isNaN(record.ttl)) return { problem: "ttl" };
	if (Number.isNaN(record.priority)) return { problem: "priority" };
	// Only the service knows which TTLs a type allows that the bot does not know.
	if (!isKnown(record)) return isTableRow(record) ? { record } : { problem: "type" };
	const read = readRecord(inputOf({ ...record, ttl: clampTtl(record.ttl ?? undefined) ?? null }), zone);
	return read.ok ? { record: read.value } : { problem: read.problem };
}

/** True for a record of a type that the bot does not know and that a row of a table can describe. */
export function isTableRow({ type, hostname, value }: AnyRecord): boolean {
	return /^[A-Z][A-Z\d-]{0,30}$/.test(type) && hostname !== "" && value !== "";
}

/** Returns undefined for an empty cell and NaN for a text that is not a whole number. */
function numberOf(cell: Row[Column]): number | undefined {
	if (cell === undefined || cell === null || cell === "") return undefined;
	return /^\d{1,10}$/.test(String(cell).trim()) ? Number(cell) : Number.NaN;
}
