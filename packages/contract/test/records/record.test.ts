import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "../../src/limits.ts";
import { readRecord, relativeHostname, ttlBounds } from "../../src/records/record.ts";
import { absoluteHostname, recordTypes } from "../../src/records/types.ts";
import { type DnsRecordInput, dnsRecord } from "../../src/records/wire.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };
const label63 = "a".repeat(63);

describe("a hostname", () => {
	it.each([
		["@", "@"],
		["www", "www"],
		[" WWW ", "www"],
		[" @ ", "@"],
		["example.com", "@"],
		["Example.COM.", "@"],
		["www.example.com", "www"],
		["www.example.com.", "www"],
		["a.b", "a.b"],
		["_dmarc", "_dmarc"],
		["*", "*"],
		["*.dev", "*.dev"],
		["*.example.com", "*"],
		["почта", "xn--80a1acny"],
		["notexample.com", "notexample.com"],
		[`${label63}.${label63}.${label63}.${"a".repeat(49)}`, `${label63}.${label63}.${label63}.${"a".repeat(49)}`],
	])("%j is normalized to %s", (text, kept) => {
		expect(relativeHostname(text, "example.com")).toEqual({ ok: true, value: kept });
	});

	it.each([
		["", "hostname"],
		["a b", "hostname"],
		["www.*", "hostname"],
		["a..b", "hostname"],
		[`${label63}a`, "hostname"],
		[`${label63}.${label63}.${label63}.${"a".repeat(50)}`, "hostname"],
		["www.example.net.", "hostname_outside"],
		["www.example.com.example.com", "hostname_twice"],
		["Example.com.example.com.", "hostname_twice"],
		[" www.example.net. ", "hostname_outside"],
		["notexample.com.", "hostname_outside"],
	])("%j is refused: %s", (text, problem) => {
		expect(relativeHostname(text, "example.com")).toEqual({ ok: false, problem });
	});

	it("becomes absolute again with its domain", () => {
		expect(absoluteHostname("@", "example.com")).toBe("example.com");
		expect(absoluteHostname("www", "example.com")).toBe("www.example.com");
	});
});

