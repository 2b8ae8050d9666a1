import { isKnown } from "@domains/contract/records/any-record.ts";
import { isFileType } from "@domains/contract/records/data-form.ts";
import { type RecordProblem, readRecord, type Zone } from "@domains/contract/records/record.ts";
import { isRecordType } from "@domains/contract/records/types.ts";
import { splitPriority } from "./sentence.ts";
import { type TemplateRecord, templateOf } from "./templates.ts";
import { fillRecord, variablesIn } from "./variables.ts";

/**
 * A template that a person typed, or the first line that is refused. `problem`: what is wrong with the record in that
 * line. Absent if the line does not look like a record.
 */
export type TemplateText =
	| { ok: true; name: string; records: TemplateRecord[] }
	| { ok: false; line: string; problem?: RecordProblem };

/**
 * Parses a template: its name on the first line, and one record in each following line, such as
 * `www CNAME {shop}.example.net`. Undefined if the text is something else: it has one line, its first line is a record,
 * or no line is a record.
 */
export function parseTemplateText(text: string, zone: Zone): TemplateText | undefined {
	const [name = "", ...lines] = text
		.split(/[\r\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== "");
	const parsed = lines.map((line) => ({ line, record: parseLine(line) }));
	if (parseLine(name) || !parsed.some(({ record }) => record)) return undefined;
	const records: TemplateRecord[] = [];
	for (const { line, record } of parsed) {
		if (!record) return { ok: false, line };
		const problem = problemOf(record, zone);
		if (problem) return { ok: false, line, problem };
		records.push(record);
	}
	return { ok: true, name, records: templateOf(records, zone.domain) };
}

/** A line is: hostname, optional TTL and class, type, value. The priority comes before the value. */
const recordLine = /^(\S+)\s+(?:(\d{1,10})\s+)?(?:IN\s+)?([a-z][a-z\d]*)\s+(\S.*)$/i;

function parseLine(line: string): TemplateRecord | undefined {
	const [, hostname = "", ttl, word = "", rest = ""] = recordLine.exec(line) ?? [];
	// A type that is not in `recordTypes` must be in upper case. In lower case, it may be a word of a sentence.
	const type = isRecordType(word.toUpperCase()) ? word.toUpperCase() : word;
	if (!isRecordType(type) && !isFileType(type)) return undefined;
	const { value, priority = null } = splitPriority(rest, type);
	return { type, hostname, value, priority, ttl: ttl === undefined ? null : Number(ttl) };
}

/**
 * Returns what is wrong with a record. Undefined for a record with a variable, because it can be checked only when the
 * value is known. Also undefined for a type that is not in `recordTypes`.
 */
function problemOf(record: TemplateRecord, zone: Zone): RecordProblem | undefined {
	const filled = fillRecord(record, zone.domain, {});
	if (variablesIn([record]).length > 0 || !isKnown(filled)) return undefined;
	const { type, hostname, value, priority, ttl } = filled;
	const more = { ...(priority != null && { priority }), ...(ttl != null && { ttl }) };
	const read = readRecord({ type, hostname, value, ...more }, zone);
	return read.ok ? undefined : read.problem;
}
