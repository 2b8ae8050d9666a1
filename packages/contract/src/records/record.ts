import { isIPv4, isIPv6 } from "node:net";
import { isWithin, parseHost } from "../names.ts";
import { canonicalData } from "./data-form.ts";
import { decodeGeneric, decodeStrings, isGeneric } from "./text-value.ts";
import {
	type AnyRecord,
	absoluteHostname,
	type DnsType,
	type Field,
	hasPriorityField,
	isNumberField,
	isRecordType,
	leadsToHost,
	type Misplacement,
	type RecordProblem,
	recordTypes,
	type SetProblem,
	targetOf,
	typeRows,
	valueFields,
	wordsOfValue,
	type Zone,
} from "./types.ts";
import type { DnsRecord, DnsRecordInput } from "./wire.ts";

export const ttlBounds = { min: 60, max: 2 ** 31 - 1 } as const;
/** A priority has 16 bits in DNS (MX: RFC 1035, 3.3.9; SRV: RFC 2782). */
const priorityBounds = { min: 0, max: 65_535 } as const;
/**
 * Maximum length of a TXT value in bytes: sixteen strings of 255. A longer one would leave no room for other records in
 * a DNS response.
 */
const longestText = 4_080;

type Read<Value> = { ok: true; value: Value } | { ok: false; problem: RecordProblem };

function fine<Value>(value: Value): Read<Value> {
	return { ok: true, value };
}

function wrong(problem: RecordProblem): { ok: false; problem: RecordProblem } {
	return { ok: false, problem };
}

/**
 * Two spellings of one record give equal results. The hostname becomes relative and lower case (`@` for the apex).
 * Targets become punycode without the trailing dot. IPv6 addresses get their shortest form. Every result has a TTL. MX
 * and SRV results have a priority. `validateRecords` checks which records may share a name.
 */
export function readRecord(input: DnsRecordInput, zone: Zone): Read<DnsRecord> {
	const { type, ttl = zone.defaultTtl, priority = 0 } = input;
	if (!isRecordType(type)) return wrong("type");
	const hostname = relativeHostname(input.hostname ?? input.name ?? "", zone.domain);
	if (!hostname.ok) return hostname;
	const misplaced = misplacement(type, hostname.value);
	if (misplaced) return wrong(misplaced);
	const value = readValue(type, input.value ?? input.content ?? "", zone.domain);
	if (!value.ok) return value;
	if (!within(ttl, ttlBounds)) return wrong(ttl > ttlBounds.max ? "ttl_large" : "ttl");
	if (!within(priority, priorityBounds)) return wrong("priority");
	const record = { type, hostname: hostname.value, value: value.value, ttl };
	return fine(hasPriority(type) ? { ...record, priority } : record);
}

/** Also true for a type that the bot does not know. */
export function hasPriority(type: string): boolean {
	return hasPriorityField(type) || !isRecordType(type);
}

/**
 * As a person types it: `@`, `www`, `www.example.com` or `www.example.com.`. The result is relative to the domain.
 * Refuses the domain twice, such as `www.example.com.example.com`: the result would itself read as the absolute name
 * `www.example.com`.
 */
export function relativeHostname(text: string, domain: string): Read<string> {
	const bare = text.trim();
	if (bare === "@") return fine("@");
	const name = parseHost(bare);
	if (!name.ok) return wrong("hostname");
	if (name.ascii === domain) return fine("@");
	if (name.ascii.endsWith(`.${domain}`)) {
		const host = name.ascii.slice(0, -domain.length - 1);
		return isWithin(host, domain) ? wrong("hostname_twice") : fine(host);
	}
	if (bare.endsWith(".")) return wrong("hostname_outside");
	return `${name.ascii}.${domain}`.length > 253 ? wrong("hostname") : fine(name.ascii);
}

/** Independent of the value. */
export function misplacement(type: DnsType, hostname: string): Misplacement | undefined {
	return typeRows[type].refusedAt?.find((each) => misplaced[each].test(hostname));
}

