import { parseTime } from "@domains/contract/bounds.ts";
import { eventHeaders } from "@domains/contract/events.ts";
import { parseDomain, parseHost, readNameservers, unicodeOf } from "@domains/contract/names.ts";
import { canonicalData, looksLikeData } from "@domains/contract/records/data-form.ts";
import { canonicalRecord, readRecord } from "@domains/contract/records/record.ts";
import { decodeStrings, doubtsOfText } from "@domains/contract/records/text-value.ts";
import { recordTypes } from "@domains/contract/records/types.ts";
import { sign } from "@domains/contract/signature.ts";
import { cellsOf, rowsOf } from "@domains/dns/csv.ts";
import { encodeQuestion, readReply } from "@domains/dns/message.ts";
import {
	isZoneFile,
	parseData,
	parsePartial,
	parseSentence,
	parseShortTarget,
	readUnsupported,
	typesRecord,
} from "@domains/dns/sentence.ts";
import { mergeSpf, spfProblem, spfTerms } from "@domains/dns/spf.ts";
import { fillTemplate, parseTemplateText, templateOf } from "@domains/dns/templates.ts";
import { domainOfFileName } from "@domains/dns/zone-file/origin.ts";
import { doubtsOfLine } from "@domains/dns/zone-file/parse.ts";
import { originOf, readZoneText } from "@domains/dns/zone-file/read.ts";
import { brokenAt } from "@domains/dns/zone-file/table.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { splitPart } from "../../src/bot/features/list/assemble-list.ts";
import { escapeHtml, html, plainText, shorten, visibleText } from "../../src/bot/screens/html.ts";
import { barChartSvg } from "../../src/charts/svg.ts";
import { centsIn } from "../../src/client/read/fields.ts";
import { joinWords } from "../../src/rules/input-words.ts";
import { hostOf, listNames, nameIn } from "../../src/rules/list.ts";
import { findZone } from "../../src/rules/local-time.ts";
import { readTable, titleRowOf } from "../../src/rules/name-table.ts";
import { recognise } from "../../src/rules/recognise.ts";
import { parseReference } from "../../src/rules/reference.ts";
import {
	findExpectedToken,
	findSigningSecret,
	isListOfWords,
	isTruncatedToken,
	mayBeToken,
	mayHoldToken,
} from "../../src/rules/secrets.ts";
import { parseTags } from "../../src/rules/tags.ts";
import { receive } from "../../src/webhooks/receive.ts";

const zone = { domain: "shop.com", defaultTtl: 300 };
const question = { name: "shop.com", type: "TXT" } as const;
const secret = "whsec_growth";
const now = new Date("2027-01-01T00:00:00Z");

function receiveEvent(body: string) {
	const bytes = Buffer.from(body);
	const timestamp = String(now.getTime() / 1_000);
	const signed = { [eventHeaders.timestamp]: timestamp, [eventHeaders.signature]: sign(secret, timestamp, bytes) };
	return receive({ headers: signed, bytes }, [secret], now);
}

