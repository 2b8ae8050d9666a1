import type { DnsRecordInput, DnsType } from "../../contract/dns.ts";
import { hasPriority, readRecord, recordTypes, type Zone } from "./record.ts";

/**
 * A record as any service may send it: the bot may not know the type, and the TTL and the priority may be missing. Code
 * that compares or changes whole zones uses this type, so that it neither loses nor alters such a record.
 */
export interface AnyRecord {
	/** Upper case. */
	type: string;
	hostname: string;
	value: string;
	ttl?: number | null | undefined;
	priority?: number | null | undefined;
	/**
	 * The complete record as the service sent it. The bot sends it back with only the edited fields changed. Undefined
	 * for a record from a person, a file or a preset.
	 */
	raw?: Readonly<Record<string, unknown>> | undefined;
}

/** The record fields that the bot interprets. It sends other fields back unchanged. */
export const knownFields: readonly string[] = ["type", "hostname", "name", "value", "content", "ttl", "priority"];

/**
 * Returns the record with the hostname and value as `readRecord` normalizes them, and with its TTL and priority
 * unchanged. If the bot does not know the type, or `readRecord` refuses the record, returns it unchanged.
 */
export function canonicalRecord<Row extends AnyRecord>(record: Row, zone: Zone): Row {
	if (!isKnown(record)) return record;
	const { ttl: _, ...input } = inputOf(record);
	const read = readRecord(input, zone);
	return read.ok ? { ...record, hostname: read.value.hostname, value: read.value.value } : record;
}

/** True if the bot knows this record type and has rules for it. */
export function isKnown<Row extends AnyRecord>(record: Row): record is Row & { type: DnsType } {
	return recordTypes.some((type) => type === record.type);
}

/** True if the bot knows the type, and hostname and value break no rule. The TTL may be outside our bounds. */
export function isWritable(record: AnyRecord, zone: Zone): boolean {
	if (!isKnown(record)) return false;
	const { ttl: _, ...input } = inputOf(record);
	return readRecord(input, zone).ok;
}

/** Converts a record to the input of `readRecord` and `validateRecords`. */
export function inputOf({ type, hostname, value, ttl, priority }: AnyRecord & { type: DnsType }): DnsRecordInput {
	const optional = { ...(typeof ttl === "number" && { ttl }), ...(typeof priority === "number" && { priority }) };
	return { type, hostname, value, ...optional };
}

/**
 * Returns a key of the record's type, hostname, value and priority, without the TTL. Two spellings of one record have
 * the same key. A priority counts only if the type has one: some services send `priority: 0` with every record.
 */
export function identityOf(record: AnyRecord, zone: Zone): string {
	const { type, hostname, value, priority } = canonicalRecord(record, zone);
	return JSON.stringify([type, hostname, value, hasPriority(type) ? (priority ?? null) : null]);
}

/** Returns a key of the record's type and hostname, which together identify its record set. */
export function placeOf(record: AnyRecord, zone: Zone): string {
	const { type, hostname } = canonicalRecord(record, zone);
	return `${type} ${hostname}`;
}

/**
 * Returns the content of a TXT record: removes the quotes around its strings and joins the strings. A value without
 * quotes is returned unchanged.
 */
export function textContent(value: string): string {
	if (!/^".*"$/su.test(value)) return value;
	const strings = value.match(/"(?:[^"\\]|\\.)*"/gsu) ?? [];
	return strings.map((each) => each.slice(1, -1).replaceAll(/\\(["\\])/g, "$1")).join("");
}
