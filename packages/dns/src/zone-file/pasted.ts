import { isRecordType, recordTypes, typeName } from "@domains/contract/records/types.ts";
import { columnOf, plainHost, plainType, type Row } from "./row.ts";

/**
 * Rewrites records as providers' pages show them to lines that the readers know: rows of HTML and Markdown tables, fields
 * with labels such as `Type: CNAME`, bullets, arrows. Any other text stays as it is. Each record stays on the line where
 * it begins, except in HTML.
 */
export function asRecordLines(text: string): string {
	// JSON and zone files may have such lines in their strings.
	if (/^[\ufeff\s]*[[{]/.test(text) || /^\$(?:ORIGIN|TTL)\s/im.test(text) || /\sSOA\s/.test(text)) return text;
	const plain = /<t[dr][\s>]/i.test(text) ? htmlRows(text) : text;
	if (!/[|:=→•·–—-]|\d[.)] |points to|directs to|alias of/i.test(plain)) return plain;
	const lines = plain.split(/\r\n|\n|\r/);
	const rewritten = labelled(lines.map(asRecordLine));
	return rewritten.every((line, at) => line === lines[at]) ? plain : rewritten.join("\n");
}

const entities = new Map([
	["amp", "&"],
	["lt", "<"],
	["gt", ">"],
	["quot", '"'],
	["#39", "'"],
	["nbsp", " "],
]);

/** Returns each row on a line, with tabs between its cells. */
function htmlRows(html: string): string {
	const rows = html.split(/<tr\b[^<>]*>/i).map((row) => {
		const [before = "", ...cells] = row.replace(/<\/(?:tr|table)>.*/is, "").split(/<t[dh]\b[^<>]*>/i);
		const texts = (cells.length > 0 ? cells : [before]).map((cell) => {
			const bare = cell
				.replaceAll(/<[^<>]*>/g, " ")
				.replaceAll(/&(#?\w{2,4});/g, (all, name) => entities.get(name) ?? all);
			return bare.replaceAll(/\s+/g, " ").trim();
		});
		return texts.join("\t");
	});
	return rows.filter((row) => row.trim() !== "").join("\n");
}

const arrow = `(?:→|[-=]>|=|points to|directs to|is an alias of)`;
const typeWord = `(a|aaaa|cname|ns)(?: record)?`;
/** A line such as `CNAME record: www → target.example.net`, `www → CNAME → target.example.net` or `A www = 203.0.113.5`. */
const withArrow = new RegExp(
	String.raw`^(?:${typeWord}:?[ \t]+(\S+)|(\S+)[ \t]+(?:${arrow}[ \t]+)?${typeWord})[ \t]+${arrow}[ \t]+(\S+)(?:[ \t]+(\d+))?$`,
	"i",
);
const bullet = /^\s*(?:[•·▪◦–—-]|\d{1,2}[.)]) +(?=\S)/;
const markdownRow = /^\s*\|.*\|\s*$/;

function asRecordLine(line: string): string {
	if (line.length > longest) return line;
	if (markdownRow.test(line)) {
		const cells = line.trim().slice(1, -1).split("|");
		return cells.every((cell) => /^[\s:-]*$/.test(cell)) ? "" : cells.map((cell) => cell.trim()).join("\t");
	}
	const bare = line.replace(bullet, "");
	const [, firstType, lastHost, firstHost, lastType, target, ttl = ""] = withArrow.exec(bare.trim()) ?? [];
	const host = firstHost ?? lastHost;
	if (host !== undefined) return [host, ttl, firstType ?? lastType, target].filter((word) => word !== "").join(" ");
	const row = inlineRow(bare);
	return (row && lineOf(row)) ?? bare;
}

/** The length of a line that may be a record with labels. */
const longest = 8_192;
const labels = [
	"record type",
	"type",
	"host name",
	"hostname",
	"host",
	"name",
	"points to",
	"target",
	"value",
	"content",
];
const inlineLabel = new RegExp(
	String.raw`(?<![^\s,;|])(${[...labels, "data", "ttl", "priority"].join("|")}) ?[:=] ?`,
	"gi",
);

/** Reads a line such as `Type: CNAME Name: www Value: target.example.net`. */
function inlineRow(line: string): Row | undefined {
	const found = [...line.matchAll(inlineLabel)];
	if (found.length < 3 || found[0]?.index !== line.length - line.trimStart().length) return undefined;
	const row: Row = {};
	for (const [at, { 0: whole, 1: label = "", index }] of found.entries()) {
		const column = columnOf(label);
		const value = line.slice(index + whole.length, found[at + 1]?.index).replace(/[\s,;|]+$/, "");
		if (column === undefined || row[column] !== undefined) return undefined;
		row[column] = value;
	}
	return row;
}

const label = /^\s*([a-z][a-z /]{1,30}?)(?: ?\([^()]{0,40}\))? ?:(?:\s+(.*?))?\s*$/i;
/** Labels without a meaning for the record. */
const otherLabel = /^\s*(?:proxy(?: status)?|status|class|comment|notes?|purpose) ?:/i;

/** Joins lines such as `Type: CNAME`, `Name: www` and `Value: target.example.net`, or a label and its value below it. */
function labelled(lines: readonly string[]): readonly string[] {
	const joined = [...lines];
	let row: Row = {};
	let from = 0;
	let column: keyof Row | undefined;
	const end = (to: number) => {
		const line = lineOf(row);
		if (line !== undefined) {
			joined.fill("", from, to);
			joined[from] = line;
		}
		row = {};
		column = undefined;
	};
	for (const [at, line] of lines.entries()) {
		if (line.trim() === "" || otherLabel.test(line)) continue;
		const [, title = "", value = ""] = (line.length <= longest && label.exec(line)) || [];
		const next = title === "" ? undefined : columnOf(title);
		if (next === undefined) {
			if (column !== undefined && row[column] === "") row[column] = line.trim();
			else end(at);
			column = undefined;
			continue;
		}
		if (row[next] !== undefined) end(at);
		if (Object.keys(row).length === 0) from = at;
		row[next] = value;
		column = next;
		const [first = ""] = title.split(" ");
		if (next === "value" && isRecordType(typeName(first))) row.type ??= first;
	}
	end(lines.length);
	return joined;
}

/** Undefined if the fields are no record. */
function lineOf({ type = "", hostname = "", value = "", ttl = "", priority = "" }: Row): string | undefined {
	const [kind, host, data] = [plainType(String(type)), plainHost(String(hostname)), String(value)];
	if (!recordTypes.some((each) => each === kind) || host === "" || /\s/.test(host) || data === "") return undefined;
	const text = kind === "TXT" && !data.startsWith('"') ? `"${data.replaceAll(/["\\]/g, "\\$&")}"` : data;
	const seconds = /^\d+[smhdw]?$/i.test(String(ttl)) ? String(ttl) : "";
	const isRead = seconds !== "" || ttl === "" || /^auto/i.test(String(ttl));
	return isRead ? [host, seconds, kind, String(priority), text].filter((word) => word !== "").join(" ") : undefined;
}
