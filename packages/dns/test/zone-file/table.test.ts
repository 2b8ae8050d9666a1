import { doubtsOfText } from "@domains/contract/records/text-value.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readZoneText } from "../../src/zone-file/read.ts";
import { formatCsv, formatJson } from "../../src/zone-file/table.ts";
import { records, zone } from "./records.ts";

const asCsv = (...lines: string[]) => readZoneText(lines.join("\n"), zone);

describe("a table of records", () => {
	it.each([
		["CSV", (each: readonly AnyRecord[]) => Buffer.from(formatCsv(each, zone.domain)).toString()],
		["JSON", (each: readonly AnyRecord[]) => formatJson(each, zone.domain)],
	])("is parsed back to the same records: %s", (_, format) => {
		fc.assert(
			fc.property(records, (written) => {
				const { doubtful = [], ...read } = readZoneText(format(written), zone);
				expect(read).toEqual({ types: "all", records: written, refused: [], nameservers: [] });
				const doubts = written.flatMap(({ type, value }) => (type === "TXT" ? doubtsOfText(value) : []));
				expect(doubtful.map(({ doubt }) => doubt)).toEqual(doubts);
			}),
		);
	});

	it("keeps types that the bot does not know", () => {
		const alias = { type: "ALIAS", hostname: "@", value: "lb.example.net", ttl: null, priority: null };
		const others = ["", " leading", "one\ntwo", "one\r\ntwo", 'a "quoted", b', "'=1"].map((value, at) => {
			return { ...alias, type: "X_URL", value, ttl: at, priority: 0 };
		});
		const all = [alias, ...others];
		expect(readZoneText(formatJson(all, zone.domain), zone).records).toEqual(all);
		expect(readZoneText(Buffer.from(formatCsv(all, zone.domain)).toString(), zone).records).toEqual(all);
	});

	it("makes hostnames of unknown types relative, and refuses one outside of the domain", () => {
		const read = asCsv(
			"type,hostname,value",
			"ALIAS,lb.example.com,a.example.com",
			"ALIAS,lb.other.net.,x",
			"ALIAS,,x",
		);
		expect(read.records).toEqual([
			{ type: "ALIAS", hostname: "lb", value: "a.example.com", ttl: null, priority: null },
		]);
		expect(read.refused.map(({ line, problem }) => [line, problem])).toEqual([
			[3, "hostname_outside"],
			[4, "owner_missing"],
		]);
	});

	it("skips the SOA and the nameservers of the domain", () => {
		const read = asCsv(
			"type,hostname,value",
			"SOA,@,ns1.example.net. host.example.net. 1 2 3 4 5",
			"NS,example.com,NS1.Example.net.",
		);
		expect(read).toEqual({ types: "all", records: [], refused: [], nameservers: ["ns1.example.net"] });
	});

	it("names the first line of a row with line breaks, and reads on after an open quote", () => {
		const read = asCsv("type,hostname,value", 'URL,a,"one\ntwo"', "A,b,bad", 'URL,c,"open', "A,d,192.0.2.1");
		expect(read.records.map(({ hostname, value }) => [hostname, value])).toEqual([
			["a", "one\ntwo"],
			["c", "open"],
			["d", "192.0.2.1"],
		]);
		expect(read.refused.map(({ line }) => line)).toEqual([4]);
	});

	it("reads the columns of other programs in any order, with other delimiters and names", () => {
		expect(
			asCsv("Name;TTL;Type;Content;Proxied", "www;300;a;192.0.2.1;true", ";;;;", "@;;MX;mail.example.net;"),
		).toEqual({
			types: "all",
			records: [
				{ type: "A", hostname: "www", value: "192.0.2.1", ttl: 300 },
				{ type: "MX", hostname: "@", value: "mail.example.net", ttl: null, priority: null },
			],
			refused: [],
			nameservers: [],
			doubtful: [{ line: 4, text: "@;;MX;mail.example.net;", doubt: "priority" }],
			unused: ["Proxied"],
		});
		expect(readZoneText('[{"name":"www","type":"A","content":"192.0.2.1","ttl":1}]', zone).records).toEqual([
			{ type: "A", hostname: "www", value: "192.0.2.1", ttl: 1 },
		]);
	});

	it("gives a reason and the line for each row that is not a record", () => {
		const { records: read, refused } = asCsv(
			"type,hostname,value,ttl,priority",
			"A,www,300.1.1.1,,",
			"A,www,192.0.2.1,soon,",
			"MX,@,mail.example.net,300,-1",
			"<b>,www,x,,",
			"A,www.other.net.,192.0.2.1,,",
		);
		expect(read).toEqual([]);
		expect(refused.map(({ line, problem }) => [line, problem])).toEqual([
			[2, "address_ipv4"],
			[3, "ttl_unread"],
			[4, "priority"],
			[5, "type_unknown"],
			[6, "hostname_outside"],
		]);
	});

	it.each([
		["300", 300],
		["Auto", 1],
		["automatic", 1],
		["1h30m", 5_400],
		["30 min", 1_800],
		["1 Hour", 3_600],
		["30min", 1_800],
		["5m", 300],
		["45 sec", 45],
		["45 seconds", 45],
		["10 minutes", 600],
		["1 week", 604_800],
		[" 300 ", 300],
		["2 days", 172_800],
		["", null],
	])("reads the TTL %j", (ttl, seconds) => {
		expect(asCsv("type,hostname,value,ttl", `A,www,192.0.2.1,${ttl}`).records[0]?.ttl).toBe(seconds);
	});

	it.each(["soon", "-1", "1 month", "1.5", "m", "autos", "my auto", "in 1 min", "1 min ago", "1  min"])(
		"does not read the TTL %j",
		(ttl) => {
			expect(asCsv("type,hostname,value,ttl", `A,www,192.0.2.1,${ttl}`).refused[0]?.problem).toBe("ttl_unread");
		},
	);

	it("reads a TTL that JSON writes with an exponent, so that the preview can say that it is too large", () => {
		const read = readZoneText('[{"name":"www","type":"A","content":"192.0.2.1","ttl":1e30}]', zone);
		expect(read.records[0]?.ttl).toBe(Number.MAX_SAFE_INTEGER);
	});

	it("reads cells with spaces around them, and a hostname that only the service understands", () => {
		const read = asCsv(
			'" type ",Host,value,priority',
			'" a "," www ",192.0.2.1,',
			"mx,@,mail.example.net,12",
			"alias,a b,x,",
		);
		expect(read.refused).toEqual([]);
		expect(read.records).toEqual([
			{ type: "A", hostname: "www", value: "192.0.2.1", ttl: null },
			{ type: "MX", hostname: "@", value: "mail.example.net", ttl: null, priority: 12 },
			{ type: "ALIAS", hostname: "a b", value: "x", ttl: null, priority: null },
		]);
		expect(asCsv("type,hostname,value", "NS,team,ns1.example.net").records).toHaveLength(1);
	});

	it.each(["x1", "1x", "-1"])("does not read the priority %j", (priority) => {
		expect(asCsv("type,hostname,value,priority", `ALIAS,@,x,${priority}`).refused[0]?.problem).toBe("priority");
	});

	it("in JSON has the first of two names of a field, and no field that is neither a text nor a number", () => {
		const row = { name: "a", hostname: "b", type: "MX", data: "mx.example.net", ttl: null, priority: true, Value: "x" };
		expect(readZoneText(JSON.stringify([row]), zone)).toMatchObject({
			records: [{ type: "MX", hostname: "a", value: "mx.example.net", ttl: null, priority: null }],
			unused: ["hostname", "priority", "Value"],
		});
	});

	it("reads a priority under its other names, and names each field that it does not use", () => {
		const rows = [
			{ id: 7, name: "@", type: "MX", content: "mx1.example.net", prio: "10", notes: "", tags: [], links: null },
			{ id: 8, name: "_sip._tcp", type: "SRV", content: "5 5060 sip.example.com", prio: 30, notes: "phone" },
			{ id: 9, name: "@", type: "MX", content: "20 mx2.example.net", hostname: "@" },
		];
		const read = readZoneText(JSON.stringify(rows), zone);
		expect(read.records.map(({ priority }) => priority)).toEqual([10, 30, 20]);
		expect(read.unused).toEqual(["id", "notes"]);
		expect(read.doubtful).toBeUndefined();
		for (const title of ["Prio", "MX Pref", "mx_priority", "Preference"])
			expect(asCsv(`type,host,value,${title}`, "MX,@,mx1.example.net,10").records[0]?.priority).toBe(10);
	});

	it("of two columns for one field, reads the first one, and names the other one if it differs", () => {
		const read = asCsv("type,name,host,value,data", "A,www,ftp,192.0.2.1,192.0.2.1", "A,,mail,192.0.2.2,");
		expect(read.records.map(({ hostname, value }) => [hostname, value])).toEqual([
			["www", "192.0.2.1"],
			["mail", "192.0.2.2"],
		]);
		expect(read.unused).toEqual(["host"]);
	});

	it.each([
		["a byte order mark and Windows line breaks", "\ufefftype,hostname,value\r\nA,www,192.0.2.1\r\n"],
		["old Mac line breaks", "type,hostname,value\rA,www,192.0.2.1\r"],
		["tabs", "type\thostname\tvalue\nA\twww\t192.0.2.1"],
		["a byte order mark in JSON", '\ufeff [{"type":"A","hostname":"www","value":"192.0.2.1"}]'],
		[
			"white space before JSON that names no domain",
			'\n\t {"records":[{"type":"A","hostname":"www","value":"192.0.2.1"}]}',
		],
	])("may have %s", (_what, text) => {
		expect(readZoneText(text, zone)).toMatchObject({
			records: [{ type: "A", hostname: "www", value: "192.0.2.1" }],
			refused: [],
		});
	});

	it("says which part of a record in JSON is missing", () => {
		const rows = [
			{ name: "a", value: "x" },
			{ type: "ALIAS", value: "x" },
			{ type: "URL", name: "a", value: null },
		];
		const { refused } = readZoneText(JSON.stringify(rows), zone);
		expect(refused.map(({ problem }) => problem)).toEqual(["type_missing", "owner_missing", "value_missing"]);
		expect(readZoneText('[{"type":"A","name":"a","value":" "}]', zone).refused[0]?.problem).toBe("value_missing");
	});

	it("may begin with the line in which a spreadsheet announces the delimiter", () => {
		expect(asCsv("sep=;", "Type;Name;Content", "A;www;192.0.2.1", "A;b;bad")).toMatchObject({
			records: [{ hostname: "www", value: "192.0.2.1" }],
			refused: [{ line: 4, problem: "address_ipv4" }],
		});
		expect(asCsv("sep=,", "Type,Name", "A,www").refused).toMatchObject([{ line: 2, problem: "columns" }]);
	});

	it("says which part of a row is missing", () => {
		const rows = [",www,192.0.2.1", "A,,192.0.2.1", "A,www,", "URL,,x", "TXT,www"];
		expect(asCsv("type,hostname,value", ...rows).refused.map(({ line, problem }) => [line, problem])).toEqual([
			[2, "type_missing"],
			[3, "owner_missing"],
			[4, "value_missing"],
			[5, "owner_missing"],
			[6, "value_missing"],
		]);
	});

	it.each(["type,host,answer", "Name;Type;TTL", "type\tvalue"])("says that a header lacks a column: %s", (header) => {
		expect(asCsv(header, "A,www,192.0.2.1")).toEqual({
			types: "all",
			records: [],
			refused: [{ line: 1, text: header, problem: "columns" }],
			nameservers: [],
		});
	});

	it("names a type that the service does not store", () => {
		const read = readZoneText("type,hostname,value\nHINFO,@,a b", { ...zone, knownTypesOnly: true });
		expect(read.refused).toEqual([{ line: 2, text: "HINFO,@,a b", problem: "type", type: "HINFO" }]);
	});

	const one = '{"type": "A", "hostname": "www", "value": "192.0.2.1"}';
	it.each([
		[`[\n${one}\n${one}\n]`, 3, "json", one],
		[`[\n${one},\n]`, 3, "json", "]"],
		["[\n{'type': 'A'}\n]", 2, "json", "{'type': 'A'}"],
		[`{"records": [\n${one},\n`, 2, "json_end", `${one},`],
		[`[${one}`, 1, "json_end", `[${one}`],
		[`\ufeff[\r\n${one},\r\r'x']`, 4, "json", "'x']"],
		['{"zone": []}', 1, "json_records", '{"zone": []}'],
		['{"records": {}}', 1, "json_records", '{"records": {}}'],
	])("names the line from which a text is not JSON: %j", (text, line, problem, quoted) => {
		expect(readZoneText(text, zone)).toMatchObject({ records: [], refused: [{ line, problem, text: quoted }] });
	});

	it.each([
		["brackets", `${"[".repeat(400_001)}${"]".repeat(400_001)}`, "syntax", '["…"]'],
		["objects", `{"records":[${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}]}`, "syntax", '{"a":"…"}'],
		[
			"a value of a record",
			`[{"type":"A","hostname":"www","value":${"[".repeat(5_000)}${"]".repeat(5_000)}}]`,
			"value_missing",
			'{"type":"A","hostname":"www","value":"…"}',
		],
	])("refuses a record of JSON that is nested deeply: %s", (_what, text, problem, quoted) => {
		const { records: read, refused } = readZoneText(text, zone);
		expect(read).toEqual([]);
		expect(refused).toEqual([{ line: 1, record: 1, text: quoted, problem }]);
	});

	it.each([
		["brackets", "[".repeat(400_001), "json_end"],
		["another list", `{"records":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`, "json_records"],
	])("refuses a text that is nested deeply and has no records: %s", (_what, text, problem) => {
		expect(readZoneText(text, zone).refused).toMatchObject([{ line: 1, problem }]);
	});

	it("refuses JSON with more records than a zone can hold ten times", () => {
		expect(readZoneText(`[${"1,".repeat(10_000)}1]`, zone).refused).toMatchObject([{ line: 1, problem: "json_many" }]);
	});

	it("reads a record in a comment whose fields are nested deeply", () => {
		const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
		const text = `; record {"type":"URL","hostname":"go","value":"x","more":${deep}}`;
		expect(readZoneText(text, zone).records).toMatchObject([{ type: "URL", value: "x" }]);
	});

	it("counts the records of JSON, and names those that are none", () => {
		const read = readZoneText(`[${one}, 7, {}, {"kind":"A"}, {"type":"A","name":"a","data":"b","ttl":1.5}]`, zone);
		expect(read.records).toHaveLength(1);
		expect(read.refused.map(({ record, problem }) => [record, problem])).toEqual([
			[2, "syntax"],
			[3, "syntax"],
			[4, "syntax"],
			[5, "ttl_unread"],
		]);
	});

	it.each(["", " ", "<b>x</b>", "x".repeat(300), 7, "Example.com."])("has no other domain: %s", (domain) => {
		const text = JSON.stringify({ domain, records: [] });
		expect(readZoneText(text, zone).foreignOrigin).toBeUndefined();
	});

	it("of another domain is detected", () => {
		expect(readZoneText('{"domain":"Other.net.","records":[]}', zone).foreignOrigin).toBe("other.net");
	});

	it("is not found in a zone file, a sentence or broken JSON", () => {
		for (const text of ["@ A 192.0.2.1, type hostname value", '{"records":', "a, type of value", "[]x", "null"])
			expect(readZoneText(text, zone).records.length).toBeLessThan(2);
	});
});
