import { describe, expect, it } from "vitest";
import { domainOfFileName, isForeign, originOfHosts } from "../../src/zone-file/origin.ts";
import { readZoneText } from "../../src/zone-file/read.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };

describe("the domain in the name of a file", () => {
	it.each([
		["other.com.csv", "other.com"],
		["other.com.json", "other.com"],
		["other.com.zone", "other.com"],
		["Other.COM.TXT", "other.com"],
		["other.com (1).csv", "other.com"],
		["other.com(12).csv", "other.com"],
		["other.com_(2).csv", "other.com"],
		["other.com copy 2.zone", "other.com"],
		["other.com.csv (1).txt", "other.com"],
		["other.com.csv.txt", "other.com"],
		["other.com-old.csv", "other.com"],
		["my-shop.co.uk-2026-11-26.csv", "my-shop.co.uk"],
		["other.zone.csv", "other.zone"],
		["other.zone.zone", "other.zone"],
		["xn--e1afmkfd.xn--p1ai.csv", "xn--e1afmkfd.xn--p1ai"],
		["пример.рф.csv", "xn--e1afmkfd.xn--p1ai"],
		["records.txt", undefined],
		["other.zone", undefined],
		["db.zone", undefined],
		["records.v2.csv", undefined],
		["dns-2026.11.26.csv", undefined],
		["my records.csv", undefined],
		["192.0.2.1.csv", undefined],
		[".csv", undefined],
		["", undefined],
	])("of %j is %s", (name, domain) => {
		expect(domainOfFileName(name)).toBe(domain);
	});
});

it("a domain is foreign if neither is below the other", () => {
	expect(isForeign("other.com", "example.com")).toBe(true);
	expect(isForeign("myexample.com", "example.com")).toBe(true);
	expect(isForeign("example.com", "example.com")).toBe(false);
	expect(isForeign("eu.example.com", "example.com")).toBe(false);
	expect(isForeign("example.com", "eu.example.com")).toBe(false);
	expect(isForeign("", "example.com")).toBe(false);
});

describe("the hostnames of a table", () => {
	const found = (...rows: string[]) =>
		originOfHosts(
			rows.map((row) => {
				const [hostname = "", type = "A", value = "203.0.113.7"] = row.split(" ");
				return { type, hostname, value };
			}),
			zone.domain,
		);
	const foreign = (origin: string) => ({ kind: "foreign", origin });

	it.each([
		[["other.com", "www.other.com CNAME other.com"], foreign("other.com")],
		[["other.com", "www.other.com"], foreign("other.com")],
		[["Other.com", "WWW.other.COM"], foreign("other.com")],
		[["firma.de", "www.firma.de"], foreign("firma.de")],
		[["www.other.com", "mail.other.com"], foreign("other.com")],
		[["www.other.co.uk", "other.co.uk"], foreign("other.co.uk")],
		[["www.firma.de CNAME firma.de"], foreign("firma.de")],
		[["firma.de MX mail.firma.de."], foreign("firma.de")],
		[["www.firma.de.", "mail.firma.de."], foreign("firma.de")],
		[["@", "www.firma.de.", "mail.firma.de."], foreign("firma.de")],
		[["пример.рф", "www.xn--e1afmkfd.xn--p1ai"], foreign("xn--e1afmkfd.xn--p1ai")],
		[["other.com", "www.other.com CNAME other.com", "localhost"], foreign("other.com")],
		[["other.com"], { kind: "doubtful", origin: "other.com" }],
		[["www.firma.de"], { kind: "unknown" }],
		[["www", "mail"], { kind: "unknown" }],
		[["@", "www.eu", "api.eu"], { kind: "unknown" }],
		[["www", "eu.shop", "a.eu.shop", "b.eu.shop"], { kind: "unknown" }],
		[["s1._domainkey", "s2._domainkey"], { kind: "unknown" }],
		[["s1._domainkey.mail", "s2._domainkey.mail"], { kind: "unknown" }],
		[["www.eu.staging", "api.eu.staging"], { kind: "unknown" }],
		[["a.b"], { kind: "unknown" }],
		[["www CNAME other.com", "shop CNAME shop.other.com"], { kind: "unknown" }],
		[["www.other.net."], { kind: "unknown" }],
		[["example.com", "www.example.com"], { kind: "own" }],
		[["example.com.", "www"], { kind: "own" }],
		[["@"], { kind: "unknown" }],
		[[], { kind: "unknown" }],
	])("%j", (rows, expected) => {
		expect(found(...rows)).toEqual(expected);
	});

	it("are judged in a moment, however many they are", () => {
		const rows = Array.from({ length: 20_000 }, (_, at) => `h${at}.${"a.".repeat(10)}other${at}.com`);
		const start = performance.now();
		expect(found(...rows)).toEqual({ kind: "unknown" });
		expect(performance.now() - start).toBeLessThan(5_000);
	});
});

