import fc from "fast-check";
import type { DnsRecord, DnsRecordInput } from "../../../../src/contract/dns.ts";
import { type AnyRecord, identityOf, textContent } from "../../../../src/rules/dns/any-record.ts";
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
	// Texts with multi-byte characters near byte 255, where a zone file splits a text into several strings.
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

/**
 * The ways in which services write the same value. For example, a hostname is `www` (`plain`), `www.example.com`
 * (`absolute`) or `WWW.EXAMPLE.COM.` (`root`). A TXT text may be one quoted string (`quoted`), or two strings with a
 * comma or a space between them (`listed`, `inside`).
 */
type Spelling = "plain" | "absolute" | "root" | "quoted" | "listed" | "inside";
const spelling = fc.constantFrom<Spelling>("plain", "absolute", "root", "quoted", "listed", "inside");

function spellHostname(hostname: string, how: Spelling): string {
	const whole = hostname === "@" ? zone.domain : `${hostname}.${zone.domain}`;
	return how === "absolute" || how === "inside" ? whole : how === "root" ? `${whole.toUpperCase()}.` : hostname;
}

function spellTarget(name: string, how: Spelling): string {
	if (how === "root" && name !== ".") return `${name}.`;
	return how === "quoted" && name === zone.domain ? "@" : name;
}

function spellText(value: string, how: Spelling): string {
	const content = textContent(value);
	const quoted = (text: string) => `"${text.replaceAll(/["\\]/gu, "\\$&")}"`;
	const characters = [...content];
	const halves = [characters.slice(0, 3).join(""), characters.slice(3).join("")].map(quoted);
	if (how === "listed") return halves.join(",");
	if (how === "inside") return halves.join(" ");
	return how === "quoted" ? quoted(content) : value;
}

/** Writes a record as a service with this spelling may return it. */
function spell({ type, hostname, value, ttl, priority = 0 }: DnsRecord, how: Spelling): AnyRecord {
	const record = { type, hostname: spellHostname(hostname, how), ttl, priority: null };
	const words = value.split(" ");
	switch (type) {
		case "MX":
		case "SRV": {
			const data = [...words.slice(0, -1), spellTarget(words.at(-1) ?? "", how)].join(" ");
			return how === "inside"
				? { ...record, value: `${priority} ${data}`, priority: null }
				: { ...record, value: data, priority };
		}
		case "CNAME":
		case "NS":
			return { ...record, value: spellTarget(value, how) };
		case "TXT":
			return { ...record, value: spellText(value, how) };
		case "CAA":
			return { ...record, value: how === "quoted" ? value : value.replaceAll('"', "") };
		default:
			return { ...record, value: how === "root" ? value.toUpperCase() : value };
	}
}

const known: fc.Arbitrary<AnyRecord[]> = fc
	.tuple(input, spelling, fc.constantFrom(1, 30, 300, 3_600, null))
	.map(([each, how, ownTtl]) => {
		const read = readRecord(each, zone);
		return read.ok ? [{ ...spell(read.value, how), ttl: ownTtl }] : [];
	});
const unknown: fc.Arbitrary<AnyRecord[]> = fc
	.record({
		type: fc.constantFrom("ALIAS", "URL", "X_FORWARD"),
		hostname: fc.tuple(hostname, spelling).map(([name, how]) => spellHostname(name, how)),
		value: fc.oneof(
			fc.constantFrom("", " leading", "trailing ", "one\ntwo", "one\r\ntwo", 'a "quoted", b', "=1+1", "lb.example.com"),
			fc.string({ unit: fc.constantFrom('"', ",", ";", " ", "\n", "'", "=", "a", "ü") }),
		),
		ttl: fc.constantFrom(0, 1, 300, null),
		priority: fc.constantFrom(0, 10, null),
	})
	.map((each) => [each]);
/** Records that the bot's own validation refuses, but that a service may already hold. */
const refused: fc.Arbitrary<AnyRecord[]> = fc
	.constantFrom<AnyRecord>(
		{ type: "TXT", hostname: "empty", value: '""', ttl: 300 },
		{ type: "TXT", hostname: "break", value: "a\nb", ttl: 300 },
		{ type: "A", hostname: "two words", value: "192.0.2.1", ttl: 300 },
		{ type: "NS", hostname: "@", value: "ns1.example.net", ttl: 300 },
		{ type: "SOA", hostname: "@", value: "ns1.example.net. host.example.net. 1 2 3 4 5", ttl: 300 },
	)
	.map((each) => [each]);

/** Any zone that a service may return. Its records may have any spelling, TTL and type, but no record occurs twice. */
export const serviceZones = fc
	.array(
		fc.oneof({ arbitrary: known, weight: 6 }, { arbitrary: unknown, weight: 3 }, { arbitrary: refused, weight: 1 }),
		{ minLength: 1, maxLength: 12 },
	)
	.map((each) => [...new Map(each.flat().map((record) => [identityOf(record, zone), record])).values()]);
