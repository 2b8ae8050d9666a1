import { describe, expect, it } from "vitest";
import { isZoneFile, parseSentence } from "../../src/sentence.ts";
import { asRecordLines } from "../../src/zone-file/pasted.ts";
import { readZoneText } from "../../src/zone-file/read.ts";
import { zone } from "./records.ts";

/** Each text as a provider's page shows it, with the records that it means. */
const pages: Record<string, { text: string; records: string[]; refused?: [line: number, problem: string][] }> = {
	"an HTML table": {
		text: `<table class="dns"><tr><th>Type</th><th>Name</th><th>Value</th></tr>
<tr><td>CNAME</td><td><b>www</b></td><td>shops.example.net</td></tr>
<tr><td>TXT</td><td>@</td><td>&quot;a=1&nbsp;&amp; b&quot;</td></tr></table>`,
		records: ["www CNAME shops.example.net", "@ TXT a=1 & b"],
	},
	"a Markdown table": {
		text: "| Type | Name | Value | TTL |\n|:--|---|--:|---|\n| A | @ | 203.0.113.7 | 3600 |\n| CNAME | www | example.com. | 1 Hour |",
		records: ["@ 3600 A 203.0.113.7", "www 3600 CNAME example.com"],
	},
	"titles of a mail provider": {
		text: "Type\tPriority\tHost name\tPoints to address or value\tTTL\nMX\t0\t@\tmx.example.net\t1 Hour\nCNAME\t-\tauto\tauto.example.net\t1 Hour",
		records: ["@ 3600 MX 0 mx.example.net", "auto 3600 CNAME auto.example.net"],
	},
	"the apex in words": {
		text: "Type\tHost name\tPriority\tPoints to\nMX\t@ or leave blank\t1\tmx.example.net",
		records: ["@ MX 1 mx.example.net"],
	},
	"types in words": {
		text: "Type\tHost\tValue\tTTL\nA Record\t@\t203.0.113.10\tAutomatic\nTXT Record\t@\tv=spf1 -all\t30 min\nURL Redirect Record\t@\thttp://www.example.com/\tUnmasked",
		records: ["@ 1 A 203.0.113.10", "@ 1800 TXT v=spf1 -all"],
		refused: [[4, "type_unknown"]],
	},
	"a priority in words": {
		text: "Type\tName\tData\tTTL\nMX\t@\tmx.example.net. (Priority: 5)\t1 Hour\nA\t@\t203.0.113.10\t600 seconds",
		records: ["@ 3600 MX 5 mx.example.net", "@ 600 A 203.0.113.10"],
	},
	"a field on each line": {
		text: "Type: CNAME\nName: www\nTarget: cname.example.net\nProxy status: DNS only\nTTL: Auto",
		records: ["www CNAME cname.example.net"],
	},
	"several records with a field on each line": {
		text: 'Record type: TXT\nHost: _dmarc\nValue: "v=DMARC1; p=none"\n\nRecord type: MX\nHost: @\nPriority: 10\nValue: mx.example.net.\nTTL: 3600',
		records: ["_dmarc TXT v=DMARC1; p=none", "@ 3600 MX 10 mx.example.net"],
	},
	"a value below its label": {
		text: "DNS Host name (TXT record name):\nnews._domainkey\n\nTXT record value:\nv=DKIM1; k=rsa; p=abc",
		records: ["news._domainkey TXT v=DKIM1; k=rsa; p=abc"],
	},
	"all fields on one line": {
		text: "Type: CNAME, Name: em1.example.com, Value: u1.example.net\nType: TXT Name: _dmarc Value: v=DMARC1; p=none",
		records: ["em1 CNAME u1.example.net", "_dmarc TXT v=DMARC1; p=none"],
	},
	bullets: {
		text: "• A record: @ → 203.0.113.5\n• CNAME record: www → shops.example.net",
		records: ["@ A 203.0.113.5", "www CNAME shops.example.net"],
	},
	numbers: {
		text: "1. CNAME  bounce  mail.example.net\n2) CNAME  k2._domainkey  k2.example.net",
		records: ["bounce CNAME mail.example.net", "k2._domainkey CNAME k2.example.net"],
	},
	arrows: {
		text: "www → CNAME → target.example.net\nexample.com -> A -> 203.0.113.9\nblog CNAME = target.example.net.",
		records: ["www CNAME target.example.net", "@ A 203.0.113.9", "blog CNAME target.example.net"],
	},
	"a sentence on each line": {
		text: "A\texample.com\tdirects to 203.0.113.12\t3600\nCNAME\twww.example.com\tis an alias of example.com.\t43200",
		records: ["@ 3600 A 203.0.113.12", "www 43200 CNAME example.com"],
	},
};

describe("records as a provider's page shows them", () => {
	it.each(Object.entries(pages))("are read from %s", (_, { text, records, refused = [] }) => {
		expect(isZoneFile(text)).toBe(true);
		const read = readZoneText(text, zone);
		const shown = read.records.map(({ hostname, ttl, type, priority, value }) =>
			[hostname, ttl, type, priority, value].filter((part) => part !== null && part !== undefined).join(" "),
		);
		expect(shown).toEqual(records);
		expect(read.refused.map(({ line, problem }) => [line, problem])).toEqual(refused);
	});

	it("are read alone as together", () => {
		const record = { host: "www", type: "CNAME", value: "target.example.net" };
		for (const line of [
			"Type: CNAME Name: www Value: target.example.net",
			"- www CNAME target.example.net",
			"CNAME record: www → target.example.net",
			"<tr><td>CNAME</td><td>www</td><td>target.example.net</td></tr>",
		]) {
			expect(parseSentence(line)).toEqual(record);
		}
	});

	it.each([
		"* A 203.0.113.5\nwww A 203.0.113.6",
		'$ORIGIN example.com.\n@ TXT ("a\n- b\nType: A Name: www Value: 203.0.113.1\n")',
		"Name: Anna\nType: person\nValue: 5",
		"Type: A\nName: www\nanything else",
		"@ TXT a -> b\n@ TXT c = d",
		"shop.com - my favourite\nname: shop.net",
	])("stay as they are if they are no such page: %j", (text) => {
		expect(asRecordLines(text)).toBe(text);
	});
});
