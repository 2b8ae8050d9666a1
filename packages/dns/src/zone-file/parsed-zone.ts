import type { TextDoubt } from "@domains/contract/records/text-value.ts";
import type { AnyRecord, RecordProblem, SetProblem, Zone } from "@domains/contract/records/types.ts";

/**
 * `movedFrom`: the domain of the file, if the person uses the file for another domain. `fileDomain`: the domain in the
 * name of the file.
 */
export interface FileZone extends Zone {
	movedFrom?: string;
	fileDomain?: string | undefined;
}

/** `type`: the service does not support the type. */
export type LineProblem =
	| RecordProblem
	| "syntax"
	| "directive"
	| "class"
	| "owner_missing"
	| "type_missing"
	| "value_missing"
	| "type_unknown"
	/** The nameserver creates it when it signs the zone. */
	| "signature"
	| "quote_open"
	| "parenthesis"
	| "ttl_unread"
	| "columns"
	| "json"
	| "json_end"
	| "json_records"
	| "json_many";

/**
 * `line` counts from 1. `text` is quoted in a message. `record`: the number of the record in a JSON file, where it may
 * span several lines.
 */
export interface RefusedLine {
	line: number;
	text: string;
	problem: LineProblem;
	type?: string;
	record?: number;
}

export type Doubt =
	| TextDoubt
	/** A semicolon outside quotes cuts the text off. */
	| "comment"
	/** A text follows a semicolon outside quotes. In a zone file, it would be a comment. */
	| "semicolon"
	/** DNS software joins words without quotes without spaces (RFC 1035, 5.1). */
	| "words"
	/** A name without a final dot counts as whole. Other software would append the domain. */
	| "dot"
	/** The domain was appended to a name of several labels, because it has no final dot. */
	| "relative"
	/** From this line on, records without a TTL take the last one above them (RFC 1035, 5.1), or that of the SOA. */
	| "ttl"
	/** The record has no hostname, so it is one of the domain itself. */
	| "apex"
	/** The record has no priority. An existing record keeps its own, and a new one gets 0. */
	| "priority";

/** A line with several doubts appears several times. */
export interface DoubtfulLine extends Pick<RefusedLine, "line" | "text" | "record"> {
	doubt: Doubt;
	hostname?: string;
}

/** That an import replaces. `known`: those in `recordTypes`. `all`: any. An array: those in `recordTypes` and in it. */
export type FileTypes = "known" | "all" | readonly string[];

/** `zone`: every record. Otherwise, all records of the types that an imported file replaces. */
export type Replaced = FileTypes | "zone";

/** `alias_targeted`: another record points to the hostname of this CNAME record, so it needs an address. */
export type LeftOutProblem = RecordProblem | SetProblem | "alias_targeted";

export interface LeftOut<Row> {
	record: Row;
	problem: LeftOutProblem;
}

/**
 * The TTLs are those of the file. The SOA and the NS records of the apex are skipped, because the service manages
 * them. `nameservers` lists the targets of these NS records.
 */
export interface ParsedZone {
	/**
	 * What `replace` removes. CSV and JSON files can hold every type, so they replace `all`. Zone files from other
	 * programs may leave some out, so they replace `recordTypes` and what they contain.
	 */
	types: FileTypes;
	records: AnyRecord[];
	refused: RefusedLine[];
	nameservers: string[];
	/**
	 * If it is not the domain for which the bot reads the file. It comes from the SOA, `$ORIGIN`, the JSON, the
	 * hostnames of a table, or the name of the file.
	 */
	foreignOrigin?: string;
	doubtful?: DoubtfulLine[];
	/** The names of columns or JSON keys that the bot does not read. */
	unused?: string[];
	/** `$INCLUDE` or `$GENERATE`: the file is incomplete. */
	directive?: string;
}

/** `isOwn`: the content names `zone.domain`. The domain in the file's name then does not matter. */
export type ParsedContent = ParsedZone & { isOwn?: boolean };

const shownLength = 80;

export function shorten(text: string): string {
	if (text.length <= shownLength) return text;
	const characters = [...text.slice(0, 2 * shownLength + 2)];
	return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join("")}…` : text;
}

/** Not yet validated. */
export interface RecordSentence {
	host: string;
	type: string;
	value: string;
	ttl?: number;
	priority?: number;
}

/** Of a type that `parseSentence` does not read, such as TLSA. The value is not validated. */
export interface UnsupportedRecord {
	/** "@" if the person sent only the type and the value. */
	host: string;
	/** Upper case. */
	type: string;
	/** "" if it is missing. Only `readUnsupported` returns such a record. */
	value: string;
}

/** `lines`: those without a hostname. A line that was refused has its own reason. */
export function withApexDoubts<Parsed extends Pick<ParsedZone, "refused" | "doubtful">>(
	parsed: Parsed,
	lines: readonly Pick<RefusedLine, "line" | "text">[],
): Parsed {
	const refused = new Set(parsed.refused.map(({ line }) => line));
	const doubts = lines.flatMap((each): DoubtfulLine[] => (refused.has(each.line) ? [] : [{ ...each, doubt: "apex" }]));
	return doubts.length === 0 ? parsed : { ...parsed, doubtful: [...doubts, ...(parsed.doubtful ?? [])] };
}
