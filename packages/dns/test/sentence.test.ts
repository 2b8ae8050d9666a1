import { describe, expect, it } from "vitest";
import { isZoneFile, parseSentence } from "../src/sentence.ts";

describe("parseSentence", () => {
	it.each([
		["www A 203.0.113.5", { host: "www", type: "A", value: "203.0.113.5" }],
		["  www   a   203.0.113.5 ", { host: "www", type: "A", value: "203.0.113.5" }],
		["@ 3600 IN MX 10 mail.example.com", { host: "@", type: "MX", value: "mail.example.com", ttl: 3600, priority: 10 }],
		["www 99999999999 A 203.0.113.5", { host: "www", type: "A", value: "203.0.113.5", ttl: 99_999_999_999 }],
		["@ MX mail.example.net 10", { host: "@", type: "MX", value: "mail.example.net", priority: 10 }],
		["@ MX mail.example.net 0", { host: "@", type: "MX", value: "mail.example.net", priority: 0 }],
		["@ MX mail.example.net 300", { host: "@", type: "MX", value: "mail.example.net", ttl: 300 }],
		["@ MX 10 mail.example.net 30", { host: "@", type: "MX", value: "mail.example.net", priority: 10, ttl: 30 }],
		["@ IN 300 AAAA 2001:db8::1", { host: "@", type: "AAAA", value: "2001:db8::1", ttl: 300 }],
		["mail MX mail.example.com.", { host: "mail", type: "MX", value: "mail.example.com." }],
		['_dmarc TXT "v=DMARC1; p=none"', { host: "_dmarc", type: "TXT", value: '"v=DMARC1; p=none"' }],
		["@ TXT hello world", { host: "@", type: "TXT", value: "hello world" }],
		[
			"_sip._tcp SRV 1 2 5060 sip.example.com",
			{ host: "_sip._tcp", type: "SRV", value: "2 5060 sip.example.com", priority: 1 },
		],
		['@ CAA 0 issue "ca.example"', { host: "@", type: "CAA", value: '0 issue "ca.example"' }],
		["A www 203.0.113.5", { host: "www", type: "A", value: "203.0.113.5" }],
		["cname shop shops.example.net", { host: "shop", type: "CNAME", value: "shops.example.net" }],
		["www.example.com CNAME example.com", { host: "www.example.com", type: "CNAME", value: "example.com" }],
		["www 203.0.113.4", { host: "www", type: "A", value: "203.0.113.4" }],
		["@ 300 2001:db8::1", { host: "@", type: "AAAA", value: "2001:db8::1", ttl: 300 }],
		["www A 203.0.113.5 300", { host: "www", type: "A", value: "203.0.113.5", ttl: 300 }],
		["www cname shop.example.net ttl 300", { host: "www", type: "CNAME", value: "shop.example.net", ttl: 300 }],
		["@ MX 10 mail.example.com 300", { host: "@", type: "MX", value: "mail.example.com", priority: 10, ttl: 300 }],
		['@ TXT "v=spf1 -all" 300', { host: "@", type: "TXT", value: '"v=spf1 -all"', ttl: 300 }],
		["@ TXT room 300", { host: "@", type: "TXT", value: "room 300" }],
		['@ CAA 0 issue "ca.example" 300', { host: "@", type: "CAA", value: '0 issue "ca.example"', ttl: 300 }],
		[
			"_sip._tcp SRV 1 2 5060 sip.example.com 300",
			{ host: "_sip._tcp", type: "SRV", value: "2 5060 sip.example.com", priority: 1, ttl: 300 },
		],
		["mx A 203.0.113.5", { host: "mx", type: "A", value: "203.0.113.5" }],
		["MX A 203.0.113.5", { host: "MX", type: "A", value: "203.0.113.5" }],
		["mx CNAME foo.bar.net", { host: "mx", type: "CNAME", value: "foo.bar.net" }],
		["ns 300 IN CNAME foo.bar.net", { host: "ns", type: "CNAME", value: "foo.bar.net", ttl: 300 }],
		["a mx 10 mail.example.net", { host: "a", type: "MX", value: "mail.example.net", priority: 10 }],
		["CNAME mx foo.bar.net", { host: "mx", type: "CNAME", value: "foo.bar.net" }],
		["txt mx v=spf1", { host: "mx", type: "TXT", value: "v=spf1" }],
		["mx CNAME foo.bar.net", { host: "mx", type: "CNAME", value: "foo.bar.net" }],
		["ns cname foo.bar.net", { host: "ns", type: "CNAME", value: "foo.bar.net" }],
		["MX CNAME foo.bar.net", { host: "MX", type: "CNAME", value: "foo.bar.net" }],
		["mx A 203.0.113.5", { host: "mx", type: "A", value: "203.0.113.5" }],
		["a 300 IN AAAA 2001:db8::1", { host: "a", type: "AAAA", value: "2001:db8::1", ttl: 300 }],
		["A mx 203.0.113.5", { host: "mx", type: "A", value: "203.0.113.5" }],
		["a mx 203.0.113.5", { host: "mx", type: "A", value: "203.0.113.5" }],
		["CNAME ns foo.bar.net", { host: "ns", type: "CNAME", value: "foo.bar.net" }],
		["mx MX 10 mail.example.net", { host: "mx", type: "MX", value: "mail.example.net", priority: 10 }],
		["txt TXT hello", { host: "txt", type: "TXT", value: "hello" }],
		[
			"www.example.com.\t1\tIN\tA\t203.0.113.5 ; cf_tags=cf-proxied:true",
			{ host: "www.example.com.", type: "A", value: "203.0.113.5", ttl: 1 },
		],
		["www 1h IN A 203.0.113.5", { host: "www", type: "A", value: "203.0.113.5", ttl: 3600 }],
		["A\t@\t203.0.113.5\tAuto", { host: "@", type: "A", value: "203.0.113.5", ttl: 1 }],
		["A @ 203.0.113.5 1 Hour", { host: "@", type: "A", value: "203.0.113.5", ttl: 3600 }],
		["CNAME\twww\texample.net\tDNS only\tAuto", { host: "www", type: "CNAME", value: "example.net", ttl: 1 }],
		["A @ 203.0.113.5 Proxied 5 min", { host: "@", type: "A", value: "203.0.113.5", ttl: 300 }],
		[
			"MX @ mail.example.net 10 30 minutes",
			{ host: "@", type: "MX", value: "mail.example.net", priority: 10, ttl: 1800 },
		],
		["TXT @ v=spf1 -all 1 Hour", { host: "@", type: "TXT", value: "v=spf1 -all", ttl: 3600 }],
		["TXT\t@\ta=b c\tAuto", { host: "@", type: "TXT", value: "a=b c", ttl: 1 }],
		['TXT @ "any text" Auto', { host: "@", type: "TXT", value: '"any text"', ttl: 1 }],
		["@ TXT open in 1 hour", { host: "@", type: "TXT", value: "open in 1 hour" }],
		[String.raw`www TYPE16 \# 6 0568656c6c6f`, { host: "www", type: "TXT", value: String.raw`\# 6 0568656c6c6f` }],
		["www A 203.0.113.5 300 ; web", { host: "www", type: "A", value: "203.0.113.5", ttl: 300 }],
		['@ TXT "a;b" "c" ; d', { host: "@", type: "TXT", value: '"a;b" "c"' }],
		["@ TXT v=DKIM1 ; p=x", { host: "@", type: "TXT", value: "v=DKIM1 ; p=x" }],
		['@ CAA 0 issue "ca.example;a=b" ; c', { host: "@", type: "CAA", value: '0 issue "ca.example;a=b"' }],
		["@ CAA 0 issue ca.example;a=b", { host: "@", type: "CAA", value: "0 issue ca.example;a=b" }],
		["MX for @ mx.example.net", { host: "@", type: "MX", value: "mx.example.net" }],
		["mx at @: mx.example.net 10", { host: "@", type: "MX", value: "mx.example.net", priority: 10 }],
		["MX record on shop 10 mx.example.net", { host: "shop", type: "MX", value: "mx.example.net", priority: 10 }],
		["add an A record for www: 203.0.113.5", { host: "www", type: "A", value: "203.0.113.5" }],
		["TXT for @ v=spf1 -all", { host: "@", type: "TXT", value: "v=spf1 -all" }],
	])("parses %j", (line, record) => {
		expect(parseSentence(line)).toEqual(record);
	});

	it.each([
		["www A 300.1.1.1", "300.1.1.1"],
		["www AAAA 2001:zz", "2001:zz"],
		["www CNAME -", "-"],
		["www MX 10", "10"],
	])("parses %j although it is wrong, so that the bot can give the reason", (line, value) => {
		expect(parseSentence(line)).toMatchObject({ value });
	});

	it.each([
		"",
		"A",
		"www A",
		"buy a car",
		"plan A works",
		"fix mx issue",
		"send txt hello",
		"my ns is slow",
		"203.0.113.5",
		"at 10:30",
		"at 10:30:45",
		"ratio 3:2",
		"shop.com 203.0.113.5",
		"www mail 203.0.113.5",
		"www 5 6 A 203.0.113.5",
		"www soon A 203.0.113.5",
		"www 60 A 203.0.113.5 300",
		"www A 203.0.113.5\nmail A 203.0.113.6",
		"www A 203.0.113.5 ; mail A 203.0.113.6",
		"www A 203.0.113.5; mail A 203.0.113.6",
		`www TXT ${"x".repeat(9_000)}`,
	])("ignores %j", (line) => {
		expect(parseSentence(line)).toBeUndefined();
	});
});

