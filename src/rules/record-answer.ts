import {
	hasPriority,
	isKnown,
	misplacement,
	readRecord,
	recordInputOf,
	relativeHostname,
} from "@domains/contract/records/record.ts";
import { type AnyRecord, isPriorityAndTarget, isRecordType } from "@domains/contract/records/types.ts";
import { parseData, parsePartial, parseSentence, parseShortTarget } from "@domains/dns/sentence.ts";
import type { RecordSentence } from "@domains/dns/zone-file/parsed-zone.ts";

/** An answer to a question: a text, the button that was chosen, or something else, such as a sticker. */
type Answer =
	| { kind: "text"; text: string }
	| { kind: "tap"; tap: { verb: string; value: string | null } }
	| { kind: "other" };

/**
 * The known parts of a new record. `problem` says what is wrong with the last answer:
 * - a code of `rules/dns/record`;
 * - `unread` for a text that is not a record;
 * - `sentence` for a message without text.
 */
export interface UnfinishedRecord {
	type?: string | undefined;
	host?: string | undefined;
	/**
	 * The value, if the person sent it before the type or the host. If the person also sent a priority, `value` begins
	 * with it, as in `10 mail.example.com`.
	 */
	value?: string | undefined;
	/** The TTL, if the person sent one before the record was complete. */
	ttl?: number | undefined;
	problem?: string | undefined;
}

/** True if this is a record, such as MX, that only lacks its priority. */
export function isPriorityMissing({ type = "", host, value }: UnfinishedRecord): boolean {
	return isPriorityAndTarget(type) && host !== undefined && value !== undefined;
}

/**
 * True if the record is complete, or lacks only its priority. `next`: the record or the known parts after an answer.
 */
export function isAccepted(next: UnfinishedRecord | { record: AnyRecord }): boolean {
	return "record" in next || (isPriorityMissing(next) && next.problem === undefined);
}

/**
 * Adds a person's answer to a record that they enter in steps. Returns the record once it is complete and valid. Before
 * that, returns the parts that are known.
 */
export function answerNew(
	parts: UnfinishedRecord,
	answer: Answer,
	domain: string,
): UnfinishedRecord | { record: AnyRecord } {
	const { type, host, value, ttl } = parts;
	const known = { type, host, value, ttl };
	if (answer.kind === "tap") {
		if (answer.tap.verb === "priority")
			return isPriorityMissing(known) ? withPriority(known, answer.tap.value ?? "", domain) : known;
		const tapped = answer.tap.value ?? undefined;
		if (answer.tap.verb === "type") return withType(known, tapped, domain);
		return answer.tap.verb === "host" ? tryComplete(withHost({ type, value }, tapped ?? "", domain), domain) : known;
	}
	if (answer.kind !== "text") return { ...known, problem: "sentence" };
	const whole = parseSentence(answer.text);
	if (whole) return validateNew(recordOf(whole), domain, known);
	const half = parsePartial(answer.text);
	if (type === undefined) {
		const word = answer.text.trim().toUpperCase();
		if (isRecordType(word)) return withType(known, word, domain);
		const short = parseShortTarget(answer.text);
		if (short) return partsOfTarget(short, domain);
		return half ? tryComplete(half, domain) : { ...known, problem: "unread" };
	}
	if (isPriorityMissing(known) && !answer.text.includes(".")) return withPriority(known, answer.text, domain);
	if (host === undefined) {
		const next = withHost({ type, value }, answer.text.trim(), domain);
		return tryComplete(next.problem !== undefined && half ? half : next, domain);
	}
	return validateNew(recordFromText(host, type, answer.text), domain, { type, host });
}

/**
 * Returns the record if no part is missing and the value fits the type. If a part is missing, returns the known parts
 * unchanged. If the value does not fit the type, returns only the type, the host and the problem.
 */
export function tryComplete(parts: UnfinishedRecord, domain: string): UnfinishedRecord | { record: AnyRecord } {
	const { type, host, value, ttl, problem } = parts;
	if (type === undefined || host === undefined || value === undefined || problem !== undefined) return parts;
	const record = recordFromText(host, type, value);
	return validateNew({ ...record, ttl: record.ttl ?? ttl ?? null }, domain, { type, host });
}

/**
 * Returns the known parts of a record for a text such as `MX mail`, which names only a type and a target. For an MX
 * record, assumes the host `@`, because the target can be validated only with a host. If the target is invalid, the
 * result has a `problem`.
 */