/** Every function that reads a text or an answer of someone else. Those in one row read the same kind of text. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
	cellsOf: (text) => rowsOf(text, ",").map((row) => cellsOf(row.text, ",")),
	readTable: (text) => {
		const table = readTable(text);
		return [titleRowOf(text), table?.rows.map((row) => table.read(row))];
	},
	"listNames, every word": (text) => listNames(text, { every: true }),
	splitPart: (text) => splitPart(text, "shop", false),
	"names and hosts": (text) => [hostOf(text), nameIn(text), parseHost(text), parseDomain(text), unicodeOf(text)],
	"short texts": (text) => [
		joinWords(text),
		parseReference(text),
		findZone(text),
		domainOfFileName(text),
		parseTime(text),
	],
	recognise,
	"tokens, when asked": (text) => [findExpectedToken(text, true), mayBeToken(text)],
	"tokens in a text": (text) => [findSigningSecret(text), mayHoldToken(text), isListOfWords(text)],
	isTruncatedToken,
	isZoneFile,
	"typed records": (text) => [parseSentence(text), parsePartial(text), parseShortTarget(text), readUnsupported(text)],
	typesRecord,
	// A sentence has a limit, and an input of the largest size must stay below it.
	"a typed value": (text) => recordTypes.map((type) => parseSentence(`@ ${type} ${text.slice(0, text.length / 5)} x`)),
	"a value after its hostname in words": (text) =>
		recordTypes.map((type) => parseSentence(`${type} for @ ${text.slice(0, text.length / 5)}`)),
	"fields of an answer": (text) => [parseTime(`2027-01-01${text}`), centsIn({ price: text }, "price")],
	"the value of a record": (text) =>
		["TXT", "MX", "CAA", "SRV"].map((type) => [parseData(type, text), looksLikeData(type, text)]),
	readRecord: (text) => recordTypes.map((type) => readRecord({ type, hostname: "www", value: text }, zone)),
	"records of other types": (text) =>
		["TLSA", "SVCB", "NAPTR"].map((type) => [
			canonicalData(type, text),
			canonicalRecord({ type, hostname: text, value: text }, zone),
		]),
	"doubts about a record": (text) => [
		doubtsOfText(text),
		decodeStrings(text),
		doubtsOfLine({ type: "TXT", hostname: "www", value: text }, zone),
	],
	readNameservers: (text) => readNameservers([text, text]),
	parseTemplateText: (text) => parseTemplateText(text, zone),
	"template variables": (text) => {
		const records = [{ type: "TXT", hostname: "www", value: text, ttl: null, priority: null }];
		const values = { id: text };
		const variables = [{ name: "id", asks: "text", optional: true }] as const;
		return [templateOf(records, zone.domain), fillTemplate({ sets: "zone", variables, records }, zone.domain, values)];
	},
	originOf,
	readZoneText: (text) => readZoneText(text, zone),
	"readZoneText, moved": (text) => readZoneText(text, { ...zone, movedFrom: "a.com" }),
	brokenAt,
	spf: (text) => [spfTerms(text), spfProblem(text), mergeSpf("v=spf1 -all", text)],
	parseTags,
	html: (text) => [escapeHtml(text), plainText(html`<b>${text}</b>`), shorten(text, 80), visibleText(text)],
	xml: (text) =>
		barChartSvg({
			title: text,
			series: [text],
			bars: [{ label: text, values: [1] }],
			format: (value) => String(value),
		}),
	receive: receiveEvent,
	"receive, a domain": (text) => receiveEvent(JSON.stringify({ event: "domain.blocked", domain: text, reason: text })),
	readReply: (text) =>
		readReply(Buffer.concat([encodeQuestion(1, question, true), Buffer.from(text, "latin1")]), 1, question),
};

interface Shape {
	before: string;
	/** The part that is repeated. */
	unit: string;
	/** A second part that is repeated after the first one, as often. The first may be titles, the second rows. */
	next?: string;
	after: string;
}

/** A text this short never needs more than `briefMs`, except if the work doubles with each part of it. */
const brief = 112;
const briefMs = 100;
const smallest = 4 * 1_024;
const growth = 8;
/** A reader that needs less time than this for a small input counts as fast. */
const idleMs = 3;
/** Inputs are enlarged by this factor if a reader needs less than `leastMs` and still seems too slow. */
const enlarged = 8;
const leastMs = 20;
/**
 * Work that grows with the input takes 8 times as long for 8 times the input, work with the square takes 64 times as
 * long. The limit has room for a busy machine.
 */
const mostGrowth = 24;
/** A reader counts as too slow only if every one of these attempts says so. */
const attempts = 4;

function textOf({ before, unit, next = "", after }: Shape, size: number): string {
	const times = Math.ceil(size / (unit.length + next.length));
	return `${before}${unit.repeat(times)}${next.repeat(times)}${after}`;
}

