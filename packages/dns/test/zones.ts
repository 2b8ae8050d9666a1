import type { AnyRecord } from "@domains/contract/records/types.ts";
import fc from "fast-check";

export const zone = { domain: "example.com", defaultTtl: 3600 };

export const a = (hostname: string, value: string, ttl: number | null = 3600): AnyRecord => ({
	type: "A",
	hostname,
	value,
	ttl,
});

/** A record of a type that the built-in service does not support, but an external one may. */
export const alias: AnyRecord = { type: "ALIAS", hostname: "@", value: "lb.example.net", ttl: null };

const record: fc.Arbitrary<AnyRecord> = fc.oneof(
	fc.record({
		type: fc.constantFrom("A", "ALIAS"),
		hostname: fc.constantFrom("@", "www", "mail"),
		value: fc.constantFrom("192.0.2.1", "192.0.2.2", "192.0.2.3"),
		ttl: fc.constantFrom(60, 3600),
	}),
	fc.record({
		type: fc.constant("MX"),
		hostname: fc.constantFrom("@", "mail"),
		value: fc.constantFrom("mx1.example.net", "mx2.example.net"),
		priority: fc.constantFrom(10, 20),
		ttl: fc.constant(3600),
	}),
);
/** Random lists of up to 12 DNS records without duplicates. */
export const records = fc.uniqueArray(record, {
	maxLength: 12,
	selector: (each) => [each.type, each.hostname, each.value, each.priority].join(),
});
