import type { AnyRecord } from "@domains/contract/records/any-record.ts";
import { plainName } from "@domains/contract/records/name.ts";
import type { Zone } from "@domains/contract/records/record.ts";
import { doubtsOfText } from "@domains/contract/records/text-value.ts";
import { endsInText, hasTarget } from "@domains/contract/records/types.ts";
import { parseSentence, type RecordSentence } from "../sentence.ts";
import type { Doubt } from "./parsed-zone.ts";
import { lacksPriority, readRow } from "./row.ts";
import { isApex, ofRow, ownName, type Read, type State, startOf, target } from "./state.ts";
import type { Entry } from "./tokens.ts";
import { parseTtl } from "./ttl.ts";

/**
 * Reads a line of a list as a person types a record. An indented line continues the record before it, so it may lack
 * the hostname.
 */
export function typedRecord({ text, indented, spans }: Entry, { owner }: State): RecordSentence | undefined {
	if (spans) return undefined;
	const continued = indented && owner !== undefined ? parseSentence(`${owner} ${text}`) : undefined;
	const lacksHost = indented && (parseTtl(text.trim().split(/\s/, 1)[0] ?? "") !== undefined || /^\s*IN\s/i.test(text));
	return continued ?? (lacksHost ? undefined : parseSentence(text));
}

export function readTyped(
	{ hostname: host, type, value, ttl, priority }: AnyRecord,
	broken: Entry["broken"],
	state: State,
): Read {
	const { zone, doubts } = state;
	const [name = ""] = value.split(/\s+/).slice(-1);
	const hostname = ownName(host, state);
	state.owner = hostname;
	if (type === "NS" && isApex(hostname, zone)) return { skipped: "nameserver", value: plainName(target(name, state)) };
	const read = readRow({ type, hostname, value, ttl: ttl ?? null, priority: priority ?? null }, zone);
	if (!("record" in read)) return broken ? { problem: broken } : ofRow(read);
	if (hasTarget(type)) target(name, state);
	if (lacksPriority(read.record)) doubts.set("priority", "");
	for (const doubt of type === "TXT" ? doubtsOfText(value) : []) doubts.set(doubt, "");
	if (endsInText(type) && bareSemicolon.test(value.replaceAll(quoted, '""'))) doubts.set("semicolon", "");
	return read;
}

const quoted = /"(?:[^"\\]|\\.)*"/g;
/** Matches a semicolon with a text after it. In a zone file, this text would be a comment. */
const bareSemicolon = /;\s*\S/;

/** Returns what the bot assumes about a record that a person types alone: the same as about a line of a list. */
export function doubtsOfLine(record: AnyRecord, zone: Zone): Doubt[] {
	const state = startOf(zone, { isZone: false, hasSoa: false });
	readTyped(record, undefined, state);
	return [...state.doubts.keys()];
}
