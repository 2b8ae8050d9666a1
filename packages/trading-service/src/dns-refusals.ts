import type { DnsRecord, DnsRecordInput } from "@domains/contract/dns.ts";
import { type NameserverProblem, readNameservers } from "@domains/contract/records/name.ts";
import {
	type RecordProblem,
	readRecord,
	type SetProblem,
	ttlBounds,
	validateRecords,
	type Zone,
} from "@domains/contract/records/record.ts";
import type { Slices } from "@domains/kit/slices.ts";
import { quote, Refusal } from "./refusal.ts";

const recordSentences: Record<RecordProblem | SetProblem, string> = {
	type: "this type is not supported",
	hostname: "the hostname is malformed",
	hostname_outside: "the hostname is outside the domain",
	hostname_twice: "the hostname contains the domain twice",
	hostname_service: "an SRV hostname begins with _service._protocol",
	wildcard: "this type is not allowed at a wildcard",
	apex: "this type is not allowed at the domain itself",
	address_ipv4: "the value is not an IPv4 address",
	address_ipv6: "the value is not an IPv6 address",
	target: "the value is not a host name",
	target_relative: "write the target in full, such as mail.example.com",
	target_address: "the value must be a name, not an address",
	text_empty: "the text is empty",
	text_too_long: "the text is longer than 4080 bytes",
	text_character: "the text contains a control character",
	text_quotes: "the quotes do not match",
	text_generic: "the length after \\# does not match the data",
	srv: "the value must be: weight port target",
	caa: 'the value must be: flags tag "value"',
	ttl: "the TTL must be 60 to 2147483647",
	ttl_large: "the TTL must be 60 to 2147483647",
	priority: "the priority must be 0 to 65535",
	duplicate: "the record is a duplicate",
	alias_beside: "a CNAME cannot coexist with other records of its hostname",
	alias_twice: "a hostname can have only one CNAME",
	alias_loop: "the CNAME points back to itself",
	target_is_alias: "the target is a CNAME",
	null_mx_beside: "an MX of . cannot coexist with other MX records",
};

const nameserverSentences: Record<NameserverProblem, string> = {
	too_few: "at least two nameservers are needed",
	too_many: "at most 13 nameservers are allowed",
	duplicate: "a nameserver is a duplicate",
	address: "a nameserver must be a name, not an address",
	name: "a nameserver is not a host name",
};

/**
 * Fills the cache of parsed names in short slices, so that `acceptRecords` is fast and other requests are answered
 * meanwhile.
 */
export async function readAhead(slices: Slices, records: readonly DnsRecordInput[], domain: string): Promise<void> {
	await slices.map(records, (record) => readRecord(record, { domain, defaultTtl: ttlBounds.min }));
}

/** The refusal lists the first five invalid records. */
export function acceptRecords(inputs: readonly DnsRecordInput[], zone: Zone): DnsRecord[] {
	const valid = validateRecords(inputs, zone);
	if (valid.ok) return valid.records;
	const shown = valid.refusals
		.slice(0, 5)
		.map(({ index, problem }) => `records[${index}]: ${recordSentences[problem]}`);
	const more = valid.refusals.length > shown.length ? `; and ${valid.refusals.length - shown.length} more` : "";
	throw new Refusal("invalid", `${shown.join("; ")}${more}.`);
}

export function acceptNameservers(texts: readonly string[]): string[] {
	const read = readNameservers(texts);
	if (read.ok) return read.nameservers;
	throw new Refusal("invalid", nameserversSentence(read));
}

export function nameserversSentence({ problem, part }: { problem: NameserverProblem; part?: string }): string {
	const shown = part === undefined ? "" : ` (${quote(part)})`;
	return `nameservers: ${nameserverSentences[problem]}${shown}.`;
}
