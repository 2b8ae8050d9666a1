import fc from "fast-check";
import { standardOthers } from "./records.ts";

const raw = String.raw;
const target = fc.constantFrom("mail", "Mail.Example.NET.", "a.b", "x.example.net", "www.example.com.", "@");
/** BIND appends the domain to this name. The reader takes it as whole, and says so. */
const whole = fc.constant("www.example.com");
const host = fc.oneof(target, fc.constant("."));
const number = fc.constantFrom("0", "10", "65535");
const plain = [..."ab1@$.'=", raw`\"`, raw`\\`, raw`\;`, raw`\065`, raw`\195\188`, "é", "日", raw`\ `, raw`\a`];
const text = fc.oneof(
	fc.string({ unit: fc.constantFrom(...plain, ..."; ()"), maxLength: 12 }).map((each) => `"${each}"`),
	fc.string({ unit: fc.constantFrom(...plain, ..."+-_/:~", raw`\(`), minLength: 1, maxLength: 12 }),
);

/** The words of the data that a DNS server reads, by type. */
const data: readonly (readonly [type: string, words: fc.Arbitrary<string[]>])[] = [
	["A", fc.tuple(fc.constantFrom("192.0.2.1", "0.0.0.0"))],
	["AAAA", fc.tuple(fc.constantFrom("2001:DB8::1", "::", "::ffff:192.0.2.1", "2001:db8:0:0:1:0:0:1"))],
	["CNAME", fc.tuple(fc.oneof(target, whole))],
	["NS", fc.tuple(fc.oneof(target, whole))],
	["MX", fc.tuple(number, host)],
	["SRV", fc.tuple(number, number, number, host)],
	["TXT", fc.array(text, { minLength: 1, maxLength: 4 })],
	["TXT", fc.constantFrom([raw`\#`, "3", "02", "6869"], [raw`\#`, "5", "0168016900"])],
	["TYPE16", fc.constantFrom([raw`\#`, "3", "026869"], ["x"])],
	[
		"CAA",
		fc.tuple(
			fc.constantFrom("0", "128"),
			fc.constantFrom("issue", "ISSUE", "iodef"),
			fc.constantFrom("ca.example", '"ca.example; policy=ev"', '";"', raw`ca.example\;a=b`, raw`"\065"`),
		),
	],
];
const record = fc.oneof(
	{ weight: 9, arbitrary: fc.constantFrom(...data).chain(([type, words]) => fc.tuple(fc.constant(type), words)) },
	{
		weight: 2,
		arbitrary: standardOthers
			// BIND writes a CERT with other words, and reads a URI only with quotes.
			.filter(({ type }) => type !== "CERT" && type !== "URI")
			.map(({ type, value }): [string, string[]] => [type, value.match(/(?:"(?:[^"\\]|\\.)*"|\S)+/g) ?? []]),
	},
);

/** Types and data that a DNS server refuses. */
const oddRecord = fc
	.constantFrom(
		"A 300.1.1.1",
		"A 192.0.2.01",
		"A 192.0.2",
		"A 192.0.2.1 x",
		"A",
		"A ) 192.0.2.1",
		"A ( 192.0.2.1",
		"AAAA 1::2::3",
		"AAAA fe80::1%eth0",
		"CNAME",
		"CNAME a b",
		"CNAME a..b",
		`CNAME ${"a".repeat(64)}.example.net.`,
		`CNAME ${"a123456789.".repeat(24)}net.`,
		"NS a b",
		"MX mail",
		"MX 70000 mail",
		"MX -1 mail",
		"MX 10 mail x",
		"MX 1e1 mail",
		"MX 0x10 mail",
		"MX 1.0 mail",
		"SRV 1 2 mail",
		"SRV 1 2 70000 mail",
		"SRV 0x1 2 3 mail",
		"SRV 1 2 3 mail x",
		"TXT",
		raw`TXT "\300"`,
		raw`TXT a\25`,
		'TXT "open',
		'TXT open"',
		raw`TXT \# 9 0568`,
		raw`TXT \# 2 0568`,
		'CAA 256 issue "ca.example"',
		"CAA 0 issue",
		"CAA 0 issue ca.example x",
		'CAA 0 issue "ca.example" "x"',
		'CAA 0 is-sue "ca.example"',
		"WHAT 1",
	)
	.map((each): [string, string[]] => {
		const [type = "", ...words] = each.split(" ");
		return [type, words];
	});

const ttl = fc.constantFrom("300", "0", "1h", "1H30M", "1w2D3h4m5s", "86400");
const ttlAndClass = fc.oneof(
	fc.constant<string[]>([]),
	fc.tuple(ttl),
	fc.tuple(fc.constantFrom("IN", "in")),
	fc.tuple(ttl, fc.constantFrom("IN", "In")),
	fc.tuple(fc.constantFrom("IN", "In"), ttl),
);
const oddTtlAndClass = fc
	.constantFrom("1h30", "h", "1x", "-1", "1.5h", "CH", "300 300", "IN 300 IN", "ANY", "CLASS1", "IN IN")
	.map((each) => each.split(" "));

/** A name that no other line has, so that an alias and other records never share one. */
function ownerOf(type: string, index: number): fc.Arbitrary<string> {
	const name = `h${index}`;
	if (type === "SRV") return fc.constantFrom(`_sip._tcp.${name}`, `_SIP._udp.${name}.example.com.`, `*._tcp.${name}`);
	// A wildcard has no delegation.
	if (/^(?:NS|DNAME|DS)$/.test(type)) return fc.constantFrom(name, `${name}.sub`);
	return fc.constantFrom(name, `H${index}.example.com.`, `${name}.sub`, `*.${name}`, `_x.${name}`, `${300 + index}`);
}
const sharedOwner = fc.constantFrom("@", "in", "a", "10", "ch", "", "", "");
const oddOwner = fc.constantFrom("a..b", ".a", "a".repeat(64), raw`a\.b`, '"q"', "a b", "$a", "\\", "h.example.net.");

/** White space between words. Inside of parentheses, it may have line breaks and comments. */
const gaps = fc.record({
	outside: fc.array(fc.constantFrom(" ", "\t", " \t "), { minLength: 1, maxLength: 5 }),
	inside: fc.array(fc.constantFrom(" ", "\n", '\n\n\t; a (comment) "\n '), { minLength: 1, maxLength: 5 }),
	/** The words before and after the parentheses. Null: no parentheses. */
	around: fc.option(fc.tuple(fc.nat(5), fc.nat(3))),
	edge: fc.constantFrom("", " "),
	end: fc.constantFrom("", " ", '\t; a comment ( "', ";x"),
});

type Gaps = typeof gaps extends fc.Arbitrary<infer Value> ? Value : never;

function writeWords(words: readonly string[], { outside, inside, around, edge, end }: Gaps): string {
	const from = around ? Math.min(around[0], words.length - 1) : Number.POSITIVE_INFINITY;
	const until = around ? Math.max(from, words.length - 1 - around[1]) : -1;
	const written = words.map((word, at) => {
		const choices = at > from && at <= until ? inside : outside;
		const gap = at === 0 ? "" : choices[at % choices.length];
		return `${gap}${at === from ? `(${edge}` : ""}${word}${at === until ? `${edge})` : ""}`;
	});
	// Without an owner, the line begins with white space, so a parenthesis cannot come first.
	return `${words[0] === "" ? ` ${written.join("").trimStart()}` : written.join("")}${end}`;
}

/** An entry of a zone file. `ends`: true if the next entry must have an owner. */
interface Written {
	text: string;
	ends: boolean;
}

function lineOf(index: number, { odd }: { odd?: "owner" | "ttl" | "record" } = {}): fc.Arbitrary<Written> {
	return (odd === "record" ? oddRecord : record).chain(([type, words]) => {
		const ends = /^(?:CNAME|NS|DNAME)$/.test(type);
		// BIND refuses a DS record of the domain itself.
		const own =
			ends || type === "SRV" || type === "DS" ? ownerOf(type, index) : fc.oneof(ownerOf(type, index), sharedOwner);
		return fc
			.tuple(
				odd === "owner" ? oddOwner : own,
				odd === "ttl" ? oddTtlAndClass : ttlAndClass,
				fc.constantFrom(type, type.toLowerCase()),
				gaps,
			)
			.map(([owner, middle, name, gap]) => ({ text: writeWords([owner, ...middle, name, ...words], gap), ends }));
	});
}

const notRecord = fc
	.constantFrom(
		"",
		"   ",
		'  ; an indented "comment (',
		"$TTL 2h",
		"$ttl 77 ; comment",
		"$ORIGIN sub",
		"$ORIGIN a.b",
		"$ORIGIN example.com.",
		"$origin SUB.example.com. ; comment",
	)
	.map((text): Written => ({ text, ends: false }));
const oddDirective = fc
	.constantFrom("$TTL", "$TTL soon", "$TTL 1 2", "$TTL -1", "$ORIGIN", "$ORIGIN a..b", "$ORIGIN a b", "$WHAT 1")
	.map((text): Written => ({ text, ends: false }));

const heads = fc
	.tuple(
		fc.constantFrom("", "$TTL 80\n", "$ORIGIN example.com.\n$TTL 1d\n", "; comment\n\n$ORIGIN com.\n$ORIGIN example\n"),
		fc.constantFrom("@", "Example.COM."),
		fc.constantFrom(" ", " 900 ", " IN ", " 900 IN ", " in 1h "),
		fc.constantFrom("1 7200 3600 1209600 700", "( 1 ; serial\n\t2h 1h\n 2w 700 ; minimum\n )", "(1 2 3 4 1h)"),
	)
	.map(([before, owner, middle, numbers]): Written => {
		const soa = `${owner}${middle}SOA ns1.example.net. h.example.net. ${numbers}`;
		return { text: `${before}${soa}\n\tNS ns1.example.net.`, ends: false };
	});

function entriesFrom(start: number): fc.Arbitrary<Written[]> {
	const places = fc.array(fc.boolean(), { maxLength: 8 });
	return places.chain((each) =>
		fc.tuple(
			...each.map((_, at) =>
				fc.oneof({ weight: 4, arbitrary: lineOf(start + at) }, { weight: 1, arbitrary: notRecord }),
			),
		),
	);
}

/** Joins entries. Gives the first and the last line of each. */
function fileOf(entries: readonly Written[], ending: string) {
	let text = "";
	let ends = false;
	const lines = entries.map((entry, at) => {
		const isRecord = /^\s*[^\s;$]/.test(entry.text);
		const from = text.split("\n").length;
		text += `${ends && isRecord && /^\s/.test(entry.text) ? `n${at}` : ""}${entry.text}\n`;
		if (isRecord) ends = entry.ends;
		return { from, to: text.split("\n").length - 1 };
	});
	return { text: text.replaceAll("\n", ending), lines };
}

/** Zone files of `example.com` as a DNS server reads them, in many spellings. */
export const writtenFiles = fc
	.tuple(heads, entriesFrom(0), fc.constantFrom("\n", "\r\n"))
	.map(([head, entries, ending]) => fileOf([head, ...entries], ending).text);

/** Zone files of which a DNS server refuses the entry at `from` to `to`. */
export const oddFiles = fc
	.tuple(
		heads,
		entriesFrom(0),
		fc.oneof(
			{ weight: 4, arbitrary: lineOf(50, { odd: "record" }) },
			{ weight: 1, arbitrary: lineOf(50, { odd: "owner" }) },
			{ weight: 1, arbitrary: lineOf(50, { odd: "ttl" }) },
			{ weight: 1, arbitrary: oddDirective },
		),
		entriesFrom(100),
		fc.constantFrom("\n", "\r\n"),
	)
	.map(([head, before, odd, after, ending]) => {
		const { text, lines } = fileOf([head, ...before, odd, ...after], ending);
		const { from = 0, to = 0 } = lines[before.length + 1] ?? {};
		return { text, from, to };
	});
