import { parseSentence, type RecordSentence } from "../../sentence.ts";
import { plainName } from "../name.ts";
import { doubtsOfText } from "../text-value.ts";
import { hasTarget } from "./data.ts";
import { lacksPriority, readRow } from "./row.ts";
import { isApex, ofRow, ownName, type Read, type State, target } from "./state.ts";
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
	{ host, type, value, ttl, priority }: RecordSentence,
	{ cut, broken }: Entry,
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
	if (cut && (type === "TXT" || type === "CAA")) doubts.set("semicolon", "");
	return read;
}
