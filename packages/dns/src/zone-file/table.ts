import { parseDomain } from "@domains/contract/names.ts";
import { doubtsOfText } from "@domains/contract/records/text-value.ts";
import { type AnyRecord, endsInText, isRecordType, recordFields } from "@domains/contract/records/types.ts";
import { z } from "zod";
import { cellsOf, csvOf, excelSeparator, plainCell, rowsOf } from "../csv.ts";
import { originOfHosts } from "./origin.ts";
import {
	type DoubtfulLine,
	type FileZone,
	type LineProblem,
	type ParsedContent,
	type RefusedLine,
	shorten,
	withApexDoubts,
} from "./parsed-zone.ts";
import { columnOf, type Fields, fieldsOf, jsonFields, lacksPriority, plainType, readRow, rowOf } from "./row.ts";

/** Ten times as many as a zone holds. */
const mostEntries = 10_000;
const delimiters = [",", ";", "\t"] as const;

/** Types that the bot does not know are included. */
export function formatCsv(records: readonly AnyRecord[], domain: string): Uint8Array {
	return csvOf([recordFields, ...records.map((record) => Object.values(rowOf(record, domain)))]);
}

/** `{ "domain", "records": [{ "type", "hostname", "value", "ttl", "priority" }] }`. */
export function formatJson(records: readonly AnyRecord[], domain: string): string {
	return `${JSON.stringify({ domain, records: records.map((record) => rowOf(record, domain)) }, null, "\t")}\n`;
}

/** The first line must name the columns. Undefined for any other text. */
export function parseCsv(text: string, zone: FileZone): ParsedContent | undefined {
	const table = text.replace(/^\ufeff/, "");
	const [, separator] = excelSeparator.exec(table) ?? [];
	const [head = ""] = table.replace(excelSeparator, "").split(/[\r\n]/, 1);
	const delimiter = separator ?? delimiters.find((each) => head.includes(each));
	if (delimiter === undefined) return undefined;
	const titles = cellsOf(head, delimiter);
	const named = titles.map(columnOf);
	if (!named.includes("type")) return undefined;
	const typeAt = named.indexOf("type");
	const valueAt = named.indexOf("value");
	const rows = wholeRows(rowsOf(table, delimiter).slice(separator === undefined ? 1 : 2), {
		delimiter,
		titles,
		typeAt,
		valueAt,
	});
	// A page about the mail servers of a domain has no column of hostnames.
	const isMail = named.includes("priority") && rows.every(({ cells }) => plainType(cells[typeAt] ?? "") === "MX");
	const hasHosts = named.includes("hostname");
	if (!(hasHosts || isMail) || valueAt < 0)
		return refusedAt({ line: separator === undefined ? 1 : 2, text: head, problem: "columns" });
	const lines: Pick<RefusedLine, "line" | "text">[] = [];
	const fields: Fields[] = [];
	for (const { cells: given, ...line } of rows) {
		const [cells, priority] = withoutPriority(given, { titles, typeAt, valueAt });
		for (const value of valuesOf(cells[valueAt] ?? "", plainType(cells[typeAt] ?? ""))) {
			// A short row is not filled up to the titles: many of both would take far more time than the text is long.
			const own = cells
				.slice(0, titles.length)
				.map((cell, at) => [titles[at] ?? "", at === valueAt ? value : cell] as const);
			const more = [
				["value", ""],
				["priority", priority],
				["hostname", hasHosts ? "" : "@"],
			] as const;
			fields.push(fieldsOf([...own, ...more]));
			lines.push(line);
		}
	}
	const parsed = collectWithoutOrigin(fields, zone, (index) => lines[index] ?? { line: 0, text: "" });
	return hasHosts
		? parsed
		: withApexDoubts(
				parsed,
				lines.map(({ line, text: row }) => ({ line, text: shorten(row) })),
			);
}

interface TableRow extends Pick<RefusedLine, "line" | "text"> {
	cells: string[];
}

/**
 * A page may show several values in one cell, each on a line. Without quotes, each of these lines becomes a row: the
 * first one lacks the cells after the value, and the others lack the cells before it.
 */