const misplaced: Record<Misplacement, RegExp> = {
	apex: /^@$/,
	wildcard: /^\*/,
	hostname_service: /^(?!(?:\*|_[a-z\d+-]+)\._[a-z\d-]+(?:\.|$))/,
};

function readValue(type: DnsType, text: string, domain: string): Read<string> {
	const fields = valueFields(type);
	const words = wordsOfValue(text.trim(), fields.length);
	const values: string[] = [];
	for (const [at, field] of fields.entries()) {
		const read = readers[field](words[at] ?? "", domain);
		if (!read) return wrong(typeRows[type].problem);
		if (!read.ok) return read;
		values.push(read.value);
	}
	return fine(values.join(" "));
}

/** The readers return undefined for a text that does not have the form of the field. */
const readers: Record<Field, (text: string, domain: string) => Read<string> | undefined> = {
	priority: (text) => readNumber(text, priorityBounds.max),
	uint8: (text) => readNumber(text, 255),
	uint16: (text) => readNumber(text, 65_535),
	ipv4: (text) => (isIPv4(text) ? fine(text) : undefined),
	ipv6: readIpv6,
	name: readTarget,
	host: readServer,
	host_or_none: (text, domain) => (text === "." ? fine(".") : readServer(text, domain)),
	text: readText,
	tag: (text) => (/^[a-z\d]{1,15}$/iu.test(text) ? fine(text.toLowerCase()) : undefined),
	quoted: readQuoted,
};

function readNumber(text: string, max: number): Read<string> | undefined {
	const isShort = text.length <= String(max).length;
	return isShort && /^\d+$/.test(text) && Number(text) <= max ? fine(String(Number(text))) : undefined;
}

