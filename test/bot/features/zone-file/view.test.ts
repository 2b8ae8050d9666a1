import type { Doubt, DoubtfulLine, LineProblem, RefusedLine } from "@domains/dns/zone-file/parsed-zone.ts";
import { describe, expect, it } from "vitest";
import type { ZoneFileResult } from "../../../../src/actions/index.ts";
import { refusalsView } from "../../../../src/bot/features/dns/view.ts";
import { importView } from "../../../../src/bot/features/zone-file.ts";
import { texts } from "../../../support/texts.ts";
import { refusals, visible } from "../../../support/views.ts";

const t = texts("en");
const found = (more: Partial<Extract<ZoneFileResult, { kind: "read" }>> = {}): ZoneFileResult => {
	return {
		kind: "read",
		records: 3,
		refused: [],
		nameservers: [],
		doubtful: [],
		unused: [],
		withoutTtl: 0,
		isComplete: false,
		...more,
	};
};
const params = { domain: "shop.com", text: "…" };
const refused = (problem: LineProblem, more: Partial<RefusedLine> = {}): RefusedLine => {
	return { line: 7, text: "some text", problem, ...more };
};

it("says which records a zone file keeps, but not of a file that is complete", () => {
	const keeps = "Replace all keeps records of types such as HTTPS or ALIAS";
	expect(visible(importView(t, params, found()))).toContain(keeps);
	expect(visible(importView(t, params, found({ isComplete: true })))).not.toContain(keeps);
});

it("lists three records that still point to the domain of the file", () => {
	const records = ["a", "b", "c", "d"].map((hostname) => ({ type: "CNAME", hostname, value: "www.shop2.com" }));
	const text = visible(importView(t, params, found({ left: { origin: "shop2.com", records } })));
	expect(text).toContain("4 records still point to shop2.com:");
	expect(text).toContain("c CNAME www.shop2.com");
	expect(text).not.toContain("d CNAME");
	expect(visible(importView(t, params, found()))).not.toContain("still point");
});

it("counts the records without a TTL", () => {
	expect(visible(importView(t, params, found({ withoutTtl: 1 })))).toContain("1 record has no TTL.");
	expect(visible(importView(t, params, found({ withoutTtl: 2 })))).toContain("2 records have no TTL.");
	expect(visible(importView(t, params, found()))).not.toContain("no TTL");
});

it("names the columns that are not imported, eight at most", () => {
	const unused = Array.from({ length: 10 }, (_, at) => `c${at}`);
	const text = visible(importView(t, params, found({ unused })));
	expect(text).toContain("⚠️ Fields that aren’t imported: c0, c1, c2, c3, c4, c5, c6, c7\n… and 2 more");
	expect(visible(importView(t, params, found()))).not.toContain("imported:");
});

it("says once what is doubtful about several lines, with their numbers or hostnames", () => {
	const dots = (more: (at: number) => Partial<DoubtfulLine>, count = 40) =>
		visible(importView(t, params, found({ doubtful: Array.from({ length: count }, (_, at) => dot(at, more(at))) })));
	const dot = (at: number, more: Partial<DoubtfulLine>): DoubtfulLine => {
		return { line: at + 1, text: "x", doubt: "dot", ...more };
	};
	expect(dots(() => ({}))).toContain("preview:\nLines 1–40: Read as a full name,");
	expect(dots((at) => ({ line: at * 2 }), 3)).toContain("Lines 0, 2, 4: Read");
	expect(dots((at) => ({ line: at * 2 }), 10)).toContain("Lines 0, 2, 4, 6, 8, 10, 12, 14 … and 2 more: Read");
	expect(dots((at) => ({ line: 1, record: at + 1 }))).toContain("Records 1–40: Read");
	expect(dots((at) => ({ hostname: at % 2 ? "www" : "@" }))).toContain("preview:\n@, www: Read");
	expect(dots(() => ({ hostname: "www" }), 1)).toContain("Line 1: x Read");
});

it("names a type that the registrar does not support, and the registrar", () => {
	const line = refused("type", { type: "HINFO" });
	const view = (serviceName: string | null) =>
		visible(importView(t, { ...params, serviceName }, found({ refused: [line] })));
	expect(view("Example")).toContain("Line 7: some text HINFO records aren’t supported by Example.");
	expect(view(null)).toContain("HINFO records aren’t supported by the registrar.");
	const record = { type: "HINFO", hostname: "www", value: "a b", ttl: null, priority: null };
	const refusal = { domain: "shop.com", refusals: [{ record, problem: "type" }], more: 0 };
	expect(visible(refusalsView(t, refusal, "Example"))).toContain("HINFO records aren’t supported by Example.");
});

describe.each(texts.locales)("in %s", (locale) => {
	const own = texts(locale);

	it("says for each doubtful line what the bot assumed", () => {
		const doubts: Doubt[] = [
			"comment",
			"semicolon",
			"words",
			"dot",
			"relative",
			"ttl",
			"priority",
			"escape",
			"curly",
			"invisible",
		];
		const screens = doubts.map((doubt) => {
			return visible(importView(own, params, found({ doubtful: [{ line: 7, text: "some text", doubt }] })));
		});
		expect(new Set(screens).size).toBe(doubts.length);
	});
	const problems: LineProblem[] = [
		"syntax",
		"type_unknown",
		"type_missing",
		"value_missing",
		"owner_missing",
		"signature",
		"quote_open",
		"parenthesis",
		"ttl_unread",
		"columns",
		"json",
		"json_end",
		"json_records",
		"json_many",
	];

	it("gives each reason with the line, or with the record of a JSON file", () => {
		const reasons = problems.map((problem) => {
			return visible(importView(own, params, { kind: "no_records", refused: [refused(problem)] }));
		});
		expect(new Set(reasons).size).toBe(problems.length);
		for (const each of reasons) expect(each).toContain("7: some text");
		const row = visible(importView(own, params, found({ refused: [refused("syntax", { record: 12 })] })));
		expect(row).toContain("12: some text");
		expect(row).not.toContain("7: some text");
	});

	it("fits Telegram with the longest lines", () => {
		const lines = problems.map((problem) => refused(problem, { text: "<&\u202e".repeat(40) }));
		const doubtful = Array.from({ length: 20 }, () => ({ line: 1, text: "<".repeat(90), doubt: "comment" as const }));
		const name = "<".repeat(250);
		const left = { origin: name, records: Array(1_000).fill({ type: "CNAME", hostname: name, value: name }) };
		const long = { type: "TXT", hostname: name, value: name, ttl: null, priority: null };
		const draft = { id: 4, diff: { removed: Array(20).fill(long), changed: [], added: [] }, canDiscard: true };
		const unused = Array(20).fill("<&\u202e".repeat(40));
		const view = importView(
			own,
			{ ...params, draft },
			found({ refused: lines, doubtful, unused, nameservers: ["x"], left }),
		);
		expect(refusals(view)).toEqual([]);
	});
});
