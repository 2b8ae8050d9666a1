import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatZoneFile } from "../../src/zone-file/format.ts";
import { parseZoneFile } from "../../src/zone-file/parse.ts";
import { records, zone } from "./records.ts";

const heading = {
	domain: "example.com",
	defaultTtl: 3600,
	nameservers: ["ns1.example.net", "ns2.example.net"],
	serial: 7,
};

describe("formatZoneFile", () => {
	it("writes a master file that is complete for another nameserver", () => {
		const file = formatZoneFile(
			[
				{ type: "A", hostname: "@", value: "192.0.2.1", ttl: 300 },
				{ type: "MX", hostname: "@", value: "mail.example.com", ttl: 3600, priority: 10 },
				{ type: "TXT", hostname: "t", value: 'say "hi"; ü', ttl: null },
				{ type: "SRV", hostname: "_sip._tcp", value: "2 5060 sip.example.com", ttl: 60, priority: 1 },
				{ type: "ALIAS", hostname: "@", value: "lb.example.net" },
			],
			heading,
		);
		expect(file).toBe(`$ORIGIN example.com.
$TTL 3600
@ IN SOA ns1.example.net. hostmaster.example.com. 7 7200 3600 1209600 3600
@ IN NS ns1.example.net.
@ IN NS ns2.example.net.
@ 300 IN A 192.0.2.1
@ 3600 IN MX 10 mail.example.com.
t IN TXT "say \\"hi\\"; \\195\\188"
_sip._tcp 60 IN SRV 1 2 5060 sip.example.com.
; record {"type":"ALIAS","hostname":"@","value":"lb.example.net","ttl":null,"priority":null}
`);
	});

	it("writes a host whose name has an underscore as a comment, which is read back", () => {
		const written = ["A", "AAAA", "MX", "TXT", "CNAME"].map((type) => {
			const value = { A: "192.0.2.1", AAAA: "2001:db8::1" }[type] ?? "a.example.net";
			return { type, hostname: `${type.toLowerCase()}_x`, value, ttl: 300, ...(type === "MX" && { priority: 1 }) };
		});
		const file = formatZoneFile(written, heading);
		expect(file.match(/^; record/gm)).toHaveLength(3);
		expect(parseZoneFile(file, zone).records).toMatchObject(written);
	});

	it("names each nameserver below the domain that has no address in the file", () => {
		const nameservers = ["NS1.example.com.", "ns2.example.com", "ns3.other.net"];
		const file = formatZoneFile([{ type: "AAAA", hostname: "ns2", value: "2001:db8::1" }], { ...heading, nameservers });
		expect(file.split("\n").filter((line) => line.startsWith(";"))).toEqual([
			"; ns1 needs an A or AAAA record here before a DNS server can load this file.",
		]);
	});

	it("writes canonical records, and as comments those that break a rule", () => {
		const file = formatZoneFile(
			[
				{ type: "A", hostname: "www.example.com", value: "192.0.2.1" },
				{ type: "CNAME", hostname: "shop.example.com.", value: "@" },
				{ type: "MX", hostname: "example.com", value: "10 mail.example.com" },
				{ type: "SRV", hostname: "_sip._tcp", value: "10 5 5060 sip.example.com", priority: 0 },
				{ type: "CAA", hostname: "@", value: "0 issue ca.example;policy=ev" },
				{ type: "TXT", hostname: "list", value: '"a","b"' },
				{ type: "TXT", hostname: "empty", value: '""' },
				{ type: "A", hostname: "two words", value: "192.0.2.1", ttl: 300 },
				{ type: "ALIAS", hostname: "lb.example.com", value: "lb.example.net" },
			],
			{ ...heading, nameservers: [] },
		);
		expect(file).toBe(`$ORIGIN example.com.
$TTL 3600
www IN A 192.0.2.1
shop IN CNAME example.com.
@ IN MX 10 mail.example.com.
_sip._tcp IN SRV 10 5 5060 sip.example.com.
@ IN CAA 0 issue "ca.example;policy=ev"
list IN TXT "ab"
; record {"type":"TXT","hostname":"empty","value":"\\"\\"","ttl":null,"priority":null}
; record {"type":"A","hostname":"two words","value":"192.0.2.1","ttl":300,"priority":null}
; record {"type":"ALIAS","hostname":"lb","value":"lb.example.net","ttl":null,"priority":null}
`);
	});

	it("has a serial of 32 bits, and nameservers with one final dot", () => {
		const file = formatZoneFile([], { ...heading, nameservers: ["ns1.example.net."], serial: 2 ** 32 + 5 });
		expect(file.split("\n").slice(2, 4)).toEqual([
			"@ IN SOA ns1.example.net. hostmaster.example.com. 5 7200 3600 1209600 3600",
			"@ IN NS ns1.example.net.",
		]);
	});

	it.each([
		[{ type: "A", hostname: "a", value: "192.0.2.1", ttl: 0 }, "a 0 IN A 192.0.2.1"],
		[{ type: "A", hostname: "a", value: "192.0.2.1", ttl: 2 ** 31 - 1 }, "a 2147483647 IN A 192.0.2.1"],
		[{ type: "A", hostname: "a", value: "192.0.2.1", ttl: 2 ** 31 }, undefined],
		[{ type: "A", hostname: "a", value: "192.0.2.1", ttl: -1 }, undefined],
		[{ type: "MX", hostname: "@", value: "." }, "@ IN MX 0 ."],
		[{ type: "NS", hostname: "team", value: "ns1.example.net" }, "team IN NS ns1.example.net."],
		[{ type: "PTR", hostname: "a", value: "b.example.net" }, "a IN PTR b.example.net."],
		[{ type: "PTR", hostname: "a", value: "b.example.net", priority: 0 }, undefined],
	])("writes %j as %s, or as a comment", (record, line) => {
		const [written] = formatZoneFile([record], { ...heading, nameservers: [] })
			.split("\n")
			.slice(2);
		expect(written?.startsWith("; record {") ? undefined : written).toBe(line);
	});

	it("has no SOA if the nameservers are unknown", () => {
		expect(formatZoneFile([], { ...heading, nameservers: [] })).toBe("$ORIGIN example.com.\n$TTL 3600\n");
	});

	it("splits long texts into strings of 255 bytes", () => {
		const file = formatZoneFile([{ type: "TXT", hostname: "@", value: "x".repeat(300) }], heading);
		expect(file).toContain(`"${"x".repeat(255)}" "${"x".repeat(45)}"`);
	});

	it("keeps a character that two strings of a long text share", () => {
		const written = [{ type: "TXT", hostname: "@", value: `${"a".repeat(254)}é😀1`, ttl: 300 }];
		expect(parseZoneFile(formatZoneFile(written, heading), zone).records).toEqual(written);
	});

	it("writes a service's own spelling in the form that other software reads", () => {
		const lines = (...records: Parameters<typeof formatZoneFile>[0]) =>
			formatZoneFile(records, { ...heading, nameservers: [] })
				.split("\n")
				.slice(2, -1);
		expect(
			lines(
				{ type: "A", hostname: "example.com", value: "192.0.2.1" },
				{ type: "MX", hostname: "example.com.", value: "Mail.example.com.", priority: 10 },
				{ type: "CNAME", hostname: "www.example.com", value: "@" },
				{ type: "CAA", hostname: "@", value: "0 issue ca.example;policy=ev" },
				{ type: "MX", hostname: "@", value: "20 mail.example.com" },
				{ type: "SRV", hostname: "_sip._tcp", value: "10 5 5060 sip.example.com" },
			),
		).toEqual([
			"@ IN A 192.0.2.1",
			"@ IN MX 10 mail.example.com.",
			"www IN CNAME example.com.",
			'@ IN CAA 0 issue "ca.example;policy=ev"',
			"@ IN MX 20 mail.example.com.",
			"_sip._tcp IN SRV 10 5 5060 sip.example.com.",
		]);
		// A zone file cannot express these records, so they become comments.
		for (const [type, value] of [
			["TXT", ""],
			["CNAME", "x.example.net"],
		] as const) {
			expect(lines({ type, hostname: "@", value })[0]).toMatch(/^; record \{/);
		}
	});

	it("is parsed back to the same records", () => {
		fc.assert(
			fc.property(records, (written) => {
				const read = parseZoneFile(formatZoneFile(written, heading), zone);
				expect(read.refused).toEqual([]);
				expect(read.records).toEqual(written);
			}),
		);
	});
});
