import { z } from "zod";
import { cellsOf, csvOf, plainCell, rowsOf } from "../../csv.ts";
import { shorten } from "../../list.ts";
import { parseDomain } from "../../names.ts";
import { type AnyRecord, canonicalRecord, inputOf, isKnown, isOtherType } from "../any-record.ts";
import { hasPriority, readRecord, relativeHostname, type Zone } from "../record.ts";
import type { ParsedZone } from "./parse.ts";

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
export function formatCsv(records: readonly AnyRecord[], domain: string): Uint8Array {
	const rows = records.map((record) => {
		const { type, hostname, value, ttl = null, priority = null } = canonicalRecord(record, { domain });
		return [type, hostname, value, ttl, priority];
	});
	return csvOf([columns, ...rows]);
}

/** Returns the records as JSON: `{ "domain", "records": [{ "type", "hostname", "value", "ttl", "priority" }] }`. */
export function formatJson(records: readonly AnyRecord[], domain: string): string {
	const rows = records.map((record) => {
		const { type, hostname, value, ttl = null, priority = null } = canonicalRecord(record, { domain });
		return { type, hostname, value, ttl, priority };
	});
	return `${JSON.stringify({ domain, records: rows }, null, "\t")}\n`;
}

/** Reads a CSV file whose first line names the columns. Undefined for any other text. */
export function parseCsv(text: string, zone: Zone): ParsedZone | undefined {
	const table = text.replace(/^\ufeff/, "");
	const [head = ""] = table.split(/[\r\n]/, 1);
	const delimiter = delimiters.find((each) => head.includes(each));
	if (delimiter === undefined) return undefined;
	const titles = cellsOf(head, delimiter).map((title) => columnOf(title));
	if (!["type", "hostname", "value"].every((needed) => titles.some((title) => title === needed))) return undefined;
	const lines = rowsOf(table, delimiter).slice(1);
	const rows = lines.map((line) => {
		const cells = cellsOf(line.text, delimiter).map(plainCell);
		return Object.fromEntries(titles.flatMap((title, at) => (title ? [[title, cells[at] ?? ""]] : [])));
	});
	return collect(rows, zone, (at) => lines[at] ?? { line: 0, text: "" });
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
	// If the file's `domain` is not a valid domain name, ignore it.
	const named = parseDomain(domain ?? "");
	return named.ok && named.ascii !== zone.domain ? { ...parsed, foreignOrigin: named.ascii } : parsed;
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
	const parsed: ParsedZone = { types: "all", records: [], refused: [], nameservers: [] };
	for (const [index, row] of rows.entries()) {
		if (Object.values(row).every((cell) => cell === "" || cell === null)) continue;
		const read = readRow(row, zone);
		if ("problem" in read) {
			const { line, text } = at(index);
			parsed.refused.push({ line, text: shorten(text), problem: read.problem });
		} else if ("record" in read) parsed.records.push(read.record);
		else if (read.skipped !== null) parsed.nameservers.push(read.skipped);
	}
	return parsed;
}

/**
 * `skipped`: a record that the service manages. For an NS record of the apex, the value is its target. For the SOA, it
 * is null.
 */
type Read = { record: AnyRecord } | { skipped: string | null } | { problem: ParsedZone["refused"][number]["problem"] };

function readRow({ type = "", hostname = "", value, ttl, priority }: Row, zone: Zone): Read {
	const record: AnyRecord = {
		type: String(type).trim().toUpperCase(),
		hostname: String(hostname).trim(),
		value: String(value ?? ""),
		ttl: numberOf(ttl) ?? null,
		priority: numberOf(priority) ?? null,
	};
	if (Number.isNaN(record.ttl)) return { problem: "ttl" };
	if (Number.isNaN(record.priority)) return { problem: "priority" };
	const at = relativeHostname(record.hostname, zone.domain);
	if (record.type === "SOA") return { skipped: null };
	if (record.type === "NS" && at.ok && at.value === "@")
		return { skipped: record.value.toLowerCase().replace(/\.$/, "") };
	if (!isKnown(record)) {
		if (!at.ok && at.problem === "hostname_outside") return { problem: at.problem };
		const isWhole = isOtherType(record) && record.hostname !== "" && value !== undefined;
		return isWhole ? { record: canonicalRecord(record, zone) } : { problem: "type" };
	}
	const { ttl: own, ...input } = inputOf(record);
	const read = readRecord(input, zone);
	if (!read.ok) return { problem: read.problem };
	// If the file has no TTL or priority, the field is null, so that an existing record keeps its own.
	const noPriority = hasPriority(record.type) && input.priority === undefined && { priority: null };
	return { record: { ...read.value, ttl: own ?? null, ...noPriority } };
}

/** Returns undefined for an empty cell and NaN for a text that is not a whole number. */
function numberOf(cell: Row[Column]): number | undefined {
	if (cell === undefined || cell === null || cell === "") return undefined;
	return /^\d{1,10}$/.test(String(cell).trim()) ? Number(cell) : Number.NaN;
}