export function partsOfTarget({ type, value }: { type: string; value: string }, domain: string): UnfinishedRecord {
	const known = tryComplete({ type, value, ...(isPriorityAndTarget(type) && { host: "@" }) }, domain);
	return "record" in known ? { type, value } : known;
}

/** Adds the type, tapped or typed. Without a value, forgets the host, which may not fit the type. */
function withType(
	{ host, value }: UnfinishedRecord,
	type: string | undefined,
	domain: string,
): UnfinishedRecord | { record: AnyRecord } {
	return tryComplete({ ...(value !== undefined && { host, value }), type }, domain);
}

/** Completes a record that only lacks its priority. `text`: the priority as the person sent it. */
function withPriority(parts: UnfinishedRecord, text: string, domain: string): UnfinishedRecord | { record: AnyRecord } {
	const { type = "", host: hostname = "", value = "", ttl = null } = parts;
	const priority = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN;
	return validateNew({ type, hostname, value, ttl, priority }, domain, parts);
}

/**
 * Adds the host name to the known parts. If the name is invalid, or not allowed for this type, returns the parts
 * without a host name and with the problem.
 */
function withHost({ type, value }: UnfinishedRecord, host: string, domain: string): UnfinishedRecord {
	const name = relativeHostname(host, domain);
	if (!name.ok) return { type, value, problem: name.problem };
	const problem = type !== undefined && isRecordType(type) ? misplacement(type, name.value) : undefined;
	return problem ? { type, value, problem } : { type, host, value };
}

/**
 * Reads an answer as the new version of a record. The answer can be a value, a TTL such as `ttl 300`, or a whole
 * record. If the answer has no priority, the record keeps its priority, unless the new type has none.
 */
export function answerChange(
	record: AnyRecord,
	answer: Answer,
	domain: string,
): UnfinishedRecord | { record: AnyRecord } {
	if (answer.kind !== "text") return { problem: "sentence" };
	const [, ttl] = /^ttl[\s:=]*(\d+)s?$/i.exec(answer.text) ?? [];
	if (ttl !== undefined) return validateRecord({ ...record, ttl: Number(ttl) }, domain, {});
	const whole = parseSentence(answer.text);
	const wanted = whole ? recordOf(whole) : recordFromText(record.hostname, record.type, answer.text);
	const keepsPriority = wanted.type === record.type || (isKnown(wanted) && hasPriority(wanted.type));
	const priority = keepsPriority ? record.priority : null;
	const kept = { ttl: wanted.ttl ?? record.ttl, priority: wanted.priority ?? priority };
	return validateRecord({ ...wanted, ...kept }, domain, {});
}

/**
 * Validates a new record. Its TTL may be any number, because the plan fits it to what the service accepts.
 * - If it is invalid, returns `known` with the problem. `known`: the parts to keep, so that the bot need not ask for
 *   them again.
 * - If it only lacks its priority, returns its parts. The bot then asks for the priority.
 */
export function validateNew(
	record: AnyRecord,
	domain: string,
	known: UnfinishedRecord,
): UnfinishedRecord | { record: AnyRecord } {
	const valid = validateRecord({ ...record, ttl: null }, domain, known);
	const result = "record" in valid ? { record } : valid;
	const { type, hostname: host, value, ttl, priority } = record;
	// An MX record with the target `.` says that the domain accepts no mail (RFC 7505). It needs no priority.
	const lacksPriority = isPriorityAndTarget(type) && value !== "." && (priority ?? null) === null;
	return "record" in result && lacksPriority ? { type, host, value, ttl: ttl ?? undefined } : result;
}

/**
 * Validates a record. If it is invalid, returns `known` (the parts to keep) with the problem. Accepts every record
 * whose type the bot does not know, because only the service can check it.
 */
function validateRecord(
	record: AnyRecord,
	domain: string,
	known: UnfinishedRecord,
): UnfinishedRecord | { record: AnyRecord } {
	if (!isKnown(record)) return { record };
	const read = readRecord(recordInputOf(record), { domain, defaultTtl: 3_600 });
	return read.ok ? { record } : { ...known, problem: read.problem };
}

/** Reads a text as the value of a record. The text can begin with the priority, as in `10 mail.example.com`. */
function recordFromText(hostname: string, type: string, text: string): AnyRecord {
	return recordOf({ host: hostname, type, ...parseData(type, text) });
}

function recordOf({ host, type, value, ttl, priority }: RecordSentence): AnyRecord {
	return { type, hostname: host, value, ttl: ttl ?? null, priority: priority ?? null };
}