function wholeRows(
	lines: readonly Pick<RefusedLine, "line" | "text">[],
	{
		delimiter,
		titles,
		typeAt,
		valueAt,
	}: { delimiter: string; titles: readonly string[]; typeAt: number; valueAt: number },
): TableRow[] {
	const rows: TableRow[] = [];
	for (const { line, text } of lines) {
		const cells = cellsOf(text, delimiter).map(plainCell);
		const last = rows.at(-1);
		const isRest =
			text.trim() !== "" &&
			last?.cells.length === valueAt + 1 &&
			last.cells.length + cells.length - 1 <= titles.length &&
			!isRecordType(plainType(cells[typeAt] ?? ""));
		if (!isRest) rows.push({ line, text, cells });
		else last.cells.push(`${last.cells.pop()}\n${cells.shift()}`, ...cells);
	}
	return rows;
}

/** Cloudflare shows the priority of an MX record in a separate cell without a title, after the value. */
function withoutPriority(
	cells: string[],
	{ titles, typeAt, valueAt }: { titles: readonly string[]; typeAt: number; valueAt: number },
): [cells: string[], priority: string] {
	const next = cells[valueAt + 1]?.trim() ?? "";
	const isExtra =
		plainType(cells[typeAt] ?? "") === "MX" &&
		/^\d{1,5}$/.test(next) &&
		columnOf(titles[valueAt + 1] ?? "") !== "priority" &&
		(cells.length > titles.length || columnOf(titles[valueAt + 1] ?? "") === undefined);
	return isExtra ? [cells.toSpliced(valueAt + 1, 1), next] : [cells, ""];
}

/** The values of one cell: each on a line, or, for values that have no spaces, next to each other. */
function valuesOf(cell: string, type: string): string[] {
	const lines = cell.split(/\s*[\r\n]+\s*/).filter((line) => line.trim() !== "");
	const isSplit =
		type === "TXT" ? lines.every((line) => line.startsWith('"')) : isRecordType(type) && !endsInText(type);
	if (lines.length > 1 && isSplit) return lines;
	const inLine = type === "MX" ? /^(?:\d{1,5}\s+\S+\.\S*[,\s]*){2,}$/ : /^(?:[\d.]+[,\s]+)+[\d.]+$/;
	const each = type === "MX" ? /\d{1,5}\s+[^\s,]+/g : /[\d.]+/g;
	return (type === "MX" || type === "A") && inLine.test(cell.trim()) ? (cell.match(each) ?? [cell]) : [cell];
}

const jsonFile = z.union([
	z.array(z.unknown()).transform((records) => ({ records, domain: undefined })),
	z.object({ domain: z.unknown().optional(), records: z.array(z.unknown()) }),
]);

/**
 * An array of records, or an object with `records`. Undefined if the text does not begin with `[` or `{`. If the JSON
 * is broken, the result refuses the line where it breaks.
 */
export function parseJson(text: string, zone: FileZone): ParsedContent | undefined {
	if (!/^[\ufeff\s]*[[{]/.test(text)) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(text.replace(/^\ufeff/, ""));
	} catch {
		return refusedAt(brokenLine(text.replace(/^\ufeff/, "")));
	}
	const file = jsonFile.safeParse(value).data;
	if (!file) return refusedAt({ line: 1, text, problem: "json_records" });
	const { records, domain } = file;
	if (records.length > mostEntries) return refusedAt({ line: 1, text, problem: "json_many" });
	const rows = records.map((record) => jsonFields.safeParse(record).data ?? null);
	const at = (index: number) => ({ line: 1, record: index + 1, text: shallowJson(records[index]) });
	// If the file's `domain` is not a valid domain name, ignore it.
	const named = parseDomain(typeof domain === "string" ? domain : "");
	if (!named.ok) return collectWithoutOrigin(rows, zone, at);
	const origin = named.ascii === zone.domain ? { isOwn: true } : { foreignOrigin: named.ascii };
	return { ...collect(rows, zone, at), ...origin };
}

/** To quote it. Lists and objects inside become `…`: `JSON.stringify` overflows the stack at a deep nesting. */
function shallowJson(value: unknown): string {
	const flat = (inner: unknown) => (typeof inner === "object" && inner !== null ? "…" : inner);
	if (Array.isArray(value)) return JSON.stringify(value.map(flat));
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	return JSON.stringify(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, flat(inner)])));
}

function brokenLine(text: string): RefusedLine {
	const end = text.trimEnd().length;
	const at = Math.min(brokenAt(text), end);
	const before = text.slice(0, at).split(/\r\n|\n|\r/);
	const [after = ""] = text.slice(at).split(/[\r\n]/, 1);
	const problem: LineProblem = at === end ? "json_end" : "json";
	return { line: before.length, text: `${before.at(-1) ?? ""}${after}`.trim(), problem };
}

