import fc from "fast-check";
import { expect, it } from "vitest";
import { cellsOf, rowsOf } from "../../src/rules/csv.ts";
import { encodeQuestion, readReply } from "../../src/rules/dns/message.ts";
import { spfTerms } from "../../src/rules/dns/spf.ts";
import { brokenAt } from "../../src/rules/dns/zone-file/broken-json.ts";
import { originOf, readZoneText } from "../../src/rules/dns/zone-file/read.ts";
import { hostOf, listNames } from "../../src/rules/list.ts";
import { readTable } from "../../src/rules/name-table.ts";
import { parseDomain } from "../../src/rules/names.ts";
import { recognise } from "../../src/rules/recognise.ts";
import { findExpectedToken, findSigningSecret, isListOfWords, mayHoldToken } from "../../src/rules/secrets.ts";
import { isZoneFile, parseData } from "../../src/rules/sentence.ts";
import { joinWords } from "../../src/rules/spaced-name.ts";
import { parseTags } from "../../src/rules/tags.ts";

const zone = { domain: "shop.com", defaultTtl: 300 };
const question = { name: "shop.com", type: "TXT" } as const;

/** Every function that reads a text or an answer of someone else. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
	cellsOf: (text) => rowsOf(text, ",").map((row) => cellsOf(row.text, ",")),
	readTable,
	listNames,
	"listNames, every word": (text) => listNames(text, { every: true }),
	hostOf,
	parseDomain,
	joinWords,
	recognise,
	findToken: (text) => findExpectedToken(text, true),
	findSigningSecret,
	mayHoldToken,
	isListOfWords,
	isZoneFile,
	parseData: (text) => parseData("TXT", text),
	originOf,
	readZoneText: (text) => readZoneText(text, zone),
	brokenAt,
	spfTerms,
	parseTags,
	readReply: (text) =>
		readReply(Buffer.concat([encodeQuestion(1, question, true), Buffer.from(text, "latin1")]), 1, question),
};

interface Shape {
	before: string;
	/** The part that is repeated. */
	unit: string;
	after: string;
}

const smallest = 4 * 1_024;
const growth = 8;
/** Inputs are enlarged by this factor if a reader needs less than `leastMs`. Below `idleMs`, it counts as fast. */
const enlarged = 8;
const leastMs = 20;
const idleMs = 3;
/**
 * Work that grows with the input takes 8 times as long for 8 times the input, work with the square takes 64 times as
 * long. The limit has room for a busy machine.
 */
const mostGrowth = 24;
/** A reader counts as too slow only if every one of these attempts says so. */
const attempts = 4;

function textOf({ before, unit, after }: Shape, size: number): string {
	return `${before}${unit.repeat(Math.ceil(size / unit.length))}${after}`;
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
	const first = timeOf(smallest * growth);
	if (first < idleMs) return false;
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
const found = fc.sample(fc.record({ before: some(0, 2), unit: some(1, 4), after: some(0, 2) }), {
	seed: 7,
	numRuns: 16,
});
const shapes: readonly Shape[] = [
	{ before: "", unit: 'a"b,', after: "" },
	{ before: "", unit: 'a"b;', after: "" },
	{ before: "[", unit: '{"domain":"a.com"},', after: '{"domain":"a.com"}]' },
	...pieces.map((unit) => ({ before: "a", unit, after: "a" })),
	...found,
];

it("tells work that grows with the square of the input", () => {
	let sum = 0;
	const quadratic = ({ length }: string) => {
		for (let pairs = (length * length) / 2; pairs > 0; pairs -= 1) sum ^= pairs;
		return sum;
	};
	expect(growsTooFast(quadratic, { before: "", unit: "a", after: "" })).toBe(true);
	expect(growsTooFast((text) => text.split("").sort(), { before: "", unit: "ab", after: "" })).toBe(false);
});

it.each(Object.entries(readers))("%s does work in proportion to its input", (_name, read) => {
	expect(shapes.find((shape) => growsTooFast(read, shape))).toBeUndefined();
});
