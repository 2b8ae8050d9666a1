import { identityOf, readRecord, textContent } from "@domains/contract/records/record.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";
import type { DnsRecord, DnsRecordInput } from "@domains/contract/records/wire.ts";
import fc from "fast-check";

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
 * comma (`listed`) or a space (`inside`) between them.
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
const byte = fc.integer({ min: 0, max: 255 });
const dotted = fc.tuple(target, fc.constantFrom("", ".")).map((each) => each.join(""));
const hexOf = (length: number) =>
	fc
		.array(byte, { minLength: length, maxLength: length })
		.map((bytes) => Buffer.from(bytes).toString("hex"))
		.chain((hex) => fc.constantFrom(hex, hex.toUpperCase(), `${hex.slice(0, 8)} ${hex.slice(8)}`.trim()));
const base64 = fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const string = fc.oneof(
	fc.stringMatching(/^[a-z0-9+:]{1,20}$/),
	fc
		.string({ unit: fc.constantFrom('\\"', "\\\\", ";", " ", "a", "(", "$", "@"), maxLength: 30 })
		.map((each) => `"${each}"`),
);
const parameters = fc
	.subarray([
		"alpn=h2",
		'alpn="h3,h2"',
		"port=8443",
		"ipv4hint=192.0.2.1,192.0.2.2",
		'ipv6hint="2001:db8::1"',
		"ech=AEX+DQ==",
	])
	.map((all) => all.filter((each, at) => all.findIndex((other) => other.split("=")[0] === each.split("=")[0]) === at));
const service = fc.tuple(fc.integer({ min: 1, max: 65_535 }), fc.oneof(dotted, fc.constant(".")), parameters);
const dataOf: Readonly<Record<string, fc.Arbitrary<(string | number)[]>>> = {
	HTTPS: fc.oneof(
		service.map(([priority, name, more]) => [priority, name, ...more]),
		dotted.map((name) => [0, name]),
	),
	SVCB: service.map(([priority, name, more]) => [priority, name, ...more]),
	TLSA: fc.tuple(byte, byte, fc.constant(1), hexOf(32)),
	SMIMEA: fc.tuple(byte, byte, fc.constant(0), hexOf(50)),
	SSHFP: fc.tuple(byte, fc.constant(2), hexOf(32)),
	DS: fc.tuple(number, byte, fc.constant(4), hexOf(48)),
	NAPTR: fc.tuple(
		number,
		number,
		fc.constantFrom('"u"', "s", '""'),
		fc.constantFrom('"E2U+sip"', '""'),
		fc.constantFrom('""', '"!^.*$!sip:info@example.com!"', String.raw`"!^(.*)$!sip:\\1@example.com!i"`),
		fc.oneof(dotted, fc.constant(".")),
	),
	HINFO: fc.tuple(string, string),
	URI: fc.tuple(number, number, fc.constantFrom('"https://example.net/?a=b;c"', "https://example.net/")),
	PTR: fc.tuple(dotted),
	DNAME: fc.tuple(dotted),
	RP: fc.tuple(dotted, fc.constantFrom(".", "a.example.net")),
	AFSDB: fc.tuple(number, dotted),
	KX: fc.tuple(number, dotted),
	CERT: fc.tuple(fc.integer({ min: 1, max: 8 }), number, fc.integer({ min: 0, max: 16 }), base64),
	OPENPGPKEY: fc.tuple(base64),
	TYPE65280: fc.constantFrom([String.raw`\# 0`], [String.raw`\# 4 0A000001`], [String.raw`\# 04 0a00 0001`]),
};

/** Records of types that DNS servers know, but for which the bot has no rules, in the spellings of several services. */
export const standardOthers: fc.Arbitrary<AnyRecord> = fc
	.constantFrom(...Object.keys(dataOf))
	.chain((type) => fc.tuple(fc.constant(type), label, dataOf[type] ?? fc.constant([]), ttl))
	.map(([type, host, data, own]) => ({ type, hostname: host, value: data.join(" "), ttl: own, priority: null }));

/** Records whose values a DNS server would refuse in a zone file, or would read as other values. */
const otherwise: fc.Arbitrary<AnyRecord[]> = fc
	.tuple(
		fc.constantFrom(...Object.keys(dataOf), "TYPE65"),
		hostname,
		fc.oneof(
			fc.constantFrom(
				"1 svc alpn=h2",
				"0 . alpn=h2",
				"1 . alpn=h2 alpn=h3",
				"3 1 1 abc",
				"a b",
				'a"b"c',
				'"open',
				"@",
				"x.",
			),
			fc.string({ unit: fc.constantFrom('"', "\\", ";", " ", "(", "\n", "1", ".", "a", "=", "ü", "\u202e") }),
		),
		fc.constantFrom(0, 1, 2 ** 31, 300, null),
		fc.constantFrom(0, 10, null),
	)
	.map(([type, host, value, own, priority]) => [{ type, hostname: host, value, ttl: own, priority }]);

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
		fc.oneof(
			{ arbitrary: known, weight: 6 },
			{ arbitrary: unknown, weight: 3 },
			{ arbitrary: refused, weight: 1 },
			{ arbitrary: standardOthers.map((each) => [each]), weight: 3 },
			{ arbitrary: otherwise, weight: 2 },
		),
		{ minLength: 1, maxLength: 12 },
	)
	.map((each) => [...new Map(each.flat().map((record) => [identityOf(record, zone), record])).values()]);
