import type { DnsRecord } from "@domains/contract/dns.ts";
import { type Field, isNumberField, mapFields } from "@domains/contract/records/types.ts";
import type { Answer } from "dns-packet";

export function resourceRecord(record: DnsRecord, name: string, ttl: number): Answer {
	const fields = mapFields(record, (field, text, key) => [key, wireValue(field, text)] as const);
	const [[, only] = []] = fields;
	const data = fields.length === 1 ? only : Object.fromEntries(fields);
	// The cast is safe: the table of types has the fields of the packet library. The library accepts any CAA tag, although
	// its TypeScript types allow only three. With `issuerCritical`, it would write 128 instead of the flags.
	return { type: record.type, name, ttl, data } as Answer;
}

function wireValue(field: Field, text: string): string | number | Buffer[] {
	if (isNumberField(field)) return Number(text);
	if (field === "text") return textStrings(text);
	return field === "quoted" ? text.slice(1, -1) : text;
}

/** DNS limits a string to 255 bytes. A quoted value is unquoted first. */
function textStrings(value: string): Buffer[] {
	const text = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, "$1") : value;
	const bytes = Buffer.from(text);
	const strings: Buffer[] = [];
	for (let start = 0; start < bytes.length; start += 255) strings.push(bytes.subarray(start, start + 255));
	return strings;
}
