import fc from "fast-check";
import type { DnsRecordInput } from "../../../../src/contract/dns.ts";
import { readRecord } from "../../../../src/rules/dns/record.ts";

export const zone = { domain: "example.com", defaultTtl: 3600 };

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const hostname = fc.oneof(
	fc.constant("@"),
	label,
	fc.tuple(label, label).map((each) => each.join(".")),
);
const target = fc.oneof(
	label.map((each) => `${each}.example.net`),
	fc.constant("example.com"),
);
const ttl = fc.integer({ min: 60, max: 86_400 });
const number = fc.integer({ min: 0, max: 65_535 });
const text = fc.oneof(
	fc.string({ minLength: 1, maxLength: 40 }),
	fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
	fc.string({ unit: fc.constantFrom('"', "\\", ";", " ", "a", "(", "ü"), minLength: 1, maxLength: 30 }),
	fc.string({ minLength: 250, maxLength: 600 }),
	fc.string({ unit: fc.constantFrom("a", "é", "日", "😀", "1"), minLength: 120, maxLength: 400 }),
	// Characters of several bytes at the end of a string of 255 bytes.
	fc
		.tuple(fc.integer({ min: 250, max: 256 }), fc.string({ unit: fc.constantFrom("é", "ш", "🙂", "a"), minLength: 4 }))
		.map(([length, end]) => `${"a".repeat(length)}${end}`),
);

const input: fc.Arbitrary<DnsRecordInput> = fc.oneof(
	fc.record({ type: fc.constant("A" as const), hostname, value: fc.ipV4(), ttl }),
	fc.record({ type: fc.constant("AAAA" as const), hostname, value: fc.ipV6(), ttl }),
	fc.record({ type: fc.constant("CNAME" as const), hostname: label, value: target, ttl }),
	fc.record({ type: fc.constant("MX" as const), hostname, value: target, ttl, priority: number }),
	fc.record({ type: fc.constant("TXT" as const), hostname, value: text, ttl }),
	fc.record({ type: fc.constant("NS" as const), hostname: label, value: target, ttl }),
	fc.record({
		type: fc.constant("SRV" as const),
		hostname: fc.constant("_sip._tcp"),
		value: fc.tuple(number, number, target).map((each) => each.join(" ")),
		ttl,
		priority: number,
	}),
	fc.record({
		type: fc.constant("CAA" as const),
		hostname,
		value: fc.constantFrom('0 issue "ca.example"', '0 issue "ca.example;policy=ev"', '0 issue ";"'),
		ttl,
	}),
);

/** Lists of records of every type, in the normal form that the record validator returns. */
export const records = fc.array(input, { minLength: 1, maxLength: 12 }).map((inputs) =>
	inputs.flatMap((each) => {
		const read = readRecord(each, zone);
		return read.ok ? [read.value] : [];
	}),
);
