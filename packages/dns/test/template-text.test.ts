import { describe, expect, it } from "vitest";
import { parseTemplateText } from "../src/templates.ts";
import { zone as anyZone } from "./zones.ts";

const zone = { ...anyZone, domain: "example.com" };
const parse = (...lines: string[]) => parseTemplateText(lines.join("\n"), zone);

describe("parseTemplateText", () => {
	it("reads a name and records, and keeps their placeholders", () => {
		const text = parse(
			"My shop",
			"",
			"@ A {server}",
			"www 300 IN CNAME {shop}.example.net",
			"@ mx 10 mail.{domain}",
			"mail.example.com A 203.0.113.5",
			"@ TXT owner={owner}; of example.com",
			"_sip._tcp SRV 10 0 5060 {server}",
			"{host} AAAA 2001:db8::1",
		);
		expect(text).toMatchObject({ ok: true, name: "My shop" });
		const records = text?.ok ? text.records : [];
		expect(records.map(({ type, hostname, value, priority, ttl }) => [type, hostname, value, priority, ttl])).toEqual([
			["A", "@", "{server}", null, null],
			["CNAME", "www", "{shop}.example.net", null, 300],
			["MX", "@", "mail.{domain}", 10, null],
			["A", "mail", "203.0.113.5", null, null],
			["TXT", "@", "owner={owner}; of {domain}", null, null],
			["SRV", "_sip._tcp", "0 5060 {server}", 10, null],
			["AAAA", "{host}", "2001:db8::1", null, null],
		]);
	});

	it("reads lines with any line break and any white space between their parts", () => {
		const text = parse("  Shop  ", "\tmail  300 \tIN  MX \t 10  mx.example.net ");
		const windows = parseTemplateText("Shop\r\n\r\nmail 300 MX 10 mx.example.net\r\n", zone);
		expect(text).toEqual({
			ok: true,
			name: "Shop",
			records: [{ type: "MX", hostname: "mail", value: "mx.example.net", priority: 10, ttl: 300 }],
		});
		expect(windows).toEqual(text);
	});

	it("reads a number in front of a value as a priority only if the type has one", () => {
		const text = parse("Shop", "@ TXT 10 years of shop", "@ HTTPS 10 example.net.", "@ MX mx.example.net");
		expect(text?.ok && text.records.map(({ value, priority }) => [value, priority])).toEqual([
			["10 years of shop", null],
			["10 example.net", null],
			["mx.example.net", null],
		]);
	});

	it("reads types for which the bot has no rules, in upper case", () => {
		const text = parse("Web", "@ HTTPS 1 . alpn={alpn}", "_443._tcp 300 IN TLSA 3 1 0 ab", "@ ALIAS lb.example.com");
		expect(text).toMatchObject({
			ok: true,
			records: [
				{ type: "HTTPS", value: "1 . alpn={alpn}" },
				{ type: "TLSA", hostname: "_443._tcp", ttl: 300 },
				{ type: "ALIAS", value: "lb.{domain}" },
			],
		});
		expect(parse("Web", "@ A 203.0.113.5", "open uri for me")).toMatchObject({ ok: false, line: "open uri for me" });
	});

	it.each([
		["a line that is no record", ["Shop", "@ A 203.0.113.5", "www"], { line: "www" }],
		[
			"a hostname of two words",
			["Shop", "@ A 203.0.113.5", "my www-2 A 203.0.113.5"],
			{ line: "my www-2 A 203.0.113.5" },
		],
		["a half-typed record", ["Shop", "@ A 203.0.113.5", "www CNAME"], { line: "www CNAME" }],
		["a wrong value", ["Shop", "@ A 203.0.113"], { line: "@ A 203.0.113", problem: "address_ipv4" }],
		["a wrong TTL", ["Shop", "@ 5 A 203.0.113.5"], { line: "@ 5 A 203.0.113.5", problem: "ttl" }],
		["a wrong priority", ["Shop", "@ MX 70000 a.example.net"], { problem: "priority" }],
	])("refuses %s", (_what, lines, refusal) => {
		expect(parse(...lines)).toMatchObject({ ok: false, ...refusal });
	});

	it.each([
		["one line", ["Shop"]],
		["records without a name", ["@ A 203.0.113.5", "www A 203.0.113.5"]],
		["a list of names", ["one.com", "two.com"]],
		["nothing", [""]],
	])("leaves other texts alone: %s", (_what, lines) => {
		expect(parse(...lines)).toBeUndefined();
	});
});
