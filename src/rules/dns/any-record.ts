import type { DnsRecordInput, DnsType } from "../../contract/dns.ts";
import { readRecord, recordTypes, type Zone } from "./record.ts";

/**
 * A record from any service: the type may be unknown here, the TTL and the priority may be missing. Code that compares
 * or changes whole zones uses this type, so that no record of a foreign service is lost or altered.
 */
export interface AnyRecord {
	/** Upper case. */
	type: string;
	hostname: string;
	value: string;
	ttl?: number | null | undefined;
	priority?: number | null | undefined;
	/**
	 * The complete record as the service sent it. An edit changes only the edited fields and sends the others back.
	 * Undefined for a record from a person, a file or a preset.
	 */
	raw?: Readonly<Record<string, unknown>> | undefined;
}

/** The record fields that the bot interprets. It sends other fields back unchanged. */
export const knownFields: readonly string[] = ["type", "hostname", "name", "value", "content", "ttl", "priority"];

/**
 * Returns the record with hostname and value in the validator's normal form. TTL and priority stay as given. A record
 * of an unknown type, or one that the validator refuses, is returned unchanged.
 */
export function canonicalRecord<Row extends AnyRecord>(record: Row, zone: Zone): Row {
	if (!isKnown(record)) return record;
	const { ttl: _, ...input } = inputOf(record);
	const read = readRecord(input, zone);
	return read.ok ? { ...record, hostname: read.value.hostname, value: read.value.value } : record;
}

/** True if the validator has rules for this record type. */
export function isKnown<Row extends AnyRecord>(record: Row): record is Row & { type: DnsType } {
	return recordTypes.some((type) => type === record.type);
}

/** Converts a record to the validator's input. */
export function inputOf({ type, hostname, value, ttl, priority }: AnyRecord & { type: DnsType }): DnsRecordInput {
	const optional = { ...(typeof ttl === "number" && { ttl }), ...(typeof priority === "number" && { priority }) };
	return { type, hostname, value, ...optional };
}

/** Returns a key of everything in the record except the TTL. Two spellings of one record have the same key. */
export function identityOf(record: AnyRecord, zone: Zone): string {
	const { type, hostname, value, priority } = canonicalRecord(record, zone);
	return JSON.stringify([type, hostname, value, priority ?? null]);
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
