import { describe, expect, it } from "vitest";
import { canonicalData, fileData, isFileType, valueOfWords } from "../../src/records/data-form.ts";
import { recordTypes } from "../../src/records/types.ts";

const sha256 = "0c72ac70b745ac19998811b131d662c9ac69dbdbe7cb23e5b514b56664c5d3d6";

it("has no form for a type that has a row in the table of types", () => {
	expect(recordTypes.filter(isFileType)).toEqual([]);
});

describe("data of a type without own rules", () => {
	it.each([
		["HTTPS", '1 svc.example.net. alpn="h3,h2" port=443', "1 svc.example.net alpn=h3,h2 port=443"],
		["HTTPS", "0 svc.example.net", "0 svc.example.net"],
		["HTTPS", "1 . alpn=h2 no-default-alpn", "1 . alpn=h2 no-default-alpn"],
		[
			"HTTPS",
			"1 . ipv6hint=2001:db8::1 ech=AEX+DQ== port=443 alpn=h2",
			"1 . alpn=h2 port=443 ech=AEX+DQ== ipv6hint=2001:db8::1",
		],
		["SVCB", "16 svc. ipv4hint=192.0.2.1,192.0.2.2 ech=AEX+DQ==", "16 svc. ipv4hint=192.0.2.1,192.0.2.2 ech=AEX+DQ=="],
		["TLSA", `3 1 1 ${sha256.toUpperCase().slice(0, 9)} ${sha256.slice(9)}`, `3 1 1 ${sha256}`],
		["TLSA", "03 0 0 AB", "3 0 0 ab"],
		["SSHFP", `4 2 ${sha256}`, `4 2 ${sha256}`],
		["DS", `60485 13 2 ${sha256}`, `60485 13 2 ${sha256}`],
		["NAPTR", '100 10 u "E2U+sip" "!^.*$!sip:a@b.c!" .', '100 10 "u" "E2U+sip" "!^.*$!sip:a@b.c!" .'],
		["HINFO", 'PC "a \\"b\\""', '"PC" "a \\"b\\""'],
		["OPENPGPKEY", "AAAA BBBB", "AAAABBBB"],
		["PTR", "a.example.net.", "a.example.net"],
		["ALIAS", "lb.example.net.", "lb.example.net"],
		["TYPE65", String.raw`\# 4 0A00 0001`, String.raw`\# 4 0a000001`],
		["HTTPS", String.raw`\# 0`, String.raw`\# 0`],
	])("is normalized: %s %s", (type, value, normal) => {
		expect(canonicalData(type, value)).toBe(normal);
		expect(canonicalData(type, normal)).toBe(normal);
	});

	it.each([
		["URL", "https://a.example"],
		["HTTPS", "1 svc alpn=h2"],
		["HTTPS", "65536 . alpn=h2"],
		["HTTPS", "1"],
		["HTTPS", "0 svc.example.net alpn=h2"],
		["HTTPS", "1 . no-default-alpn"],
		["HTTPS", "1 . alpn=h2 alpn=h3"],
		["HTTPS", "1 . alpn"],
		["HTTPS", "1 . port=65536"],
		["HTTPS", "1 . ipv4hint=300.1.1.1"],
		["HTTPS", "1 . ipv6hint=fe80::1%eth0"],
		["HTTPS", "1 . ech=abc"],
		["HTTPS", "1 . mandatory=alpn alpn=h2"],
		["HTTPS", "1 . port=443 (a comment)"],
		["TLSA", "256 1 1 ab"],
		["TLSA", `3 1 1 ${sha256.slice(2)}`],
		["TLSA", "3 1 0 abc"],
		["TLSA", "3 1 0"],
		["SSHFP", "1 1 abcd"],
		["DS", "1 13 3 ab"],
		["NAPTR", '100 10 "u" "E2U+sip" "!(!x!" .'],
		["NAPTR", '100 10 "u" "E2U+sip" "" . more'],
		["HINFO", "one"],
		["HINFO", `a ${"b".repeat(256)}`],
		["HINFO", 'a b"c"'],
		["HINFO", "ü b"],
		["HINFO", "a\nb c"],
		["HINFO", '"a\\9" b'],
		["CERT", "1 0 0 AAA"],
		["PTR", "@"],
		["PTR", `${"a".repeat(64)}.example.net`],
		["LOC", "52 N 4 E 0m"],
		["HTTPS", "1 . ipv4hint=192.0.2.1,bad"],
		["HTTPS", "1 . alpn=h2 no-default-alpn=x"],
		["HTTPS", "1 . alpn=h2! port=1"],
		["HTTPS", "1 . alpn=!h2"],
		["HTTPS", "1 . port=x1"],
		["HTTPS", "1 . port=1x"],
		["HTTPS", '1 . alpn="h2"x'],
		["HTTPS", '1 . alpn=x"h2"'],
		["HTTPS", "1 . !alpn=h2"],
		["HTTPS", "1 . alpn!=h2"],
		["NAPTR", '1 1 "" "" x"" .'],
		["NAPTR", '1 1 "" "" ""x .'],
		["NAPTR", '1 1 "" "" "!^(.*)$!\\2!" .'],
		["OPENPGPKEY", "=AAA"],
		["OPENPGPKEY", "AAA!"],
		["OPENPGPKEY", "!AAA"],
		["PTR", "example"],
		["PTR", "a.example!"],
		["PTR", "a!.example"],
		["PTR", "!a.example"],
		["PTR", `${"a.".repeat(126)}ab`],
		["TYPE65", String.raw`x\# 1 ab`],
		["TYPE65", String.raw`\# 1 ab zz`],
		["TYPE65", String.raw`\# 1x ab`],
		["TYPE65", String.raw`\# 3 0a000001`],
	])("has not the form of its type: %s %s", (type, value) => {
		expect(canonicalData(type, value)).toBeUndefined();
		expect(fileData(type, value)).toBeUndefined();
	});

	const numbers: Readonly<Record<string, number>> = { uint8: 255, uint16: 65_535 };
	it.each([
		["HTTPS", "uint16 ."],
		["SVCB", "uint16 ."],
		["TLSA", "uint8 uint8 uint8 ab"],
		["SMIMEA", "uint8 uint8 uint8 ab"],
		["SSHFP", "uint8 uint8 ab"],
		["DS", `uint16 uint8 2 ${sha256}`],
		["NAPTR", 'uint16 uint16 "u" "s" "" .'],
		["URI", 'uint16 uint16 "https://example.net/"'],
		["AFSDB", "uint16 a.example.net"],
		["KX", "uint16 a.example.net"],
		["CERT", "uint16 uint16 uint8 AAAA"],
		["DNAME", "a.example.net"],
		["RP", "a.example.net ."],
		["ANAME", "a.example.net"],
	])("has numbers up to the most of their size: %s %s", (type, form) => {
		const words = form.split(" ");
		const withWord = (at: number, text: string) =>
			words.map((word, index) => (index === at ? text : (numbers[word] ?? word))).join(" ");
		expect(canonicalData(type, withWord(-1, ""))).toBe(withWord(-1, ""));
		expect(canonicalData(type, `${withWord(-1, "")} (`)).toBeUndefined();
		for (const [at, word] of words.entries()) {
			const most = numbers[word];
			const wrong = most === undefined ? [] : [String(most + 1), "-1", "x1", "1x", "1.5"];
			for (const each of wrong) expect(canonicalData(type, withWord(at, each))).toBeUndefined();
		}
	});

	it.each([
		["DS", "1 1", { 1: 20, 2: 32, 4: 48 }],
		["SSHFP", "1", { 1: 20, 2: 32 }],
		["TLSA", "1 1", { 1: 32, 2: 64 }],
	])("has a hash of the length of its kind: %s", (type, before, lengths) => {
		for (const [kind, bytes] of Object.entries(lengths)) {
			const read = (length: number) => canonicalData(type, `${before} ${kind} ${"ab".repeat(length)}`);
			expect([read(bytes - 1), read(bytes + 1)]).toEqual([undefined, undefined]);
			expect(read(bytes)).toBe(`${before} ${kind} ${"ab".repeat(bytes)}`);
		}
	});

	it.each([
		["PTR", `${"a.".repeat(125)}abc`],
		["PTR", "A_1-b.example.net"],
		["HINFO", `"a" "${"b".repeat(253)}"`],
		["NAPTR", String.raw`1 1 "" "" "!^(.*)$!x\\1y\\1!" .`],
		["NAPTR", '1 1 "" "" "!^.*$!x!i" .'],
		["HTTPS", "1 . port=65535 ipv6hint=2001:db8::1,2001:db8::2"],
		["TYPE65", String.raw`\# 12 000102030405060708090a0b`],
	])("may have the longest and the rarest form: %s %s", (type, value) => {
		expect(canonicalData(type, value)).toBe(value);
	});

	it("of the form for any type may have spaces anywhere between its bytes", () => {
		expect(canonicalData("TYPE65", String.raw`\#  03  0a  00 01`)).toBe(String.raw`\# 3 0a0001`);
	});

	it("is written to a zone file with absolute names, and only if DNS servers know the type", () => {
		expect(fileData("HTTPS", "1 svc.example.net alpn=h2")).toBe("1 svc.example.net. alpn=h2");
		expect(fileData("NAPTR", '1 1 "" "" "" .')).toBe('1 1 "" "" "" .');
		for (const type of ["TYPE65280", "TYPE65534"])
			expect(fileData(type, String.raw`\# 1 AB`)).toBe(String.raw`\# 1 ab`);
		expect(fileData("PTR", "host.")).toBe("host.");
		expect(fileData("PTR", ".")).toBe(".");
		for (const [type, value] of [
			["ALIAS", "lb.example.net"],
			["ANAME", "lb.example.net"],
			["TYPE65279", String.raw`\# 1 ab`],
			["TYPE65", String.raw`\# 1 ab`],
			["TYPE65535", String.raw`\# 1 ab`],
			["HTTPS", String.raw`\# 1 ab`],
		] as const)
			expect(fileData(type, value)).toBeUndefined();
	});

	it("is read from a zone file with its relative names completed", () => {
		const absolute = (name: string) => (name.endsWith(".") ? name : `${name}.example.com.`);
		expect(valueOfWords("HTTPS", ["1", "svc", "mandatory=alpn"], absolute)).toBe("1 svc.example.com mandatory=alpn");
		expect(valueOfWords("RP", ["me", "."], absolute)).toBe("me.example.com .");
		expect(valueOfWords("TYPE65", ["\\#", "0"], absolute)).toBe("\\# 0");
	});
});

it("a zone file may have standard and numbered types, and aliases of services", () => {
	expect(["HTTPS", "TLSA", "ALIAS", "TYPE65"].map(isFileType)).toEqual([true, true, true, true]);
	expect(["A", "URL", "TYPE", "TYPE123456", "xTYPE65", "RRSIG"].map(isFileType)).toEqual(Array(6).fill(false));
});
