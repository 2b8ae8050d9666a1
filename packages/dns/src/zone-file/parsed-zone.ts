import type { AnyRecord } from "@domains/contract/records/any-record.ts";
import type { RecordProblem, Zone } from "@domains/contract/records/record.ts";
import type { TextDoubt } from "@domains/contract/records/text-value.ts";

/**
 * The zone for which the bot reads a file. `movedFrom`: the domain of the file, if the person uses the file for another
 * domain. `fileDomain`: the domain in the name of the file, if it has one.
 */
export interface FileZone extends Zone {
	movedFrom?: string;
	fileDomain?: string | undefined;
}

/** Why a line of a file is refused. The problem `type` means that the service does not support the type. */
export type LineProblem =
	| RecordProblem
	/** The line has no record type. */
	| "syntax"
	| "directive"
	| "class"
	| "owner_missing"
	| "type_missing"
	| "value_missing"
	/** The bot knows no record type of this name. */
	| "type_unknown"
	/** A DNSSEC record that the nameserver creates itself when it signs the zone. */
	| "signature"
	/** A quotation mark is open at the end of the line. */
	| "quote_open"
	/** A parenthesis is not closed, or not opened. */
	| "parenthesis"
	/** The TTL is not a number of seconds. */
	| "ttl_unread"
	/** The header of the CSV file lacks a column. */
	| "columns"
	/** The JSON is broken on this line. */
	| "json"
	/** The JSON ends before it is complete. */
	| "json_end"
	/** The JSON has no list of records. */
	| "json_records"
	/** The JSON has too many records. */
	| "json_many";

/**
 * `line` counts from 1; `text` is the beginning of the line, to quote it in a message. `record`: the number of the
 * record in a JSON file, because a record there may span several lines.
 */
export interface RefusedLine {
	line: number;
	text: string;
	problem: LineProblem;
	/** The type of the record if the problem is `type`. */
	type?: string;
	record?: number;
}

/** What the bot assumed about a line, which may not mean what the person wants. */
export type Doubt =
	| TextDoubt
	/** A semicolon outside quotes starts a comment, which cuts the text off. */
	| "comment"
	/** The text continues after a semicolon outside quotes. In a zone file, the semicolon would start a comment. */
	| "semicolon"
	/** A zone file has several words without quotes. DNS software joins them without spaces (RFC 1035, 5.1). */
	| "words"
	/** A name without a final dot counts as whole. Other software would append the domain. */
	| "dot"
	/** The domain was appended to a name of several labels, because it has no final dot. */
	| "relative"
	/** From this line on, records without a TTL take the last one above them (RFC 1035, 5.1), or that of the SOA. */
	| "ttl"
	/** The record has no priority. An existing record keeps its own, and a new one gets 0. */
	| "priority";

/** A line that was read, but may not mean what the person wants. A line with several doubts appears several times. */
export interface DoubtfulLine extends Pick<RefusedLine, "line" | "text" | "record"> {
	doubt: Doubt;
	/** The hostname of the record in a list of records as people type them. */
	hostname?: string;
}

/**
 * The types of existing records that an import replaces. `known`: the types in `recordTypes`. `all`: any type. An
 * array: the types in `recordTypes` and those in the array.
 */
export type FileTypes = "known" | "all" | readonly string[];

/**
 * The records read from a zone file, or from a CSV or JSON file. Their TTLs are those of the file. The SOA and the NS
 * records of the apex are skipped, because the service manages them. `nameservers` lists the targets of these NS
 * records.
 */
export interface ParsedZone {
	/**
	 * The types of existing records that an import with the mode `replace` removes. Records of other types stay. CSV and
	 * JSON files can hold every type, so they replace `all`. Zone files from other programs may leave out some types. So
	 * a zone file replaces only the types in `recordTypes` and the types that it contains.
	 */
	types: FileTypes;
	records: AnyRecord[];
	refused: RefusedLine[];
	nameservers: string[];
	/**
	 * The domain of the file, if that is not the domain for which the bot reads it. The bot finds it in the SOA,
	 * `$ORIGIN`, the JSON, the hostnames of a table, or the name of the file.
	 */
	foreignOrigin?: string;
	/** Lines that were read, but may not mean what the person wants. */
	doubtful?: DoubtfulLine[];
	/** The names of columns or JSON keys that are filled in, but that the bot does not read. */
	unused?: string[];
	/** `$INCLUDE` or `$GENERATE`. The file is incomplete without what this directive adds. */
	directive?: string;
}

/** `isOwn`: true if the content of the file names `zone.domain`. The domain in the file's name then does not matter. */
export type ParsedContent = ParsedZone & { isOwn?: boolean };

const shownLength = 80;

/** Truncates a text to 80 characters, to quote it in a message. */
export function shorten(text: string): string {
	if (text.length <= shownLength) return text;
	const characters = [...text.slice(0, 2 * shownLength + 2)];
	return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join("")}…` : text;
}
