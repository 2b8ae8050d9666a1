import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readZoneText } from "../../../../src/rules/dns/zone-file/read.ts";
import { formatCsv, formatJson } from "../../../../src/rules/dns/zone-file/table.ts";
import { records, zone } from "./records.ts";

const asCsv = (...lines: string[]) => readZoneText(lines.join("\n"), zone);

describe("a table of records", () => {
	it.each([
		["CSV", (each: Parameters<typeof formatCsv>[0]) => Buffer.from(formatCsv(each)).toString()],
		["JSON", (each: Parameters<typeof formatJson>[0]) => formatJson(each, zone.domain)],
	])("is parsed back to the same records: %s", (_, format) => {
		fc.assert(
			fc.property(records, (written) => {
				expect(readZoneText(format(written), zone)).toMatchObject({ records: written, refused: [] });
			}),
		);
	});

	it("keeps types that the bot does not know", () => {
		const alias = { type: "ALIAS", hostname: "@", value: "lb.example.net", ttl: 1, priority: null };
		expect(readZoneText(formatJson([alias], zone.domain), zone).records).toEqual([alias]);
		expect(readZoneText(Buffer.from(formatCsv([alias])).toString(), zone).records).toEqual([alias]);
	});

	it("reads the columns of other programs in any order, with other delimiters and names", () => {
		expect(
			asCsv("Name;TTL;Type;Content;Proxied", "www;300;a;192.0.2.1;true", ";;;;", "@;;MX;mail.example.net;"),
		).toEqual({
			records: [
				{ type: "A", hostname: "www", value: "192.0.2.1", ttl: 300 },
				{ type: "MX", hostname: "@", value: "mail.example.net", ttl: 3600, priority: 0 },
			],
			refused: [],
			nameservers: [],
			anyType: true,
		});
		expect(readZoneText('[{"name":"www","type":"A","content":"192.0.2.1","ttl":1}]', zone).records).toEqual([
			{ type: "A", hostname: "www", value: "192.0.2.1", ttl: 60 },
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
			[3, "ttl"],
			[4, "priority"],
			[5, "type"],
			[6, "hostname_outside"],
		]);
	});

	it("of another domain is detected", () => {
		expect(readZoneText('{"domain":"Other.net.","records":[]}', zone).foreignOrigin).toBe("other.net");
	});

	it("is not found in a zone file, a sentence or broken JSON", () => {
		for (const text of ["@ A 192.0.2.1, type hostname value", '{"records":', "a, type of value", "[]x", "null"])
			expect(readZoneText(text, zone).records.length).toBeLessThan(2);
	});
});