function readIpv6(text: string): Read<string> | undefined {
	if (!isIPv6(text) || text.includes("%")) return undefined;
	return fine(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

/**
 * `@` means the domain itself. Refuses a single label such as `mail`, because it may be meant as `mail.example.com`.
 */
function readTarget(text: string, domain: string): Read<string> | undefined {
	if (text === "@") return fine(domain);
	if (/\s/u.test(text)) return undefined;
	if (isIPv4(text) || isIPv6(text)) return wrong("target_address");
	const name = parseHost(text);
	if (!name.ok || name.labels[0] === "*") return wrong("target");
	return name.labels.length < 2 ? wrong("target_relative") : fine(name.ascii);
}

/** A host name has no underscores (RFC 2181, 10.3, and RFC 952). */
function readServer(text: string, domain: string): Read<string> | undefined {
	const target = readTarget(text, domain);
	return target?.ok && target.value.includes("_") ? wrong("target") : target;
}

/**
 * Several quoted strings, with or without commas between them, become one text without quotes. Escapes inside the
 * quotes are read as in a zone file. A value such as `\# 6 0568656c6c6f` becomes its text. A text that would be read
 * differently without quotes keeps one pair: it starts with a quote or `\#`, or starts or ends with white space.
 */
function readText(text: string): Read<string> | undefined {
	const generic = isGeneric(text);
	const content = generic ? decodeGeneric(text) : text.startsWith('"') ? unquote(text) : text;
	if (content === undefined) return generic ? wrong("text_generic") : undefined;
	if (content === "") return wrong("text_empty");
	if (/\p{Cc}/u.test(content) || !content.isWellFormed()) return wrong("text_character");
	if (Buffer.byteLength(content) > longestText) return wrong("text_too_long");
	return fine(
		/^["\s]|\s$/u.test(content) || isGeneric(content) ? `"${content.replaceAll(/["\\]/gu, "\\$&")}"` : content,
	);
}

function unquote(text: string): string | undefined {
	// Only one part of the pattern can match a space, otherwise many strings take exponential time.
	if (!/^"(?:[^"\\]|\\.)*"(?:\s*(?:,\s*)?"(?:[^"\\]|\\.)*")*$/u.test(text)) return undefined;
	return decodeStrings(text);
}

/** Without quotes, spaces are allowed only after a semicolon. */
function readQuoted(text: string): Read<string> | undefined {
	const [, quoted, bare] =
		/^(?!$)(?:"([\x20\x21\x23-\x5b\x5d-\x7e]*)"|([\x21\x23-\x3a\x3c-\x5b\x5d-\x7e]*(?:;[\x20\x21\x23-\x5b\x5d-\x7e]*)?))$/iu.exec(
			text,
		) ?? [];
	const value = quoted ?? bare;
	return value === undefined ? undefined : fine(`"${value}"`);
}

function within(value: number, bounds: { min: number; max: number }): boolean {
	return Number.isInteger(value) && value >= bounds.min && value <= bounds.max;
}

/** `index` is its position in the input. */
interface Refusal {
	index: number;
	problem: RecordProblem | SetProblem;
}

type ValidRecords = { ok: true; records: DnsRecord[] } | { ok: false; refusals: Refusal[] };

/**
 * Checks each record alone, then the complete set that will replace the zone. Reports every wrong record. Source:
 * docs/service.md, "DNS".
 */
export function validateRecords(inputs: readonly DnsRecordInput[], zone: Zone): ValidRecords {
	const reads = inputs.map((input) => readRecord(input, zone));
	const refusals: Refusal[] = reads.flatMap((read, index) => (read.ok ? [] : [{ index, problem: read.problem }]));
	// The rules for the whole zone can be checked only if every record could be read.
	if (refusals.length > 0) return { ok: false, refusals };
	const records = reads.flatMap((read) => (read.ok ? [read.value] : []));
	const conflicts = conflictsOf(records, zone.domain);
	return conflicts.length === 0 ? { ok: true, records } : { ok: false, refusals: conflicts };
}

function conflictsOf(records: DnsRecord[], domain: string): Refusal[] {
	const aliases = new Map<string, string>();
	for (const { type, hostname, value } of records) {
		if (type === "CNAME") aliases.set(absoluteHostname(hostname, domain), value);
	}
	const byHostname = Map.groupBy(records, ({ hostname }) => hostname);
	const seen = new Set<string>();
	return records.flatMap((record, index): Refusal[] => {
		const key = [record.type, record.hostname, record.value, record.priority].join(" ");
		if (seen.has(key)) return [{ index, problem: "duplicate" }];
		seen.add(key);
		const problem = conflict(record, byHostname.get(record.hostname) ?? [], aliases, domain);
		return problem ? [{ index, problem }] : [];
	});
}

function conflict(
	record: DnsRecord,
	sameName: DnsRecord[],
	aliases: ReadonlyMap<string, string>,
	domain: string,
): SetProblem | undefined {
	if (record.type === "CNAME") {
		// No other record may share the name of a CNAME (RFC 1034, 3.6.2).
		if (sameName.some(({ type }) => type !== "CNAME")) return "alias_beside";
		if (sameName.some(({ value }) => value !== record.value)) return "alias_twice";
		return loops(absoluteHostname(record.hostname, domain), aliases) ? "alias_loop" : undefined;
	}
	const target = leadsToHost(record.type) ? targetOf(record) : undefined;
	if (target !== undefined && aliases.has(target)) return "target_is_alias";
	const otherMx = sameName.some(({ type, value }) => type === "MX" && value !== record.value);
	return record.type === "MX" && record.value === "." && otherMx ? "null_mx_beside" : undefined;
}

function loops(start: string, aliases: ReadonlyMap<string, string>): boolean {
	const passed = new Set<string>();
	for (let name: string | undefined = start; name !== undefined; name = aliases.get(name)) {
		if (passed.has(name)) return true;
		passed.add(name);
	}
	return false;
}

/**
 * The TTL is unchanged.
 * - For a type that the bot knows, `readRecord` normalizes the hostname and the value. A priority inside the value
 *   moves to the field `priority`.
 * - For another type, the hostname is normalized, and `canonicalData` normalizes the value.
 * - If `readRecord` refuses the record, only the hostname is normalized.
 */
export function canonicalRecord<Row extends AnyRecord>(record: Row, { domain }: Pick<Zone, "domain">): Row {
	const read = readAny(record, domain);
	if (read?.ok) {
		const { hostname, value, priority } = read.value;
		return { ...record, hostname, value, ...(hasPriorityInside(record) && { priority }) };
	}
	const hostname = relativeHostname(record.hostname, domain);
	const value = isKnown(record) ? undefined : canonicalData(record.type, record.value);
	return {
		...record,
		...(hostname.ok && { hostname: hostname.value }),
		...(value !== undefined && { value }),
	};
}

/**
 * Like `canonicalRecord`, for a record that a person entered. The value of an invalid record is not changed. The
 * priority is null if it is missing, or if the type has no priority.
 */
export function enteredRecord(record: AnyRecord, zone: Pick<Zone, "domain">) {
	const canonical = canonicalRecord({ ...record, type: record.type.toUpperCase() }, zone);
	const { type, hostname, value, ttl = null, priority = null } = canonical;
	return { type, hostname, value, ttl, priority: hasPriority(type) ? priority : null };
}

/** The TTL does not matter. */
export function isRegular(record: AnyRecord, { domain }: Pick<Zone, "domain">): boolean {
	return readAny(record, domain)?.ok === true;
}

function readAny(record: AnyRecord, domain: string) {
	if (!isKnown(record)) return undefined;
	const { ttl: _, ...input } = recordInputOf(record);
	return readRecord(input, { domain, defaultTtl: ttlBounds.min });
}

/** The bot has rules for these types. */
export function isKnown<Row extends AnyRecord>(record: Row): record is Row & { type: DnsType } {
	return isRecordType(record.type);
}

/** A type that the bot does not know, but accepts from CSV and JSON files. Only the service writes SOA. */
export function isAcceptedUnknownType({ type }: AnyRecord): boolean {
	return /^[A-Z][A-Z\d_-]{0,30}$/.test(type) && type !== "SOA" && !isRecordType(type);
}

/** A priority that the service wrote into the value moves to the field `priority`. */
export function recordInputOf({ type, hostname, value, ttl, priority }: AnyRecord & { type: DnsType }): DnsRecordInput {
	const [, inside, rest] = priorityInside.get(type)?.exec(value) ?? [];
	const own = inside === undefined ? priority : Number(inside);
	const optional = { ...(typeof ttl === "number" && { ttl }), ...(typeof own === "number" && { priority: own }) };
	return { type, hostname, value: rest ?? value, ...optional };
}

/**
 * Matches a value that starts with the priority, as in a zone file. Some services send MX and SRV records in this form.
 */
const priorityInside: ReadonlyMap<string, RegExp> = new Map(
	recordTypes.filter(hasPriorityField).map((type) => {
		const words = valueFields(type).map((field) => (isNumberField(field) ? String.raw`\d{1,5}` : String.raw`\S+`));
		return [type, new RegExp(String.raw`^\s*(\d{1,5})\s+(${words.join(String.raw`\s+`)})\s*$`)];
	}),
);

export function hasPriorityInside({ type, value }: AnyRecord): boolean {
	return priorityInside.get(type)?.test(value) ?? false;
}

/**
 * Without the TTL. Two spellings of one record have the same key. The priority is left out if the type has none,
 * because some services send `priority: 0` with every record.
 */
export function identityOf(record: AnyRecord, zone: Zone): string {
	const { type, hostname, value, priority } = canonicalRecord(record, zone);
	return JSON.stringify([type, hostname, value, hasPriority(type) ? (priority ?? null) : null]);
}

export function recordSetKey(record: AnyRecord, zone: Zone): string {
	const { type, hostname } = canonicalRecord(record, zone);
	return `${type} ${hostname}`;
}

/** Removes the quotes around the strings, decodes their escapes and joins them. A value without quotes is unchanged. */
export function textContent(value: string): string {
	if (!/^".*"$/su.test(value)) return value;
	return decodeStrings(value);
}