describe("a file", () => {
	const named = (text: string, fileDomain: string) => readZoneText(text, { ...zone, fileDomain }).foreignOrigin;
	const table = (...rows: string[]) => ["type,hostname,value", ...rows].join("\n");

	it.each([
		table("A,@,192.0.2.1"),
		'[{"type":"A","hostname":"@","value":"192.0.2.1"}]',
		'{"records":[{"type":"A","hostname":"@","value":"192.0.2.1"}]}',
		"@ A 192.0.2.1",
		"$ORIGIN dev\n@ A 192.0.2.1",
	])("that names no domain is for the domain in its name: %j", (text) => {
		expect(named(text, "other.com")).toBe("other.com");
		expect(named(text, "example.com")).toBeUndefined();
		expect(named(text, "example.com.old")).toBeUndefined();
		expect(named(text, "dev.example.com")).toBeUndefined();
		expect(readZoneText(text, zone).foreignOrigin).toBeUndefined();
	});

	it.each([
		table("A,www.example.com,192.0.2.1"),
		'{"domain":"example.com","records":[{"type":"A","hostname":"@","value":"192.0.2.1"}]}',
		"$ORIGIN example.com.\n@ A 192.0.2.1",
		"www.example.com. A 192.0.2.1",
	])("that names its domain is for this domain under any file name: %j", (text) => {
		expect(named(text, "other.com")).toBeUndefined();
	});

	it("that names another domain than its name is for the domain that it names", () => {
		expect(named("$ORIGIN a.net.\n@ A 192.0.2.1", "other.com")).toBe("a.net");
		expect(named('{"domain":"a.net","records":[]}', "other.com")).toBe("a.net");
		expect(named(table("A,a.net,192.0.2.1", "A,www.a.net,192.0.2.1"), "other.com")).toBe("a.net");
	});

	it("with full names is moved to the domain for which it is used", () => {
		const text = table("A,пример.рф,192.0.2.1", "A,www.пример.рф,192.0.2.1", "A,mail.xn--e1afmkfd.xn--p1ai.,192.0.2.1");
		const { records } = readZoneText(text, { ...zone, movedFrom: "xn--e1afmkfd.xn--p1ai" });
		expect(records.map(({ hostname }) => hostname)).toEqual(["@", "www", "mail"]);
	});

	it("with a name that may be a full one names its line", () => {
		const { records, doubtful } = readZoneText(table("A,other.com,192.0.2.1", ",,"), zone);
		expect(records).toMatchObject([{ hostname: "other.com" }]);
		expect(doubtful).toEqual([{ line: 2, text: "A,other.com,192.0.2.1", doubt: "dot" }]);
		const json = readZoneText('[{"type":"A","hostname":"other.com","value":"192.0.2.1"}]', zone);
		expect(json.doubtful).toMatchObject([{ record: 1, doubt: "dot" }]);
	});
});
