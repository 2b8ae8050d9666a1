import { describe, expect, it } from "vitest";
import { validateRecords } from "../../src/records/record.ts";
import type { DnsRecordInput } from "../../src/records/wire.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };
const a = (hostname: string, value = "203.0.113.5"): DnsRecordInput => ({ type: "A", hostname, value });
const cname = (hostname: string, value: string): DnsRecordInput => ({ type: "CNAME", hostname, value });
const mx = (value: string, priority = 10): DnsRecordInput => ({ type: "MX", hostname: "@", value, priority });

describe("a set of records", () => {
	it("is returned in normal form and in its order", () => {
		expect(validateRecords([a("WWW.example.com."), mx("mail.example.com")], zone)).toEqual({
			ok: true,
			records: [
				{ type: "A", hostname: "www", value: "203.0.113.5", ttl: 3600 },
				{ type: "MX", hostname: "@", value: "mail.example.com", ttl: 3600, priority: 10 },
			],
		});
	});

	it("reports every invalid record", () => {
		expect(validateRecords([a("www", "one"), a("www"), a("..")], zone)).toEqual({
			ok: false,
			refusals: [
				{ index: 0, problem: "address_ipv4" },
				{ index: 2, problem: "hostname" },
			],
		});
	});

	it.each<[string, DnsRecordInput[], { index: number; problem: string }[]]>([
		["the same record twice", [a("www"), a("www.example.com")], [{ index: 1, problem: "duplicate" }]],
		[
			"an alias next to another record",
			[cname("www", "example.net"), a("www")],
			[{ index: 0, problem: "alias_beside" }],
		],
		[
			"two aliases of one name",
			[cname("www", "example.net"), cname("www", "example.org")],
			[
				{ index: 0, problem: "alias_twice" },
				{ index: 1, problem: "alias_twice" },
			],
		],
		["an alias of itself", [cname("www", "www.example.com")], [{ index: 0, problem: "alias_loop" }]],
		[
			"a loop of aliases",
			[cname("a", "b.example.com"), cname("b", "a.example.com")],
			[
				{ index: 0, problem: "alias_loop" },
				{ index: 1, problem: "alias_loop" },
			],
		],
		[
			"an MX record that points to an alias",
			[cname("mail", "example.net"), mx("mail.example.com")],
			[{ index: 1, problem: "target_is_alias" }],
		],
		[
			"an SRV record that points to an alias",
			[
				cname("sip", "example.net"),
				{ type: "SRV", hostname: "_sip._tcp", value: "0 5060 sip.example.com", priority: 0 },
			],
			[{ index: 1, problem: "target_is_alias" }],
		],
		[
			"a delegation to an alias",
			[cname("ns1", "example.net"), { type: "NS", hostname: "team", value: "ns1.example.com" }],
			[{ index: 1, problem: "target_is_alias" }],
		],
		[
			"a loop that begins at an alias outside of it",
			[cname("a", "b.example.com"), cname("b", "b.example.com")],
			[
				{ index: 0, problem: "alias_loop" },
				{ index: 1, problem: "alias_loop" },
			],
		],
		["no mail and mail at once", [mx(".", 0), mx("mail.example.net")], [{ index: 0, problem: "null_mx_beside" }]],
	])("refuses %s", (_case, records, refusals) => {
		expect(validateRecords(records, zone)).toEqual({ ok: false, refusals });
	});

	it.each<[string, DnsRecordInput[]]>([
		[
			"several addresses of one name",
			[a("www"), a("www", "203.0.113.6"), { type: "AAAA", hostname: "www", value: "::1" }],
		],
		["an alias of an alias", [cname("a", "b.example.com"), cname("b", "example.net")]],
		["one mail server twice with two priorities", [mx("mail.example.net", 10), mx("mail.example.net", 20)]],
		["no mail", [mx(".", 0), a("mail")]],
		["a mail server with an address", [mx("mail.example.com"), a("mail")]],
		["a text of a dot next to mail", [mx("mail.example.net"), { type: "TXT", hostname: "@", value: "." }]],
		[
			"a text that names an alias",
			[cname("a", "x.net"), { type: "TXT", hostname: "t", value: "see also a.example.com" }],
		],
		[
			"no mail for the domain, and mail for a part of it",
			[mx(".", 0), { ...mx("mail.example.net"), hostname: "news" }],
		],
		["an empty set", []],
	])("accepts %s", (_case, records) => {
		expect(validateRecords(records, zone).ok).toBe(true);
	});
});
