import { enteredRecord, readRecord } from "@domains/contract/records/record.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSentence } from "../../src/sentence.ts";
import { doubtsOfLine, parseZoneFile } from "../../src/zone-file/parse.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };
const origin = "$ORIGIN example.com.\n";
const lines = (text: string) =>
	parseZoneFile(`${origin}${text}`, zone).records.map(({ type, hostname, value, ttl, priority }) =>
		[hostname, ttl, type, ...(priority === undefined ? [] : [priority]), value].join(" "),
	);

describe("parseZoneFile", () => {
	it("reads a complete file as BIND writes it", () => {
		const file = `
$ORIGIN example.com.     ; the domain
$TTL 1h
@       IN SOA ns1.other.net. admin.other.net. (
            2026112001 ; serial
            7200 3600
            1209600 300 )
        IN NS  ns1.other.net.
        IN NS  ns2
        IN MX  10 mail
        IN MX  20 mail.example.net.
@       300 IN A 192.0.2.1
        IN 600 AAAA 2001:DB8::1
www     CNAME @
*.dev   A 192.0.2.2
_dmarc  IN TXT "v=DMARC1; p=none"
long    IN TXT ( "first part, "
                 "second part" )
_sip._tcp SRV 1 2 5060 sip
@       CAA 0 issue "ca.example"
$ORIGIN sub
a       A 192.0.2.3
b.example.com. A 192.0.2.4
`;
		expect(parseZoneFile(file, zone)).toMatchObject({ refused: [], nameservers: ["ns1.other.net", "ns2.example.com"] });
		expect(lines(file)).toEqual([
			"@ 3600 MX 10 mail.example.com",
			"@ 3600 MX 20 mail.example.net",
			"@ 300 A 192.0.2.1",
			"@ 600 AAAA 2001:db8::1",
			"www 3600 CNAME example.com",
			"*.dev 3600 A 192.0.2.2",
			"_dmarc 3600 TXT v=DMARC1; p=none",
			"long 3600 TXT first part, second part",
			"_sip._tcp 3600 SRV 1 2 5060 sip.example.com",
			'@ 3600 CAA 0 issue "ca.example"',
			"a.sub 3600 A 192.0.2.3",
			"b 3600 A 192.0.2.4",
		]);
	});

	it("reads the file of one domain for another one", () => {
		const file = `$ORIGIN old.com.
@ 300 A 192.0.2.1
www CNAME @
Mail.OLD.com. A 192.0.2.2
shop CNAME shop.old.com.
old.com A 192.0.2.3
`;
		const read = parseZoneFile(file, { ...zone, movedFrom: "old.com" });
		expect(read.records.map(({ hostname, value }) => `${hostname} ${value}`)).toEqual([
			"@ 192.0.2.1",
			"www example.com",
			"mail 192.0.2.2",
			"shop shop.old.com",
			"@ 192.0.2.3",
		]);
		expect(read.foreignOrigin).toBeUndefined();
		expect(read.doubtful).toEqual([{ line: 6, text: "old.com A 192.0.2.3", doubt: "dot" }]);
	});

	it("makes relative names in record data absolute", () => {
		expect(lines("mail MX 5 mx.other\nx CNAME y.z\n")).toEqual([
			"mail  MX 5 mx.other.example.com",
			"x  CNAME y.z.example.com",
		]);
	});

	it("decodes escapes in texts", () => {
		expect(lines(String.raw`@ TXT "say \"hi\" \\ \209\136"`)).toEqual([String.raw`@  TXT say "hi" \ ш`]);
		expect(lines('@ TXT one"two;three"')).toEqual(["@  TXT onetwo;three"]);
		expect(lines(String.raw`@ TXT "a\209" "\136b" "\1" "23"`)).toEqual(["@  TXT aшb123"]);
	});

	it("ignores the age that the DNS server of Windows writes before a TTL", () => {
		expect(lines("www [AGE:3633973] 600 A 192.0.2.1\n [AGE:3633974] 600 A 192.0.2.2")).toEqual([
			"www 600 A 192.0.2.1",
			"www 600 A 192.0.2.2",
		]);
	});

	it("reads a type by its number, and refuses only the line whose data it cannot read", () => {
		const file = [
			String.raw`a TYPE16 \# 6 0568656c6c6f`,
			"b TYPE5 c.example.net.",
			String.raw`c TYPE1 \# 4 cb007101`,
			String.raw`d TYPE65280 \# 1 00`,
		];
		const read = parseZoneFile(`$TTL 300\n${file.join("\n")}\n`, zone);
		expect(read.records).toMatchObject([
			{ type: "TXT", hostname: "a", value: "hello" },
			{ type: "CNAME", hostname: "b", value: "c.example.net" },
			{ type: "TYPE65280", hostname: "d" },
		]);
		expect(read.refused).toMatchObject([{ line: 4, problem: "address_ipv4" }]);
	});

	it("refuses only the line of a hostname or target with a hyphen at an end", () => {
		const file = "$TTL 300\n-a A 192.0.2.1\nb- TXT x\nc CNAME d-.example.net.\ne A 192.0.2.2\n_f- TXT x\n";
		const read = parseZoneFile(file, zone);
		expect(read.records).toMatchObject([{ hostname: "e" }, { hostname: "_f-" }]);
		expect(read.refused).toMatchObject([{ problem: "hostname" }, { problem: "hostname" }, { problem: "target" }]);
	});

	it("reads a service with a plus sign", () => {
		expect(lines("_sip+d2t._tcp 300 SRV 10 0 5061 sip")).toEqual(["_sip+d2t._tcp 300 SRV 10 0 5061 sip.example.com"]);
	});

	it("reads a text in the form that fits any type", () => {
		const text = String.raw`@ TXT \# 6 ( 0568
	656C6C6F ) ; hello`;
		expect(lines(text)).toEqual(["@  TXT hello"]);
		expect(parseZoneFile(origin + text, zone).doubtful).toBeUndefined();
		expect(parseZoneFile(String.raw`@ TXT \# 9 0568`, zone).refused).toMatchObject([{ problem: "text_generic" }]);
	});

	it("takes any white space at the beginning of a line as an indentation", () => {
		const text =
			"www 300 IN A 192.0.2.1\n\u00a0 \u00a0 300 IN A 192.0.2.2\nftp\u00a0 300\u00a0 IN\u00a0 A\u00a0 192.0.2.3";
		expect(lines(text)).toEqual(["www 300 A 192.0.2.1", "www 300 A 192.0.2.2", "ftp 300 A 192.0.2.3"]);
	});

	it("reads types for which the bot has no rules, and names of the file in them", () => {
		const text = String.raw`
$ORIGIN sub.example.com.
@ 300 HTTPS 1 svc ( alpn="h3,h2"
   port=443 ) ; comment
 HINFO cpu "os; x"
a SVCB 1 svc.example.net. mandatory=alpn alpn=h2
lb ALIAS lb.example.net.
t TYPE65 \# 2 ( 00
  01 )
`;
		expect(lines(text)).toEqual([
			"sub 300 HTTPS  1 svc.sub.example.com alpn=h3,h2 port=443",
			'sub  HINFO  "cpu" "os; x"',
			"a.sub  SVCB  1 svc.example.net. mandatory=alpn alpn=h2".replace("net.", "net"),
			"lb.sub  ALIAS  lb.example.net",
			String.raw`t.sub  TYPE65  \# 2 0001`,
		]);
		expect(parseZoneFile(text, zone)).toMatchObject({
			refused: [],
			types: ["HTTPS", "HINFO", "SVCB", "ALIAS", "TYPE65"],
		});
		expect(parseZoneFile("a A 192.0.2.1", zone).types).toBe("known");
	});

	it("reads a record from the comment of an own export, and no other comment", () => {
		const url = { type: "URL", hostname: "go", value: "https://a.example/\nb", ttl: 1, priority: null };
		const text = `; record ${JSON.stringify(url)}\n; www A 192.0.2.1\n; record this\nwww A 192.0.2.2 ; record {}\n`;
		expect(parseZoneFile(text, zone)).toMatchObject({ records: [url, { type: "A" }], refused: [], types: ["URL"] });
		const odd = [
			'; record {"type":"URL"',
			'; record {"type":"TXT","hostname":"a","value":""}',
			'; record {"type":"SOA","hostname":"@","value":"x"}',
			'; record {"type":"NS","hostname":"@","value":"ns1.example.net."}',
		];
		expect(parseZoneFile(odd.join("\n"), zone)).toMatchObject({
			records: [],
			refused: [
				{ line: 1, problem: "json", text: odd[0] },
				{ line: 2, problem: "value_missing" },
			],
			nameservers: ["ns1.example.net"],
		});
	});

	it("refuses a type that the service does not store, and says which", () => {
		const text = 'www HINFO cpu os\n; record {"type":"URL","hostname":"@","value":"x"}\nwww A 192.0.2.1';
		const { records, refused } = parseZoneFile(text, { ...zone, knownTypesOnly: true });
		expect(records).toHaveLength(1);
		expect(refused.map(({ line, problem, type }) => [line, problem, type])).toEqual([
			[1, "type", "HINFO"],
			[2, "type", "URL"],
		]);
	});

	it.each([
		["www A 300.1.1.1", "address_ipv4"],
		["www A", "value_missing"],
		["www", "type_missing"],
		["www word", "syntax"],
		["www RRSIG", "value_missing"],
		["www SOA", "value_missing"],
		["www 300 600 A 192.0.2.1", "type_unknown"],
		["www IN 300 IN A 192.0.2.1", "type_unknown"],
		["www INX A 192.0.2.1", "type_unknown"],
		["www XIN A 192.0.2.1", "type_unknown"],
		["www CHX A 192.0.2.1", "type_unknown"],
		["www XCH A 192.0.2.1", "type_unknown"],
		["www 300 hs A 192.0.2.1", "class"],
		["www CS A 192.0.2.1", "class"],
		["www HTTPS", "value_missing"],
		["www HTTP 1 .", "type_unknown"],
		["other.net. HTTPS 1 .", "hostname_outside"],
		["a..b HTTPS 1 .", "hostname"],
		["www RRSIG A 13 2 300 20260101000000 20250101000000 1 example.com. AAAA", "signature"],
		["www CH A 192.0.2.1", "class"],
		["$TTL soon", "ttl_unread"],
		["$TTL", "value_missing"],
		["$ORIGIN", "value_missing"],
		["$ORIGIN a b", "directive"],
		["$WHAT 1", "directive"],
		["  A 192.0.2.1", "owner_missing"],
		["other.net. A 192.0.2.1", "hostname_outside"],
		['www TXT "open', "quote_open"],
		["www TXT a\\", "quote_open"],
		['www TXT ( "open', "quote_open"],
		['www TXT ) "open', "quote_open"],
		["www TXT ( ( a )", "parenthesis"],
		["www A ( 192.0.2.1", "parenthesis"],
		["www A 192.0.2.1 )", "parenthesis"],
		["@ CNAME other.net.", "apex"],
		["@ MX ten mail", "priority"],
		["@ MX 0x10 mail", "priority"],
		["@ MX 1e1 mail", "priority"],
		["_sip._tcp SRV 1.0 2 5060 sip", "priority"],
		["@ CAA 0 issue", "caa"],
		["@ CAA 0 issue ca.example policy=ev", "caa"],
		['@ CAA 0 issue "ca.example" "policy=ev"', "caa"],
		["www IN IN A 192.0.2.1", "type_unknown"],
		["a..b A 192.0.2.1", "hostname"],
	])("refuses %j with a reason", (line, problem) => {
		expect(parseZoneFile(`$TTL 300\n${line}\n`, zone)).toMatchObject({
			records: [],
			refused: [{ line: 2, problem }],
		});
	});

	it.each(["RRSIG", "NSEC", "NSEC3", "NSEC3PARAM", "DNSKEY", "CDS", "CDNSKEY"])("refuses the signature %s", (type) => {
		expect(parseZoneFile(`www ${type} 1 2 3 AAAA`, zone).refused).toMatchObject([{ problem: "signature" }]);
	});

	it("reads names, types, classes and line breaks in any spelling", () => {
		const file = "EXAMPLE.com. ns NS1.example.net.\r\nwww\tin 1H a 192.0.2.1\r\tA 192.0.2.2\r\n\r\nx A bad\r\n";
		expect(parseZoneFile(file, zone)).toMatchObject({
			nameservers: ["ns1.example.net"],
			records: [
				{ hostname: "www", value: "192.0.2.1", ttl: 3_600 },
				{ hostname: "www", value: "192.0.2.2", ttl: null },
			],
			refused: [{ line: 5, text: "x A bad" }],
		});
	});

	it("reads escapes outside of quotes, nested parentheses, and no comment as a record inside of them", () => {
		const file = String.raw`a TXT one\;two\"three
b TXT ( ( x )
; record {"type":"URL","hostname":"go","value":"x"}
y ) ; record {"type":"URL","hostname":"go","value":"x"}
;record {"type":"URL","hostname":"go","value":"x"}`;
		expect(lines(file)).toEqual(['a  TXT one;two"three', "b  TXT xy", "go  URL  x"]);
	});

	it("reads on in the next line after a parenthesis that was never opened", () => {
		expect(lines("a A 192.0.2.1 ) )\nb A 192.0.2.2")).toEqual(["b  A 192.0.2.2"]);
	});

	it("quotes a refused line without the spaces around it", () => {
		const file = `\t www TXT "open  \nmail  A   bad ; a comment`;
		expect(parseZoneFile(file, zone).refused.map(({ text }) => text)).toEqual(['www TXT "open', "mail A bad"]);
	});

	it("continues after a refused line and keeps its owner for the next one", () => {
		const file = "www A a b\n    A 192.0.2.1\nmail A bad\nmail A 192.0.2.2";
		expect(lines(file)).toEqual(["www  A 192.0.2.1", "mail  A 192.0.2.2"]);
		expect(parseZoneFile(file, zone).refused.map((each) => each.line)).toEqual([1, 3]);
	});

	it.each([
		[
			"the last one above",
			"@ 900 SOA a. b. 1 2 3 4 600\na 300 A 192.0.2.1\nb A 192.0.2.2\nc A 192.0.2.3",
			[300, 300, 300],
			4,
		],
		["that of the SOA", "@ 900 SOA a. b. 1 2 3 4 600\na A 192.0.2.1\nb 60 A 192.0.2.2", [900, 60], 3],
		["that of a skipped line", "@ 900 SOA a. b. 1 2 3 4 600\n@ 50 NS a.\na A 192.0.2.1", [50], 4],
		["the minimum of the SOA", "@ SOA a. b. 1 2 3 4 1h\na 60 A 192.0.2.1\nb A 192.0.2.2", [60, 3600], 4],
		["that of $TTL", "$TTL 70\n@ 900 SOA a. b. 1 2 3 4 6\na 60 A 192.0.2.1\nb A 192.0.2.2", [60, 70], undefined],
	])("gives a record without a TTL the one that BIND gives it: %s", (_which, file, ttls, doubted) => {
		const read = parseZoneFile(`${origin}${file}`, zone);
		expect(read.records.map(({ ttl }) => ttl)).toEqual(ttls);
		expect(read.doubtful?.map(({ line, doubt }) => [line, doubt])).toEqual(doubted && [[doubted, "ttl"]]);
	});

	it("reads any TTL, and leaves it out if the file has none", () => {
		expect(lines("a 5 A 192.0.2.1\nb A 192.0.2.2")).toEqual(["a 5 A 192.0.2.1", "b  A 192.0.2.2"]);
	});

	it("detects a file that was made for another domain", () => {
		const other = "$ORIGIN other.net.\n@ SOA ns1 admin 1 2 3 4 5\nwww A 192.0.2.1\n";
		expect(parseZoneFile(other, zone)).toMatchObject({
			foreignOrigin: "other.net",
			refused: [{ problem: "hostname_outside" }],
		});
	});

	it("detects a file for another domain without an SOA, but not one for a part of the domain or its parent", () => {
		const originOf = (name: string) => parseZoneFile(`$ORIGIN ${name}.\nwww A 192.0.2.1\n`, zone).foreignOrigin;
		expect(["other.net", "badexample.com"].map(originOf)).toEqual(["other.net", "badexample.com"]);
		expect(["example.com", "sub.example.com", "com", ""].map(originOf)).toEqual(Array(4).fill(undefined));
	});

	it("reads its own zone of a file with several zones, and refuses the lines of the others", () => {
		const own = "$ORIGIN example.com.\n@ SOA ns1.a.net. h.a.net. 1 2 3 4 5\nwww A 192.0.2.1\n";
		const other = "$ORIGIN other.net.\n@ SOA ns1.a.net. h.a.net. 1 2 3 4 5\nwww A 192.0.2.2\n@ NS ns1.a.net.\n";
		for (const file of [own + other, other + own]) {
			const read = parseZoneFile(file, zone);
			expect(read.foreignOrigin).toBeUndefined();
			expect(read.records).toMatchObject([{ hostname: "www", value: "192.0.2.1" }]);
			expect(read.refused.map(({ problem }) => problem)).toEqual(["hostname_outside", "hostname_outside"]);
			expect(read.nameservers).toEqual([]);
		}
		expect(parseZoneFile(`@ SOA ns1.a.net. h.a.net. 1 2 3 4 5\n${other}`, zone).foreignOrigin).toBe("other.net");
	});

	it("reads the domain and every other name in Unicode and in punycode alike", () => {
		const file = `$ORIGIN Bücher-zone.com.
@ SOA ns1.a.net. h.bücher-zone.com. 1 2 3 4 5
@ NS ns1.a.net.
BÜCHER-zone.com. NS ns2.a.net.
www A 192.0.2.1
straße A 192.0.2.2
shop CNAME www.bücher-zone.com
alt CNAME bücher.example.net.
`;
		const read = parseZoneFile(file, { ...zone, domain: "xn--bcher-zone-9db.com" });
		expect(read).toMatchObject({ refused: [], nameservers: ["ns1.a.net", "ns2.a.net"] });
		expect(read.foreignOrigin).toBeUndefined();
		expect(read.doubtful).toMatchObject([
			{ line: 5, doubt: "ttl" },
			{ line: 7, doubt: "dot" },
		]);
		expect(read.records.map(({ hostname, value }) => `${hostname} ${value}`)).toEqual([
			"www 192.0.2.1",
			"xn--strae-oqa 192.0.2.2",
			"shop www.xn--bcher-zone-9db.com",
			"alt xn--bcher-kva.example.net",
		]);
	});

	it.each(["$INCLUDE other.zone", "$GENERATE 1-5 h$ A 192.0.2.$", "$include"])("reports %s", (line) => {
		expect(parseZoneFile(`a A 192.0.2.1\n${line}\n`, zone).directive).toBe(line.split(" ")[0]?.toUpperCase());
	});

	it.each([
		["www.example.com A 192.0.2.1", "dot"],
		["Example.com 300 IN MX 10 mail.example.net.", "dot"],
		["@ MX 10 mail.EXAMPLE.com", "dot"],
		["$ORIGIN example.com", "dot"],
		["$ORIGIN sub.example.com", "dot"],
		["$ORIGIN example.net", "relative"],
		["$ORIGIN sub", undefined],
		["w TXT a;b", "comment"],
		["@ CAA 0 issue ca.example;policy=ev", "comment"],
		["@ CAA 0 issue ca.example; policy=ev", "comment"],
		['@ CAA 0 issue "ca.example"; policy=ev', undefined],
		["_dmarc TXT v=DMARC1; p=none", "comment"],
		["www.example.com. A 192.0.2.1 ; www.example.com", undefined],
		["@ TXT v=spf1 include:_spf.example.com ; mail", "words"],
		['@ TXT "one " two', "words"],
		['@ TXT "one " "two"', undefined],
		['@ TXT one"two"', undefined],
		["shop CNAME shops.example.net", "relative"],
		["@ MX 10 mx1.example.net", "relative"],
		["_sip._tcp SRV 0 5 5060 sip.example.net", "relative"],
		["@ HTTPS 1 svc.example.net", "relative"],
		["shop CNAME shops.example.net.", undefined],
		["shop CNAME shops", undefined],
		["b.a CNAME b.a", undefined],
		["@ NS ns1.example.net", undefined],
		["example.com SOA ns1.example.net host.example.net 1 2 3 4 5", undefined],
		["@ TXT _spf.example.com", undefined],
		['@ TXT "a;b";comment', undefined],
		["@ TXT a;", undefined],
		["@ A 192.0.2.1;comment", undefined],
		["@ A bad.example.com", undefined],
		['www.example.com CAA 0 issue "ca.example"', "dot"],
		["www.example.com TXT x", "dot"],
		["@ CAA 0 issue example.com", undefined],
		[" TXT example.com", undefined],
		['@ HINFO "example.com" os', undefined],
		["@ A 192.0.2.1 ; notexample.com", undefined],
		["notexample.com A 192.0.2.1", undefined],
		["w TXT ( a );b", undefined],
	])("names a line that may not mean what the person wants: %s", (line, doubt) => {
		const [found, ...more] = parseZoneFile(`a A 192.0.2.1\n${line}\n$TTL 300\n`, zone).doubtful ?? [];
		expect([found?.doubt, found?.line, more.length]).toEqual([doubt, doubt && 2, 0]);
	});

	it("names each line that may not mean what the person wants, and the first directive and domain", () => {
		const file = "$ORIGIN a.net.\n$ORIGIN b.net.\n$GENERATE 1-2 a A 192.0.2.$\n$INCLUDE x\n";
		expect(parseZoneFile(file, zone)).toMatchObject({ foreignOrigin: "a.net", directive: "$GENERATE" });
		const doubtful = parseZoneFile("www.example.com A 192.0.2.1\nw TXT a;b\n$TTL 300\n", zone).doubtful;
		expect(doubtful).toEqual([
			{ line: 1, text: "www.example.com A 192.0.2.1", doubt: "dot" },
			{ line: 2, text: "w TXT a", doubt: "comment" },
		]);
	});

	it.each([
		String.raw`"caf\195\169 \"x\""`,
		String.raw`"caf\195" "\169"`,
		String.raw`"\300 \1 \999"`,
		String.raw`"\\195 \; \\"`,
		String.raw`"\255"`,
	])("reads the text %s as a typed record does", (data) => {
		const typed = parseSentence(`q TXT ${data}`);
		const read = readRecord({ type: "TXT", hostname: "q", value: typed?.value ?? "" }, zone);
		expect(read.ok && [read.value]).toMatchObject(parseZoneFile(`q 3600 TXT ${data}`, zone).records);
	});

	it.each([
		["shop CNAME shops.example.net", ["dot"]],
		["@ MX 10 mx1.example.net", ["dot"]],
		["@ MX mx1.example.net", ["dot", "priority"]],
		["@ MX 10 mail.example.com", ["dot"]],
		["@ TXT v=spf1 include:_spf.example.net ~all", []],
		["@ TXT v=DMARC1; p=none", ["semicolon"]],
		["@ TXT v=DKIM1 ; p=x", ["semicolon"]],
		['@ TXT "v=DKIM1; p=x"', []],
		["@ TXT “curly”", ["curly"]],
		["@ CAA 0 issue ca.example;policy=ev", ["semicolon"]],
		[String.raw`@ TXT one"two\;`, []],
		["_sip._tcp 300 SRV 1 2 5060 sip.example.net.", []],
		["CNAME shop shops.example.net.", []],
		["www.example.com A 203.0.113.5 300", ["dot"]],
		["www 203.0.113.5", []],
		["  www A 203.0.113.5", []],
		["@ MX ten mail", undefined],
		["@ CNAME shops.example.net", undefined],
	])("reads a line of a list as it reads the same record typed alone: %s", (line, doubts) => {
		const { host = "", ...typed } = parseSentence(line) ?? {};
		const alone = enteredRecord({ type: "", value: "", ...typed, hostname: host }, zone);
		const read = parseZoneFile(`${line}\nftp A 203.0.113.6`, zone);
		expect(read.records.map((record) => enteredRecord(record, zone))).toEqual([
			...(doubts ? [alone] : []),
			{ type: "A", hostname: "ftp", value: "203.0.113.6", ttl: null, priority: null },
		]);
		expect(read.doubtful ?? []).toMatchObject((doubts ?? []).map((doubt) => ({ doubt, hostname: alone.hostname })));
		if (doubts) expect(doubtsOfLine({ hostname: host, type: "", value: "", ...typed }, zone)).toEqual(doubts);
		expect(read.refused).toHaveLength(doubts ? 0 : 1);
	});

	it("reads an $ORIGIN without its final dot as the domain", () => {
		const file =
			"$ORIGIN example.com\n@ SOA ns1.example.net. h.example.net. 1 2 3 4 5\n@ NS ns1.example.net.\nwww CNAME @\n";
		expect(parseZoneFile(file, zone)).toMatchObject({
			records: [{ hostname: "www", value: "example.com" }],
			refused: [],
			nameservers: ["ns1.example.net"],
			doubtful: [
				{ line: 1, text: "$ORIGIN example.com", doubt: "dot" },
				{ line: 4, text: "www CNAME @", doubt: "ttl" },
			],
		});
	});

	it("warns of no name in the SOA or in the nameservers, which it skips", () => {
		const file =
			"$TTL 300\nexample.com 300 IN SOA ns1.example.net h.example.com 1 2 3 4 5\nexample.com NS ns1.example.com\nwww A 192.0.2.1\n";
		expect(parseZoneFile(file, zone)).toMatchObject({ refused: [], nameservers: ["ns1.example.com"] });
		expect(parseZoneFile(file, zone).doubtful).toBeUndefined();
	});

	it("refuses a hostname with the domain twice, which would read as another one", () => {
		const file = `${origin}www.example.com.example.com. A 192.0.2.1\nwww.example.com.example.com. HTTPS 1 .`;
		expect(parseZoneFile(file, zone)).toMatchObject({
			records: [],
			refused: [{ problem: "hostname_twice" }, { problem: "hostname_twice" }],
		});
	});

	it("names a relative name of several labels, unless it is the hostname of a record", () => {
		const file = `${origin}shop CNAME a.b\nb.c A 192.0.2.1\n@ MX 10 b.c\n`;
		expect(parseZoneFile(file, zone).doubtful).toEqual([{ line: 2, text: "shop CNAME a.b", doubt: "relative" }]);
	});

	it("reads an indented line of a list as one more record of the hostname before it", () => {
		const list = "www A 203.0.113.5\n  300 IN A 203.0.113.6\n\tTXT 1 word\n  ftp A 203.0.113.7";
		expect(parseZoneFile(list, zone)).toMatchObject({
			records: [
				{ hostname: "www", value: "203.0.113.5" },
				{ hostname: "www", value: "203.0.113.6", ttl: 300 },
				{ hostname: "www", value: "1 word" },
				{ hostname: "ftp", value: "203.0.113.7" },
			],
			refused: [],
		});
		expect(parseZoneFile("  IN A 203.0.113.5\n 300 A 203.0.113.5", zone).refused).toMatchObject([
			{ problem: "owner_missing" },
			{ problem: "owner_missing" },
		]);
	});

	it("skips the nameservers of the domain in a list", () => {
		expect(parseZoneFile("@ NS ns1.example.net\nexample.com NS ns2.example.net", zone)).toMatchObject({
			records: [],
			refused: [],
			nameservers: ["ns1.example.net", "ns2.example.net"],
		});
	});

	it("never throws, for any file", () => {
		const piece = fc.constantFrom(
			...'( ) " ; \\ \\0 \\999 @ $TTL $ORIGIN IN A MX 10 TXT . a example.com. 192.0.2.1 1h \n \t ü'.split(" "),
		);
		const text = fc.oneof(
			fc.string({ unit: "binary" }),
			fc.array(piece).map((each) => each.join(" ")),
		);
		fc.assert(
			fc.property(text, (each) => {
				const { records, refused } = parseZoneFile(each, zone);
				expect(records.length + refused.length).toBeLessThanOrEqual(each.split(/[\r\n]/).length + 1);
			}),
			{ numRuns: 1_000 },
		);
	});
});