/** Returns the processor time of this thread, which other processes do not change. */
function processorMs(run: () => unknown): number {
	const start = process.threadCpuUsage();
	run();
	const { user, system } = process.threadCpuUsage(start);
	return (user + system) / 1_000;
}

function growsTooFast(read: (text: string) => unknown, shape: Shape): boolean {
	const timeOf = (size: number) => {
		const text = textOf(shape, size);
		return processorMs(() => read(text));
	};
	if (Array.from({ length: attempts }).every(() => timeOf(brief) > briefMs)) return true;
	const first = timeOf(smallest * growth);
	// Most readers are done here. The shorter of two runs is compared, so that a pause of the collector hides nothing.
	if (first < idleMs || first <= mostGrowth * Math.min(timeOf(smallest), timeOf(smallest))) return false;
	const size = first < leastMs ? smallest * enlarged : smallest;
	return Array.from({ length: attempts }).every(() => {
		const small = Math.max(timeOf(size), timeOf(size), 1);
		return timeOf(size * growth) > mostGrowth * small;
	});
}

/** Characters and words at which some reader decides. */
const pieces = [
	...['"', ",", ";", "\t", "|", " ", "\n", "\r\n", "\u2028", "\u200b", "a", "я", "1", ".", ":", "/", "@", "<", ">"],
	...["{", "}", "[", "]", "(", ")", "\\", "=", "_", "-", "'", "*", "#", "…", "a.com", " TXT ", "$ORIGIN ", "sep=;"],
	...["token=", "bearer ", "dts_", "whsec_", "eyJ", "xn--", "include:", '{"domain":"a.com"},'],
];
const some = (least: number, most: number) =>
	fc.array(fc.constantFrom(...pieces), { minLength: least, maxLength: most }).map((parts) => parts.join(""));
/** The seed is fixed, so that every run tries the same shapes. */
const found = fc.sample(fc.record({ before: some(0, 2), unit: some(1, 4), next: some(0, 2), after: some(0, 2) }), {
	seed: 7,
	numRuns: 12,
});
const shapes: readonly Shape[] = [
	{ before: "", unit: 'a"b,', after: "" },
	{ before: "", unit: 'a"b;', after: "" },
	{ before: "[", unit: '{"domain":"a.com"},', after: '{"domain":"a.com"}]' },
	{ before: "type,hostname,value,", unit: "a,", next: "\nA,b,c", after: "" },
	{ before: "domain,", unit: "a,", next: "\na.com,b", after: "" },
	{ before: "domain;a\n", unit: "a.com;b\n", next: "b.com;c;d\n", after: "" },
	{ before: "", unit: "(", next: ")", after: "" },
	{ before: "", unit: "[", next: "]", after: "" },
	{ before: "", unit: '{"a":', next: "}", after: "" },
	{ before: "", unit: '"a" ', after: "a" },
	{ before: "@ TXT ", unit: '"a" ', next: "a ", after: "" },
	...["a.", "1", "T", ":"].map((unit) => ({ before: "", unit, after: "x" })),
	...pieces.map((unit) => ({ before: "a", unit, after: "a" })),
	...found,
];

it("tells work that grows with the square of the input, or faster", () => {
	let sum = 0;
	const quadratic = ({ length }: string) => {
		for (let pairs = (length * length) / 2; pairs > 0; pairs -= 1) sum ^= pairs;
		return sum;
	};
	expect(growsTooFast(quadratic, { before: "", unit: "a", after: "" })).toBe(true);
	expect(growsTooFast((text) => text.split("").sort(), { before: "", unit: "ab", after: "" })).toBe(false);
	const exponential = ({ length }: string) => {
		for (let steps = Math.min(2 ** (length / 4), 2 ** 28); steps > 0; steps -= 1) sum ^= steps;
		return sum;
	};
	expect(growsTooFast(exponential, { before: "", unit: "a", after: "" })).toBe(true);
});

it.each(Object.entries(readers))("%s does work in proportion to its input", (_name, read) => {
	expect(shapes.find((shape) => growsTooFast(read, shape))).toBeUndefined();
});
