import type { DnsRecordInput } from "../dns.ts";
import { canonicalData } from "./data-form.ts";
import { hasPriority, readRecord, relativeHostname, ttlBounds } from "./record.ts";
import { decodeStrings } from "./text-value.ts";
import {
	type AnyRecord,
	type DnsType,
	hasPriorityField,
	isNumberField,
	isRecordType,
	recordTypes,
	valueFields,
	type Zone,
} from "./types.ts";

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
