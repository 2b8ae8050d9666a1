import { isDnssecType, isZoneFile, parseUnsupported, readUnsupported } from "@domains/dns/sentence.ts";
import { describe, expect, it } from "vitest";
import { recognise } from "../../src/rules/recognise.ts";
import { findExpectedToken, findToken } from "../../src/rules/secrets.ts";

const hash = "2bb183af5f22588179a53b0a98631fad1a292118e4cd1a2d3c5e6f708192a3b4";
const key = "mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==";

describe("a record of a type that the bot does not write", () => {
	it.each([
		[`@ DS 2371 13 2 ${hash}`, "@", "DS"],
		[`@ ds 2371 13 2 ${hash}`, "@", "DS"],
		[`DS 2371 13 2 ${hash}`, "@", "DS"],
		[`DS @ 2371 13 2 ${hash}`, "@", "DS"],
		[`@ DS 2371 13 ${hash.slice(1)}`, "@", "DS"],
		[`example.com. 3600 IN DS 2371 13 2 ( ${hash.slice(0, 56)} ${hash.slice(56)} )`, "example.com.", "DS"],
		[`@ IN 1h DNSKEY 257 3 13 ${key}`, "@", "DNSKEY"],
		[`@ RRSIG A 13 2 3600 20260101000000 20251201000000 2371 example.com. ${key}`, "@", "RRSIG"],
		[`_443._tcp TLSA 3 1 1 ${hash}`, "_443._tcp", "TLSA"],
		[`host SSHFP 4 2 ${hash}`, "host", "SSHFP"],
		[`${hash.slice(0, 56)}._openpgpkey OPENPGPKEY ${key}`, `${hash.slice(0, 56)}._openpgpkey`, "OPENPGPKEY"],
		["@ ALIAS lb.example.net", "@", "ALIAS"],
		[`@ SPF "v=spf1 include:_spf.example.net -all"`, "@", "SPF"],
		["www HTTPS 1 . alpn=h2,h3", "www", "HTTPS"],
		["www https 1 . alpn=h2,h3", "www", "HTTPS"],
		["geo LOC 52 22 23.000 N 4 53 32.000 E -2m", "geo", "LOC"],
		['_sip NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:a@example.net!" .', "_sip", "NAPTR"],
		[String.raw`x TYPE65280 \# 4 0a000001`, "x", "TYPE65280"],
	])("is read: %s", (line, host, type) => {
		expect(parseUnsupported(line)).toMatchObject({ host, type });
		expect(recognise(line)).toMatchObject({ is: "unsupported_record", host, type });
		expect(findToken(line)).toBeUndefined();
		expect(findExpectedToken(line, true)).toBeUndefined();
	});

	it.each([
		"alias example.com",
		"buy ALIAS shop",
		"www HTTPS",
		"www A 203.0.113.4",
		"look at TLSA 3 1 1 abcd",
		"x URL https://example.net",
		"@ SOA ns1.example.net. admin.example.net. 1 2 3 4 5",
		"@ 300 300 TLSA 3 1 1 abcd",
	])("is not read: %s", (line) => {
		expect(parseUnsupported(line)).toBeUndefined();
	});

	it.each([
		["www HTTPS", "www", "HTTPS", ""],
		["@ ALIAS lb", "@", "ALIAS", "lb"],
		["shop 300 IN HTTPS alpn=h2", "shop", "HTTPS", "alpn=h2"],
		["@ DS 2371", "@", "DS", "2371"],
	])("is read with any value on a page about DNS: %s", (line, host, type, value) => {
		expect(parseUnsupported(line)).toBeUndefined();
		expect(readUnsupported(line)).toMatchObject({ host, type, value });
	});

	it.each(["HTTPS", "www https", "buy a TLSA record", "www A 203.0.113.4"])("is not any text: %s", (line) => {
		expect(readUnsupported(line)).toBeUndefined();
	});

	it("belongs to DNSSEC if it is a key or its hash", () => {
		expect(["DS", "CDS", "DNSKEY", "RRSIG", "NSEC3PARAM"].every(isDnssecType)).toBe(true);
		expect(["TLSA", "SSHFP", "A", "HTTPS"].some(isDnssecType)).toBe(false);
	});

	it("counts as a record of a zone file", () => {
		const lines = ["www A 203.0.113.4", `_443._tcp IN TLSA 3 1 1 ${hash}`];
		expect(isZoneFile(lines.join("\n"))).toBe(true);
		expect(recognise(lines.join("\n"))).toMatchObject({ is: "zone_file" });
		expect(findToken(lines.join("\n"))).toBeUndefined();
	});

	it("is one of several of DNSSEC, which no import takes", () => {
		const lines = `@ DS 2371 13 2 ${hash}\n@ DS 2371 13 4 ${hash}`;
		expect(recognise(lines)).toMatchObject({ is: "unsupported_record", type: "DS" });
	});
});

describe("a token next to the type of a record", () => {
	const own = `dts_${"aB3-_xyZ9".repeat(5)}`;
	const acct = "acct-7f3a9c2e9b1d";

	it.each([
		[`my DS ${acct}`, acct],
		[`@ DS ${acct}`, acct],
		[`@ DS 2371 13 2 ${acct}`, acct],
		[`@ DS 2371 13 2 ${hash} ${acct}`, hash],
		[`@ DS 2371 13 2 ${own}`, own],
		[`${acct} DS 2371 13 2 ${hash}`, acct],
		[`@ ${acct} TLSA 3 1 1 ${hash}`, acct],
		[`look DS ${hash}`, hash],
		[`please use TLSA 3 1 1 ${hash}`, hash],
		[`shop ALIAS ${acct}`, acct],
		[
			"shop ALIAS SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tA",
			"SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tA",
		],
		[`_443._tcp TLSA 3 1 1 ${hash}\n${acct}`, acct],
		[`x TXT ${own}`, own],
	])("is found: %s", (text, token) => {
		expect(findToken(text)).toBe(token);
	});
});
