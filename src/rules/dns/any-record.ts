import type { DnsRecordInput, DnsType } from "../../contract/dns.ts";
import { readRecord, recordTypes, type Zone } from "./record.ts";

/**
 * A record as any service sends it: kinds nobody here knows, TTLs and priorities that are not said. Everything that
 * compares or changes whole zones works on these, so that no record of a foreign service is lost or bent.
 */
export interface AnyRecord {
	/** In capitals. */
	type: string;
	hostname: string;
	value: string;
	ttl?: number | null | undefined;
	priority?: number | null | undefined;
	/**
	 * The record as the service sent it, whole: this goes back, with only the named fields changed. None on a record that
	 * a person, a file or a preset gave.
	 */
	raw?: Readonly<Record<string, unknown>> | undefined;
}

/** The fields of a record that are read; a service may have others, which are kept as they are. */
export const knownFields: readonly string[] = ["type", "hostname", "name", "value", "content", "ttl", "priority"];

/** The record in the one form that our validator keeps, where it reads it; as it came otherwise. The TTL does not count. */
export function canonicalRecord<Row extends AnyRecord>(record: Row, zone: Zone): Row {
	if (!isKnown(record)) return record;
	const { ttl: _, ...input } = inputOf(record);
	const read = readRecord(input, zone);
	return read.ok ? { ...record, hostname: read.value.hostname, value: read.value.value } : record;
}

/** True for a kind of record that our validator has rules for. */
export function isKnown<Row extends AnyRecord>(record: Row): record is Row & { type: DnsType } {
	return recordTypes.some((type) => type === record.type);
}

/** The record as the validator takes it. */
export function inputOf({ type, hostname, value, ttl, priority }: AnyRecord & { type: DnsType }): DnsRecordInput {
	const optional = { ...(typeof ttl === "number" && { ttl }), ...(typeof priority === "number" && { priority }) };
	return { type, hostname, value, ...optional };
}

/** What makes a record the one it is: everything but its TTL. Two spellings of one record have one identity. */
export function identityOf(record: AnyRecord, zone: Zone): string {
	const { type, hostname, value, priority } = canonicalRecord(record, zone);
	return JSON.stringify([type, hostname, value, priority ?? null]);
}

/** Kind and hostname: the set that a record belongs to. */
export function placeOf(record: AnyRecord, zone: Zone): string {
	const { type, hostname } = canonicalRecord(record, zone);
	return `${type} ${hostname}`;
}

/** The text of a TXT record without the quotes that it may be kept in. */
export function textContent(value: string): string {
	if (!/^".*"$/su.test(value)) return value;
	const strings = value.match(/"(?:[^"\\]|\\.)*"/gsu) ?? [];
	return strings.map((each) => each.slice(1, -1).replaceAll(/\\(["\\])/g, "$1")).join("");
}