function refusedAt({ text, ...refused }: RefusedLine): ParsedContent {
	return { types: "all", records: [], refused: [{ ...refused, text: shorten(text) }], nameservers: [] };
}

type PlaceOf = (index: number) => Pick<RefusedLine, "line" | "text" | "record">;

/** The file names no domain. Its hostnames may be full names, which show the domain. */
function collectWithoutOrigin(fields: readonly (Fields | null)[], zone: FileZone, at: PlaceOf): ParsedContent {
	const rows = fields.map((each) => each?.row ?? null);
	const parsed = collect(fields, zone, at);
	const found = originOfHosts(rows, zone.domain);
	if (found.kind === "own") return { ...parsed, isOwn: true };
	if (found.kind === "foreign") return { ...parsed, foreignOrigin: found.origin };
	if (found.kind === "unknown") return parsed;
	const doubtful = rows.flatMap((row, index): DoubtfulLine[] => {
		const { text, ...place } = at(index);
		return row?.hostname ? [{ ...place, text: shorten(text), doubt: "dot" }] : [];
	});
	return { ...parsed, doubtful: [...doubtful, ...(parsed.doubtful ?? [])] };
}

/** A row is null if it is not an object. */
function collect(fields: readonly (Fields | null)[], zone: FileZone, at: PlaceOf): ParsedContent {
	const parsed: ParsedContent = { types: "all", records: [], refused: [], nameservers: [] };
	const doubtful: DoubtfulLine[] = [];
	for (const [index, { row } = { row: null }] of fields.map((each) => each ?? undefined).entries()) {
		const cells = Object.values(row ?? {});
		if (cells.length > 0 && cells.every((cell) => cell === "")) continue;
		const read = row && cells.length > 0 ? readRow(row, zone) : { problem: "syntax" as const };
		if ("record" in read) {
			const { text, ...place } = at(index);
			const doubts = [
				...(lacksPriority(read.record) ? (["priority"] as const) : []),
				...(read.record.type === "TXT" ? doubtsOfText(String(row?.value)) : []),
			];
			doubtful.push(...doubts.map((doubt) => ({ ...place, text: shorten(text), doubt })));
			parsed.records.push(read.record);
		} else if ("server" in read) parsed.nameservers.push(read.server);
		else if ("problem" in read) {
			const { text, ...place } = at(index);
			parsed.refused.push({ ...place, text: shorten(text), ...read });
		}
	}
	const unused = [...new Set(fields.flatMap((each) => each?.unused ?? []))];
	return { ...parsed, ...(doubtful.length > 0 && { doubtful }), ...(unused.length > 0 && { unused }) };
}

/** A string without its last quotation mark does not match. */
const token =
	/\s*([{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/iuy;

/** For `first value` and `first key`, the next token may also be the closing bracket. */
type Next = "value" | "first value" | "key" | "first key" | "colon" | "comma";

/** The messages of `JSON.parse` do not always have this index. The length of the text if it only ends too early. */
export function brokenAt(text: string): number {
	/** The innermost one last. */
	const open: ("}" | "]")[] = [];
	let next: Next | undefined = "value";
	let at = 0;
	for (;;) {
		token.lastIndex = at;
		const [whole = "", found = ""] = token.exec(text) ?? [];
		next = found === "" ? undefined : follow(found, next, open);
		if (next === undefined) return text.slice(at).trim() === "" ? text.length : at + text.slice(at).search(/\S/);
		at += whole.length;
	}
}

/** Undefined if it does not fit `next`. */
function follow(found: string, next: Next, open: ("}" | "]")[]): Next | undefined {
	const inner = open.at(-1);
	if (found === "}" || found === "]") {
		const mayClose = next === "comma" || next === (found === "]" ? "first value" : "first key");
		return mayClose && open.pop() === found ? "comma" : undefined;
	}
	if (found === ",") return next === "comma" && inner ? (inner === "]" ? "value" : "key") : undefined;
	if (found === ":") return next === "colon" ? "value" : undefined;
	if (next === "key" || next === "first key") return found.startsWith('"') ? "colon" : undefined;
	if (next !== "value" && next !== "first value") return undefined;
	if (found !== "{" && found !== "[") return "comma";
	open.push(found === "{" ? "}" : "]");
	return found === "{" ? "first key" : "first value";
}