describe("a record", () => {
	it.each<[Partial<DnsRecordInput>, string]>([
		[{ type: "A", value: "203.0.113.5" }, "203.0.113.5"],
		[{ type: "AAAA", value: "2001:0DB8:0:0:0:0:0:1" }, "2001:db8::1"],
		[{ type: "AAAA", value: "::ffff:203.0.113.5" }, "::ffff:cb00:7105"],
		[{ type: "CNAME", value: "Target.Example.NET." }, "target.example.net"],
		[{ type: "CNAME", value: "@" }, "example.com"],
		[{ type: "CNAME", value: "s1._domainkey.example.net" }, "s1._domainkey.example.net"],
		[{ type: "CNAME", value: "пример.рф" }, "xn--e1afmkfd.xn--p1ai"],
		[{ type: "NS", value: "ns1.example.net" }, "ns1.example.net"],
		[{ type: "MX", value: "mail.example.com.", priority: 10 }, "mail.example.com"],
		[{ type: "MX", value: ".", priority: 0 }, "."],
		[{ type: "TXT", value: "v=spf1 -all" }, "v=spf1 -all"],
		[{ type: "TXT", value: '"v=DKIM1; p=" "abc"' }, "v=DKIM1; p=abc"],
		[{ type: "TXT", value: '"v=DKIM1; p=","abc", "d"' }, "v=DKIM1; p=abcd"],
		[{ type: "TXT", value: '"say \\"hi\\" \\\\"' }, 'say "hi" \\'],
		[{ type: "TXT", value: String.raw`"caf\195\169 \"x\""` }, 'café "x"'],
		[{ type: "TXT", value: String.raw`"caf\195" "\169"` }, "café"],
		[{ type: "TXT", value: String.raw`"v=DMARC1\; p=none"` }, "v=DMARC1; p=none"],
		[{ type: "TXT", value: String.raw`"\\195"` }, String.raw`\195`],
		[{ type: "TXT", value: String.raw`caf\195\169` }, String.raw`caf\195\169`],
		[{ type: "TXT", value: '" padded "' }, '" padded "'],
		[{ type: "TXT", value: '"\\"quoted\\""' }, '"\\"quoted\\""'],
		[{ type: "TXT", value: "привет" }, "привет"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "5  5060 sip.example.net.", priority: 1 }, "5 5060 sip.example.net"],
		[{ type: "SRV", hostname: "_sip._tcp.office", value: "0 0 .", priority: 1 }, "0 0 ."],
		[{ type: "A", value: " 203.0.113.5 " }, "203.0.113.5"],
		[{ type: "A", hostname: "*", value: "203.0.113.5" }, "203.0.113.5"],
		[{ type: "A", value: "203.0.113.5", ttl: 60 }, "203.0.113.5"],
		[{ type: "A", value: "203.0.113.5", ttl: 2 ** 31 - 1 }, "203.0.113.5"],
		[{ type: "AAAA", value: " 2001:db8::1 " }, "2001:db8::1"],
		[{ type: "CNAME", value: " @ " }, "example.com"],
		[{ type: "MX", value: " . " }, "."],
		[{ type: "TXT", value: " text " }, "text"],
		[{ type: "TXT", value: 'say "hi"' }, 'say "hi"'],
		[{ type: "TXT", value: '" a"' }, '" a"'],
		[{ type: "TXT", value: '"a "' }, '"a "'],
		[{ type: "TXT", value: '"a\\"" , "b\\"c"' }, 'a"b"c'],
		[{ type: "TXT", value: "é".repeat(2_040) }, "é".repeat(2_040)],
		[{ type: "SRV", hostname: "*._tcp", value: " 005 65535 . " }, "5 65535 ."],
		[{ type: "CAA", value: ' 001  tag1  "a; b" ' }, '1 tag1 "a; b"'],
		[{ type: "CAA", value: '255 issue ""' }, '255 issue ""'],
		[{ type: "CAA", value: "0 issue ca.example;" }, '0 issue "ca.example;"'],
		[{ type: "CAA", value: '0 ISSUE "letsencrypt.org"' }, '0 issue "letsencrypt.org"'],
		[{ type: "CAA", value: "0 issue letsencrypt.org" }, '0 issue "letsencrypt.org"'],
		[{ type: "CAA", value: '0 issue ";"' }, '0 issue ";"'],
		[{ type: "CAA", value: "0 issue ca.example; policy=ev" }, '0 issue "ca.example; policy=ev"'],
	])("normalizes the value of %j to %s", (input, value) => {
		const { type = "A", ...rest } = input;
		expect(readRecord({ hostname: "host", type, ...rest }, zone)).toMatchObject({ ok: true, value: { value } });
	});

	it.each<[Partial<DnsRecordInput>, string]>([
		[{ type: "A", value: "203.0.113.256" }, "address_ipv4"],
		[{ type: "A", value: "0x7f.1" }, "address_ipv4"],
		[{ type: "A", value: "2001:db8::1" }, "address_ipv4"],
		[{ type: "AAAA", value: "203.0.113.5" }, "address_ipv6"],
		[{ type: "AAAA", value: "fe80::1%eth0" }, "address_ipv6"],
		[{ type: "CNAME", hostname: "@", value: "example.net" }, "apex"],
		[{ type: "CNAME", value: "mail" }, "target_relative"],
		[{ type: "CNAME", value: "" }, "target"],
		[{ type: "CNAME", value: "http://example.net" }, "target"],
		[{ type: "CNAME", value: "*.example.net" }, "target"],
		[{ type: "CNAME", value: " 203.0.113.5 " }, "target_address"],
		[{ type: "CNAME", value: "2001:db8::1" }, "target_address"],
		[{ type: "NS", hostname: "@", value: "ns1.example.net" }, "apex"],
		[{ type: "NS", hostname: "*", value: "ns1.example.net" }, "wildcard"],
		[{ type: "NS", hostname: "*.dev", value: "ns1.example.net" }, "wildcard"],
		[{ type: "NS", value: "ns_1.example.net" }, "target"],
		[{ type: "MX", value: "mail_1.example.net" }, "target"],
		[{ type: "MX", value: "203.0.113.5", priority: 10 }, "target_address"],
		[{ type: "MX", value: "mail.example.net", priority: 65_536 }, "priority"],
		[{ type: "TXT", value: "" }, "text_empty"],
		[{ type: "TXT", value: '""' }, "text_empty"],
		[{ type: "TXT", value: '"open' }, "text_quotes"],
		[{ type: "TXT", value: String.raw`\# 5 0568656c6c6f` }, "text_generic"],
		[{ type: "TXT", value: String.raw`\# 2 0568` }, "text_generic"],
		[{ type: "TXT", value: String.raw`\# 2 056` }, "text_generic"],
		[{ type: "TXT", value: String.raw`\# 0` }, "text_generic"],
		[{ type: "TXT", value: String.raw`\# hello` }, "text_generic"],
		[{ type: "TXT", value: String.raw`\# 1 00` }, "text_empty"],
		[{ type: "TXT", value: "a\u0000b" }, "text_character"],
		[{ type: "TXT", value: "a\ud800b" }, "text_character"],
		[{ type: "TXT", value: "a".repeat(4_081) }, "text_too_long"],
		[{ type: "TXT", value: `${"é".repeat(2_040)}a` }, "text_too_long"],
		[{ type: "TXT", value: '"a"b' }, "text_quotes"],
		[{ type: "TXT", value: '"a"b"c"' }, "text_quotes"],
		[{ type: "SRV", value: "5 5060 sip.example.net", priority: 1 }, "hostname_service"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "5060 sip.example.net", priority: 1 }, "srv"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "5 70000 sip.example.net", priority: 1 }, "srv"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "65536 5060 sip.example.net" }, "srv"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "1e3 5060 sip.example.net" }, "srv"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "0x10 5060 sip.example.net" }, "srv"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "5 5060 sip.example.net more" }, "srv"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "5 5060" }, "target"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "5 5060 s_1.example.net" }, "target"],
		[{ type: "SRV", hostname: "x._sip._tcp", value: "5 5060 sip.example.net" }, "hostname_service"],
		[{ type: "SRV", hostname: "_sip.x._tcp", value: "5 5060 sip.example.net" }, "hostname_service"],
		[{ type: "SRV", hostname: "_sip._tcp_x", value: "5 5060 sip.example.net" }, "hostname_service"],
		[{ type: "CAA", value: "issue letsencrypt.org" }, "caa"],
		[{ type: "CAA", value: "0 issue letsencrypt.org 300" }, "caa"],
		[{ type: "TXT", value: '"a",,"b"' }, "text_quotes"],
		[{ type: "CAA", value: 'x 0 issue "a"' }, "caa"],
		[{ type: "CAA", value: `0 ${"a".repeat(16)} "a"` }, "caa"],
		[{ type: "CAA", value: '0 issue "ü"' }, "caa"],
		[{ type: "CAA", value: '0 issue "a\\"' }, "caa"],
		[{ type: "CAA", value: '0 issue a"b' }, "caa"],
		[{ type: "CAA", value: '0 issue a;b="c"' }, "caa"],
		[{ type: "CAA", value: '256 issue "a"' }, "caa"],
		[{ type: "CAA", value: '0 issue "a" "b"' }, "caa"],
		[{ type: "A", value: "203.0.113.5", ttl: 59 }, "ttl"],
		[{ type: "A", value: "203.0.113.5", ttl: 2 ** 31 }, "ttl_large"],
		[{ type: "A", value: "203.0.113.5", ttl: 60.5 }, "ttl"],
		[{ type: "A", value: "203.0.113.5", priority: 65_536 }, "priority"],
		[{ type: "MX", value: "mail.example.net", priority: -1 }, "priority"],
		[{ type: "MX", value: "mail.example.net", priority: 0.5 }, "priority"],
		[JSON.parse('{ "type": "ALIAS", "value": "example.net" }'), "type"],
	])("%j is refused: %s", (input, problem) => {
		const { type = "A", ...rest } = input;
		expect(readRecord({ hostname: "host", type, ...rest }, zone)).toEqual({ ok: false, problem });
	});

	it("defaults to the zone's TTL, and reads the alternative keys", () => {
		expect(readRecord({ type: "A", name: "www", content: "203.0.113.5" }, zone)).toEqual({
			ok: true,
			value: { type: "A", hostname: "www", value: "203.0.113.5", ttl: 3600 },
		});
	});

	it("is refused at once if a letter follows many quoted strings", () => {
		const value = `${'"a" '.repeat(60)}a`;
		expect(readRecord({ type: "TXT", hostname: "@", value }, zone)).toEqual({ ok: false, problem: "text_quotes" });
	});

	it("is refused without a hostname or a value", () => {
		expect(readRecord({ type: "A", value: "203.0.113.5" }, zone)).toEqual({ ok: false, problem: "hostname" });
		expect(readRecord({ type: "TXT", hostname: "@" }, zone)).toEqual({ ok: false, problem: "text_empty" });
	});

	it("reads its own normalized form unchanged", () => {
		const text = fc.oneof(
			fc.string(),
			fc.domain(),
			fc.ipV4(),
			fc.ipV6(),
			fc.string({ unit: fc.constantFrom('"', "\\", "a", " ") }),
		);
		const input = fc.record({
			type: fc.constantFrom(...recordTypes),
			hostname: fc.oneof(fc.constantFrom("@", "www", "_sip._tcp", "*"), fc.string()),
			value: fc.oneof(
				text,
				fc.tuple(fc.nat(70_000), fc.nat(70_000), fc.domain()).map((parts) => parts.join(" ")),
			),
			priority: fc.option(fc.nat(70_000), { nil: undefined }),
		});
		fc.assert(
			fc.property(input, (each) => {
				const read = readRecord(each, zone);
				if (read.ok) expect(readRecord(read.value, zone)).toEqual(read);
			}),
			{ numRuns: 2_000 },
		);
	});
});

it("enforces the limits of the wire format", () => {
	expect(recordTypes).toEqual(dnsRecord.shape.type.options);
	expect(ttlBounds).toEqual({ min: limits.ttl.min, max: limits.ttl.max });
});

describe("a priority", () => {
	it.each([
		[{ type: "MX", hostname: "@", value: "mail.example.net" }, 0],
		[{ type: "SRV", hostname: "_sip._tcp", value: "5 5060 sip.example.net" }, 0],
		[{ type: "MX", hostname: "@", value: "mail.example.net", priority: 65_535 }, 65_535],
		[{ type: "A", hostname: "@", value: "203.0.113.5", priority: 10 }, undefined],
	] as const)("%j is normalized to %s", (input, priority) => {
		const read = readRecord(input, zone);
		expect(read.ok && read.value.priority).toBe(priority);
	});
});
