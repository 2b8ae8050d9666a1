import type { Zone } from "../../rules/dns/record.ts";

/** What a record without a TTL gets on most services; two records that differ in this alone are taken as the same. */
const defaultTtl = 3_600;

export function zoneOf(domain: string): Zone {
	return { domain, defaultTtl };
}