describe("isZoneFile", () => {
	const row = (name: string) => `${name}.example.com.\t1\tIN\tCNAME\tshops.example.net. ; cf_tags=cf-proxied:true`;
	it.each([
		[row("www"), row("api")],
		["www 1h IN A 203.0.113.5", "api 1h IN A 203.0.113.6"],
		['mail._domainkey\tIN\tTXT\t( "v=DKIM1; k=rsa; "', '\t  "p=MIIB"', '\t  "AQAB" )  ; ----- DKIM key'],
		["www A 203.0.113.5 ; web", "; the end"],
		["www A 203.0.113.5", "    A 203.0.113.6", "    300 IN AAAA 2001:db8::1"],
		["@ HTTPS 1 . alpn=h2 ; a", "www HTTPS 1 . alpn=h2 ; b"],
		["@ TXT hello (world", "@ A 203.0.113.5"],
		["; a comment", "; only"],
		["sep=;", "Type;Name;Content", "A;www;203.0.113.5"],
	])("is true for %j", (...lines) => {
		expect(isZoneFile(lines.join("\n"))).toBe(true);
	});

	it.each([
		[row("www")],
		["shop.com ; mine", "cafe.net ; too"],
		["shop.com", "    cafe.net"],
		["www A 203.0.113.5", "shop.com", "cafe.net"],
		["(see below", "buy a car", "and a mx-5"],
		["send txt hello", "my ns is slow"],
	])("is false for %j", (...lines) => {
		expect(isZoneFile(lines.join("\n"))).toBe(false);
	});
});
