import { describe, expect, it } from "vitest";
import { isZoneFile, mentionsRecords, parseSentence } from "../../src/sentence.ts";
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
	"a priority in a cell without a title": {
		text: "Type\tName\tContent\tProxy status\tTTL\tActions\nMX\texample.com\tmx.example.net\t10\tDNS only\tAuto\tEdit\nA\twww\t203.0.113.5\tProxied\tAuto\tEdit",
		records: ["@ 1 MX 10 mx.example.net", "www 1 A 203.0.113.5"],
	},
	"mail servers without a hostname": {
		text: "Type\tPriority\tEnter This Value\tStatus\nMX\t10\tmxa.example.net\tActive\nMX\t20\tmxb.example.net\tActive",
		records: ["@ MX 10 mxa.example.net", "@ MX 20 mxb.example.net"],
	},
	"mail servers without titles": {
		text: "MX\t10\tmxa.example.net\tActive\nMX\texample.com\t10\tmxb.example.net\tUnverified",
		records: ["@ MX 10 mxa.example.net", "@ MX 10 mxb.example.net"],
	},
	"mail servers with the priority in words": {
		text: "MX : mx.example.net Priority 10\nMX record: mx2.example.net, priority: 20",
		records: ["@ MX 10 mx.example.net", "@ MX 20 mx2.example.net"],
	},
	"the parts of a service in columns": {
		text: "Type\tService\tProtocol\tPort\tWeight\tPriority\tTTL\tName\tTarget\nSRV\t_sip\t_tls\t443\t1\t100\t1 Hour\t@\tsip.example.net\nSRV\tSIP\tTCP\t5061\t2\t100\t1 Hour\tteam\tfed.example.net",
		records: ["_sip._tls 3600 SRV 100 1 443 sip.example.net", "_sip._tcp.team 3600 SRV 100 2 5061 fed.example.net"],
	},
	"several values in a cell": {
		text: "Record name\tType\tRouting policy\tValue/Route traffic to\tTTL (seconds)\texample\nexample.com\tMX\tSimple\t10 mx1.example.net.\n20 mx2.example.net.\t300\t-\nwww.example.com\tA\tSimple\t203.0.113.5\n203.0.113.6\t300\t-",
		records: [
			"@ 300 MX 10 mx1.example.net",
			"@ 300 MX 20 mx2.example.net",
			"www 300 A 203.0.113.5",
			"www 300 A 203.0.113.6",
		],
	},
	"several values in a quoted cell, and next to each other": {
		text: 'Record name,Type,Value,TTL\nexample.com,MX,"10 mx1.example.net.\n20 mx2.example.net.",300\nwww.example.com,A,203.0.113.5 203.0.113.6,60\nm.example.com,MX,10 mx1.example.net. 20 mx2.example.net.,60',
		records: [
			"@ 300 MX 10 mx1.example.net",
			"@ 300 MX 20 mx2.example.net",
			"www 60 A 203.0.113.5",
			"www 60 A 203.0.113.6",
			"m 60 MX 10 mx1.example.net",
			"m 60 MX 20 mx2.example.net",
		],
	},
	"cells on a line each, with titles": {
		text: "Name/Host/Alias\nTime to Live (TTL*)\nRecord Type\nPriority\nValue/Answer/Destination\nBlank or @\n3600\nMX\n1\nMX1.EXAMPLE.NET\nBlank or @\n3600\nMX\n5\nMX2.EXAMPLE.NET",
		records: ["@ 3600 MX 1 mx1.example.net", "@ 3600 MX 5 mx2.example.net"],
	},
	"cells on a line each, with empty lines between them": {
		text: "Type\n\nHost\n\nPoints to\n\nCNAME\n\nwww\n\nshops.example.net",
		records: ["www CNAME shops.example.net"],
	},
	"cells on a line each, without titles": {
		text: "CNAME\nwww\nshops.example.net\nA\n@\n203.0.113.5",
		records: ["www CNAME shops.example.net", "@ A 203.0.113.5"],
	},
	sentences: {
		text: 'Create a CNAME record for www pointing to shops.example.net.\nThen add an A record for @ that points to 203.0.113.5\nPlease add a TXT record named "_dmarc" with the value v=DMARC1; p=none\nAdd an MX record with priority 10 pointing to mx.example.net',
		records: [
			"www CNAME shops.example.net",
			"@ A 203.0.113.5",
			"_dmarc TXT v=DMARC1; p=none",
			"@ MX 10 mx.example.net",
		],
	},
	"a type and its hostname in words": {
		text: "MX for @ mx.example.net, priority 10\nTXT record on _dmarc: v=DMARC1; p=none\nA for www is 203.0.113.5 300",
		records: ["@ MX 10 mx.example.net", "_dmarc TXT v=DMARC1; p=none", "www 300 A 203.0.113.5"],
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

	it.each([
		["MX : mx.example.net Priority 10\nMX record: mx2.example.net, priority: 20", [1, 2]],
		["MX\t10\tmx.example.net\tActive\nMX\texample.com\t20\tmx2.example.net\tActive", [1]],
		["Type\tPriority\tValue\nMX\t10\tmx.example.net\nMX\t20\tmx2.example.net", [2, 3]],
		[
			"Add an A record for @ that points to 203.0.113.5\nAdd an MX record with priority 10 pointing to mx.example.net",
			[2],
		],
		["- @ MX 10 mx.example.net\n- @ A 203.0.113.5", []],
	])("name the lines without a hostname, which are read as the domain itself: %j", (text, lines) => {
		const { records, doubtful = [] } = readZoneText(text, zone);
		expect(records.map(({ hostname }) => hostname)).toEqual(["@", "@"]);
		expect(doubtful.filter(({ doubt }) => doubt === "apex").map(({ line }) => line)).toEqual(lines);
	});

	it("are read alone as together", () => {
		const record = { host: "www", type: "CNAME", value: "target.example.net" };
		for (const line of [
			"Type: CNAME Name: www Value: target.example.net",
			"- www CNAME target.example.net",
			"CNAME record: www → target.example.net",
			"Create a CNAME record for www pointing to target.example.net.",
			"<tr><td>CNAME</td><td>www</td><td>target.example.net</td></tr>",
		]) {
			expect(parseSentence(line)).toEqual(record);
		}
	});

	it.each([
		["MX for @ mx.example.net", { host: "@", type: "MX", value: "mx.example.net" }],
		["mx for @ 10 mx.example.net 3600", { host: "@", type: "MX", value: "mx.example.net", priority: 10, ttl: 3_600 }],
		["add an MX for @: mx.example.net", { host: "@", type: "MX", value: "mx.example.net" }],
		["TXT for @ v=spf1 -all", { host: "@", type: "TXT", value: "v=spf1 -all" }],
		["mx for coffee.net", undefined],
		["MX for coffee.net", undefined],
	])("name their hostname after a word: %j", (line, record) => {
		expect(parseSentence(line)).toEqual(record);
	});

	it.each([
		"* A 203.0.113.5\nwww A 203.0.113.6",
		'$ORIGIN example.com.\n@ TXT ("a\n- b\nType: A Name: www Value: 203.0.113.1\n")',
		"Name: Anna\nType: person\nValue: 5",
		"Type: A\nName: www\nanything else",
		"@ TXT a -> b\n@ TXT c = d",
		"shop.com - my favourite\nname: shop.net",
		"shop.com\nMX\nnews.com\nblog.com\nMX",
		"what is a CNAME record for my shop to use",
		"A record for my shop to use",
		"txt for me hello there",
	])("stay as they are if they are no such page: %j", (text) => {
		expect(asRecordLines(text)).toBe(text);
	});

	it.each([
		"Type\tValue\nPTR\tx\nMX\tmx.example.net",
		"Host\tAddress\n@\tmx.example.net",
		"the CNAME of a.com is b.com",
	])("are mentioned, although none can be read: %j", (text) => {
		expect(mentionsRecords(text)).toBe(true);
	});

	it.each(["shop.com\nnews.com", "A shop.com", "mx.com\nMX.COM", "mail me@shop.com", "MX"])(
		"are not mentioned: %j",
		(text) => {
			expect(mentionsRecords(text)).toBe(false);
		},
	);
});
