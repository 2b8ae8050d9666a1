import { isRecordType, recordTypes, typeName, typeRows } from "@domains/contract/records/types.ts";
import { type RefusedLine, shorten } from "./parsed-zone.ts";
import { columnOf, plainHost, plainType, type Row } from "./row.ts";

/**
 * Rewrites records as providers' pages show them to lines that the readers know: rows of HTML and Markdown tables, cells
 * on a line each, fields with labels such as `Type: CNAME`, bullets, arrows, sentences. Any other text stays as it is.
 * Each record stays on the line where it begins, except in HTML.
 */
export function asRecordLines(text: string): string {
	// JSON and zone files may have such lines in their strings.
	if (/^[\ufeff\s]*[[{]/.test(text) || /^\$(?:ORIGIN|TTL)\s/im.test(text) || /\sSOA\s/.test(text)) return text;
	const plain = /<t[dr][\s>]/i.test(text) ? htmlRows(text) : text;
	const lines = plain.split(/\r\n|\n|\r/);
	const rewritten = (typeLine.test(plain) ? joinedCells(lines) : undefined) ?? labelled(lines.map(asRecordLine));
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
/** `MX : mx.example.net Priority 10`, or cells with the priority first and a state last. */
const mailServer =
	/^MX(?: record)?(?:[ \t]*:[ \t]*(\S{3,255}?),?[ \t]+priority[ \t:=]*(\d{1,5})|(?:\t(\S+))?\t(\d{1,5})\t(\S{3,255})(?:\t[a-z][a-z ]*)?)$/i;
/** `Create a CNAME record for www pointing to target.example.net.` */
const sentence = new RegExp(
	String.raw`^(?:[a-z']+,? ){0,6}?(${recordTypes.join("|")})[ -]record(?: with (?:a )?priority (?:of )?(\d{1,5}))?(?: (?:(?:for|at|on|named|called|with (?:the )?(?:host ?)?name) )?(?!with |that |which |point|set )["“'‘]?([^\s"”'’,]+)["”'’]?)?,? (?:(?:and|that|which) )?(?:(?:to )?point(?:s|ing)?(?: it)? (?:to|at)|(?:with|and|to|has|having) (?:the |a )?(?:value|content|target)(?: of)?|(?:set )?to):? (\S.*)$`,
	"i",
);
/** `MX for @ mx.example.net, priority 10` or `TXT record on _dmarc: v=DMARC1; p=none`. */
const placed = new RegExp(
	String.raw`^(?:(?:please )?(?:add|create|set|make|new) (?:an? |the )?)?(${recordTypes.join("|")})(?:[ -]record)? (?:for|at|on) ["“'‘]?([^\s"”'’,:]+)["”'’]?[:,]? (?:(?:${arrow}|is|to|:) )?(\S.*)$`,
	"i",
);
const priorityAtEnd = /,? (?:with )?(?:a )?priority[ :=]*(?:of )?(\d{1,5})$/i;
const bullet = /^\s*(?:[•·▪◦–—-]|\d{1,2}[.)]) +(?=\S)/;
const markdownRow = /^\s*\|.*\|\s*$/;

const hint = /[|:=→•·–—\t-]|\d[.)] |points to|directs to|alias of|record| (?:for|at|on) /i;

function asRecordLine(line: string): string {
	if (line.length > longest || !hint.test(line)) return line;
	if (markdownRow.test(line)) {
		const cells = line.trim().slice(1, -1).split("|");
		return cells.every((cell) => /^[\s:-]*$/.test(cell)) ? "" : cells.map((cell) => cell.trim()).join("\t");
	}
	const bare = line.replace(bullet, "");
	const [, firstType, lastHost, firstHost, lastType, target, ttl = ""] = withArrow.exec(bare.trim()) ?? [];
	const host = firstHost ?? lastHost;
	if (host !== undefined) return [host, ttl, firstType ?? lastType, target].filter((word) => word !== "").join(" ");
	const [, , , mxHost, mxPriority, mxTarget] = mailServer.exec(bare.trim()) ?? [];
	if (mxHost !== undefined) return `${mxHost} MX ${mxPriority} ${mxTarget}`;
	const hostless = readHostless(bare);
	if (hostless !== undefined) return hostless.startsWith("MX ") ? `@ ${hostless}` : bare;
	const row = sentenceRow(bare.trim()) ?? inlineRow(bare);
	return (row && lineOf(row)) ?? placedLine(bare.trim()) ?? bare;
}

/** A record without its hostname, as `MX 10 mx.example.net`, from a line such as `MX : mx.example.net Priority 10`. */
export function readHostless(given: string): string | undefined {
	if (given.length > longest || !hint.test(given)) return undefined;
	const line = given.replace(bullet, "").trim();
	const [, mx, priority, host, cell, mxCell] = mailServer.exec(line) ?? [];
	if (host === undefined && (mx ?? mxCell) !== undefined) return `MX ${priority ?? cell} ${mx ?? mxCell}`;
	const { type, value, hostname, priority: stated } = sentenceRow(line) ?? {};
	if (type === undefined || hostname !== undefined) return undefined;
	return [String(type).toUpperCase(), stated, value].filter((word) => word !== "").join(" ");
}

/** The lines of mail servers without a hostname. In a list, they are those of the domain itself. */
export function linesWithoutHost(text: string): Pick<RefusedLine, "line" | "text">[] {
	const lines = text.split(/\r\n|\n|\r/).map((line, at) => ({ line: at + 1, text: line.trim() }));
	const found = lines.filter((each) => readHostless(each.text)?.startsWith("MX "));
	return found.map((each) => ({ ...each, text: shorten(each.text) }));
}

const typeCell = new RegExp(`^(?:${recordTypes.join("|")})(?: record)?$`);
const typeLine = new RegExp(String.raw`^[ \t]*(?:${recordTypes.join("|")})(?: record)?[ \t]*\r?$`, "m");
/** The cells of a record: type, hostname and value, perhaps also a TTL, a priority, a state. */
const cellCounts = { least: 3, most: 8 };

/**
 * Joins the cells of a table that was copied with each cell on a line. Each record has the same number of cells, and its
 * type at the same place. A title for each cell may precede them. Undefined for any other text.
 */
function joinedCells(lines: readonly string[]): readonly string[] | undefined {
	const cells = lines.flatMap((line, at) => (line.trim() === "" ? [] : [{ text: line.trim(), at }]));
	const types = cells.flatMap(({ text }, at) => (typeCell.test(text) ? [at] : []));
	const [first, second] = types;
	if (first === undefined || cells.some(({ text }) => text.includes("\t"))) return undefined;
	const titled = cells.findIndex(({ text }) => columnOf(text) === "type");
	const isTitled = titled >= 0 && titled < first;
	const width = (second ?? cells.length) - (second === undefined ? (isTitled ? cells.length / 2 : 0) : first);
	const titles = cells.length - types.length * width;
	const isEven = types.every((at, index) => at === first + index * width) && (titles === 0 || titles === width);
	const typeAt = first - titles;
	if (!isEven || width < cellCounts.least || width > cellCounts.most || typeAt < 0 || typeAt >= width) return undefined;
	if (titles > 0 && titled !== typeAt) return undefined;
	const joined = lines.map(() => "");
	for (let from = 0; from < cells.length; from += width) {
		const row = cells.slice(from, from + width);
		joined[row[0]?.at ?? 0] = row.map(({ text }) => plainHost(text)).join("\t");
	}
	return joined;
}

function sentenceRow(line: string): Row | undefined {
	const [, type, priority = "", host, value = ""] = sentence.exec(line) ?? [];
	return type ? { type, priority, ...(host && { hostname: host }), value: value.replace(/[.,]$/, "") } : undefined;
}

/** Undefined if the words are only such as in `a record for my shop to use`. */
function placedLine(line: string): string | undefined {
	const [, type = "", host = "", data = ""] = placed.exec(line) ?? [];
	const [end, priority = ""] = priorityAtEnd.exec(data) ?? [];
	const value = `${priority} ${end === undefined ? data : data.slice(0, -end.length)}`.trim();
	const known = typeName(type);
	if (!isRecordType(known)) return undefined;
	const { likely, meant } = typeRows[known].typed;
	const withoutTtl = value.replace(/(?<=\S)[ \t]\d+$/, "");
	return (type === known ? meant : likely).test(withoutTtl) ? `${host} ${type} ${value}` : undefined;
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
	if (!lines.some((line) => line.includes(":"))) return lines;
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
