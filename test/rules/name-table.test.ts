import { describe, expect, it } from "vitest";
import { listNames } from "../../src/rules/list.ts";

function read(...lines: string[]) {
	const { names, refused, elsewhere } = listNames(lines.join("\n"));
	return { names: names.map(({ ascii }) => ascii), refused, elsewhere };
}

describe("the column of names", () => {
	it.each<[string, string[]]>([
		["with a header", ["id,domain,owner", "1,a-shop.com,Anna", "2,b-shop.com,Boris"]],
		["without a header", ["1;a-shop.com;2026-01-01", "2;b-shop.com;2026-01-02"]],
		["between tabs", ["a-shop.com\t12.5", "b-shop.com\t9"]],
		["between bars", ["Domain|Price", "a-shop.com|12", "b-shop.com|9"]],
		["next to nameservers, by its title", ["ns;domain", "ns1.host.net;a-shop.com", "ns1.host.net;b-shop.com"]],
		["next to name servers", ["Name server,Name", "ns1.host.net,a-shop.com", "ns1.host.net,b-shop.com"]],
		["by its exact title", ["Domain forwarding,Domain", "x.host.net,a-shop.com", "y.host.net,b-shop.com"]],
		["next to links", ["URL;Domain", "https://host.net/a;a-shop.com", "https://host.net/b;b-shop.com"]],
		[
			"after the hint of a spreadsheet",
			["sep=;\r", "Domain;DNS\r", "a-shop.com;ns1.host.net\r", "b-shop.com;ns2.host.net\r"],
		],
		[
			"after the hint of a rare delimiter",
			["sep=^", "DNS^Domain", "ns1.host.net^a-shop.com", "ns2.host.net^b-shop.com"],
		],
		["with a delimiter at the end of rows", ["Domain,NS", "a-shop.com,ns1.host.net,", "b-shop.com,ns1.host.net,"]],
		["with another delimiter in each note", ["Note,Domain", "old; see host.net,a-shop.com", "new; kept,b-shop.com"]],
		["with line breaks in quotes", ["Note,Domain", '"see', 'host.net",a-shop.com', '"two\n\nlines",b-shop.com']],
		["with a quote that is never closed", ["Domain,Note", 'a-shop.com,"open', "b-shop.com,host.net"]],
		["after quotes inside a cell", ["Note,Domain", '24" screen,a-shop.com', '5" disk,b-shop.com']],
		["after empty lines", ["", "Domain,Site", "", "a-shop.com,host.net", "b-shop.com,host.net"]],
		["with fewer cells in some rows", ["Domain,NS,Note", "a-shop.com,ns1.host.net", "b-shop.com,ns1.host.net,x"]],
		["without the extensions", ["Name,TLD", "a-shop,com", "b-shop,.com"]],
		["without the extensions, in Russian", ["Имя;Зона;Дата", "a-shop;com;1", "b-shop;com;2"]],
		["without the extensions and titles", ["1;a-shop;.com", "2;b-shop;.com"]],
		["in JSON", ['[{"ns":"ns1.host.net","domainName":"a-shop.com"},{"domainName":"b-shop.com","ns":"host.net"}]']],
		["between blanks", ["Domain      NS", "a-shop.com  ns1.host.net", "b-shop.com  ns2.host.net"]],
		["below a ruler", ["| Domain | NS |", "|:---|---|", "| a-shop.com | host.net |", "| b-shop.com | host.net |"]],
		["between the line breaks of a web page", ["NS,Domain\u2028host.net,a-shop.com\u2028host.net,b-shop.com"]],
		["in lines of JSON", ['{"ns":"host.net","domain":"a-shop.com"}', "", '{"ns":"host.net","domain":"b-shop.com"}']],
		["deep in JSON", ['{"data":{"page":1,"items":[{"name":"a-shop.com","dns":"x"},{"name":"b-shop.com","dns":"x"}]}}']],
		["in a property of JSON", ['{"total":2,"domains":[{"domain":"a-shop.com"},{"domain":"b-shop.com"}]}']],
	])("is found %s", (_title, lines) => {
		expect(read(...lines)).toEqual({ names: ["a-shop.com", "b-shop.com"], refused: [], elsewhere: [] });
	});

	it("is found next to mail addresses and quoted text", () => {
		const { names } = read('x@host.net,"Shop, a",a-shop.com', 'y@host.net,"Shop ""b""",b-shop.com');
		expect(names).toEqual(["a-shop.com", "b-shop.com"]);
	});

	it.each<[string, string[], string[]]>([
		["one name a line", ["a-shop.com", "b-shop.com"], ["a-shop.com", "b-shop.com"]],
		["several names a line", ["a.com, b.com", "c.com, d.com"], ["a.com", "b.com", "c.com", "d.com"]],
		["lines of different length", ["a.com, b.com, c.com", "d.com", "see e.com"], ["a.com", "b.com", "c.com", "d.com"]],
		[
			"lines of almost one length",
			["a.com, b.com, c.com", "d.com, e.com"],
			["a.com", "b.com", "c.com", "d.com", "e.com"],
		],
		[
			"several delimiters",
			["a.com b.com, c.com;d.com", "e.com,f.com"],
			["a.com", "b.com", "c.com", "d.com", "e.com", "f.com"],
		],
		["no names", ["one,two", "three,four"], []],
	])("is the whole text if it has %s", (_title, lines, names) => {
		expect(read(...lines).names).toEqual(names);
	});

	it.each([
		["sep=,", "a-shop.com", "b-shop.com"],
		['"sep=\t"', "Domain", "a-shop.com", "b-shop.com"],
	])("is the only one after a hint of a spreadsheet", (...lines) => {
		expect(read(...lines)).toEqual({ names: ["a-shop.com", "b-shop.com"], refused: [], elsewhere: [] });
	});

	it("is the key of names in pairs, as whois and YAML write them", () => {
		const whois = [
			"Domain Name: A-SHOP.COM",
			"Registrar URL: http://host.net",
			"Name Server: NS1.HOST.NET",
			"DNSSEC: no",
		];
		const yaml = [
			"domains:",
			"  - name: a-shop.com",
			'    ns: "ns1.host.net"',
			"  - name: 'b-shop.com'",
			"    ns: host.net",
		];
		expect(read(...whois)).toMatchObject({ names: ["a-shop.com"], elsewhere: [{ line: 2 }, { line: 3 }] });
		expect(read(...yaml)).toMatchObject({ names: ["a-shop.com", "b-shop.com"], elsewhere: [{ line: 3 }, { line: 5 }] });
		expect(
			read("Hi all: see below", "Domain: a-shop.com", "b-shop.com", "c-shop.com", "d-shop.com").names,
		).toHaveLength(4);
	});

	it("of a row without titles leaves the other names unticked, each once and with its line", () => {
		const { names, elsewhere } = read("1,a-shop.com,host.net", "2,b-shop.com,host.net", "3,c-shop.com,a-shop.com");
		expect(names).toEqual(["a-shop.com", "b-shop.com", "c-shop.com"]);
		expect(elsewhere).toEqual([{ line: 1, text: "host.net" }]);
	});

	it("leaves names outside of the table unticked", () => {
		const { names, elsewhere } = read("Report of host.net", "Domain,Price", "a-shop.com,1", "Exported by other.net,,");
		expect(names).toEqual(["a-shop.com"]);
		expect(elsewhere).toEqual([
			{ line: 1, text: "host.net" },
			{ line: 4, text: "other.net" },
		]);
	});

	it.each([
		["has its title again", "Domain,NS,Domain"],
		["has its title with a number", "Domain 1,NS,Domain 2"],
		["has its title in another spelling", "Domain name,NS,DOMAIN_NAME"],
		["has no title", "Domain,NS,,Price"],
	])("leaves the names of another column unticked that %s", (_title, titles) => {
		const { names, elsewhere } = read(titles, "a-shop.com,ns1.host.net,b-shop.com", "c-shop.com,ns1.host.net");
		expect(names).toEqual(["a-shop.com", "c-shop.com"]);
		expect(elsewhere).toEqual([{ line: 2, text: "b-shop.com" }]);
	});

	it("does not guess in a row whose cells are shifted", () => {
		const { names, elsewhere } = read(
			"id,Note,Domain",
			"1,x,a-shop.com",
			"2,old, host.net,b-shop.com",
			"3,y,c-shop.com",
		);
		expect(names).toEqual(["a-shop.com", "c-shop.com"]);
		expect(elsewhere.map(({ text }) => text)).toEqual(["host.net", "b-shop.com"]);
	});

	it("is read in a row with more cells after the name", () => {
		expect(read("id,Domain,Price", "1,a-shop.com,1,50", "2,b-shop.com,9").names).toEqual(["a-shop.com", "b-shop.com"]);
	});

	it.each(["Domain,NS", "Domain;DNS-сервер"])("keeps its title if its names lack the extension: %s", (titles) => {
		const rows = [
			["shop", "ns1.host.net"],
			["tea", "ns2.host.net"],
		].map((row) => row.join(titles[6]));
		const { names, refused } = read(titles, ...rows);
		expect(names).toEqual([]);
		expect(refused.map(({ text, problem }) => [text, problem])).toEqual([
			["shop", "no_ending"],
			["tea", "no_ending"],
		]);
	});

	it("is found among a million columns", () => {
		expect(read(`${",".repeat(1_000_000)}a-shop.com`).names).toEqual(["a-shop.com"]);
		expect(read(",".repeat(1_000_000)).names).toEqual([]);
		const wide = ",".repeat(500_000);
		expect(read(`${wide}a-shop.com`, `${wide}b-shop.com`).names).toEqual(["a-shop.com", "b-shop.com"]);
	});
});
