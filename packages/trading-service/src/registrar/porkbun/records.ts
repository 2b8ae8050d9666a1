import type { DnsRecord } from "@domains/contract/dns.ts";
import { readRecord } from "@domains/contract/records/record.ts";
import { isRecordType } from "@domains/contract/records/types.ts";
import type { PorkbunRecord } from "./shapes.ts";

/** In seconds. A lower TTL is refused or raised, depending on the account. Source: docs/registrars.md. */
export const lowestTtl = 600;

/** Leaves out records that our API cannot have, such as ALIAS. A replacement keeps them. */
export function recordsOf(domain: string, records: readonly PorkbunRecord[]): DnsRecord[] {
	return records.flatMap((each) => recordOf(domain, each) ?? []);
}

export function recordOf(domain: string, { name, type, content, ttl, prio }: PorkbunRecord): DnsRecord | undefined {
	if (!isRecordType(type) || (type === "NS" && name.toLowerCase() === domain)) return undefined;
	const input = { type, hostname: `${name}.`, value: content, ttl: ttl ?? lowestTtl, priority: prio ?? 0 };
	const read = readRecord(input, { domain, defaultTtl: lowestTtl });
	return read.ok ? read.value : undefined;
}
