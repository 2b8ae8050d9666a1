import { readRecord } from "@domains/contract/records/record.ts";
import { doubtsOfText } from "@domains/contract/records/text-value.ts";
import { describe, expect, it } from "vitest";
import { readZoneText } from "../src/zone-file/read.ts";

const zone = { domain: "example.com", defaultTtl: 3600 };
const raw = String.raw;

describe("the value of a TXT record", () => {
	it.each([
		[raw`\# 6 0568656C6C6F`, "hello"],
		[raw`\# 6 0568 656c 6C6F`, "hello"],
		[raw`\# 5 0161 02c3a9`, "aé"],
		[raw`\# 4 01c301a9`, "é"],
		[raw`\# 3 025c23`, raw`"\\#"`],
		[raw`"\\# 1 00"`, raw`"\\# 1 00"`],
		[raw`\#a`, raw`\#a`],
	])("in the form that fits any type is its text: %s", (value, text) => {
		const read = readRecord({ type: "TXT", hostname: "@", value }, zone);
		expect(read).toMatchObject({ ok: true, value: { value: text } });
		expect(readRecord({ type: "TXT", hostname: "@", value: text }, zone)).toEqual(read);
	});

	it.each([
		[raw`"caf\195\169"`, []],
		[raw`"caf\233"`, ["escape"]],
		[raw`"\03"`, ["escape"]],
		[raw`"\1" "23"`, ["escape"]],
		[raw`"\300"`, ["escape"]],
		[raw`"\\03 \"x\" \;"`, []],
		[raw`C:\03`, []],
		[raw`\# 2 01e9`, ["escape"]],
		[raw`\# 3 02c3a9`, []],
		["“v=spf1 -all”", ["curly"]],
		["'v=spf1 -all'", ["curly"]],
		["`v=spf1 -all`", ["curly"]],
		["‘v=spf1 -all’", ["curly"]],
		["the owner's text", []],
		['"“v=spf1 -all”"', ["curly"]],
		["v=spf1 „a“ -all", []],
		["v=spf1\u00a0-all", ["invisible"]],
		["v=spf1\u200b -all", ["invisible"]],
		["“a\u202f”", ["curly", "invisible"]],
		['"one" "two"', []],
		["привет, мир", []],
	])("%s has these doubts: %j", (value, doubts) => {
		expect(doubtsOfText(value)).toEqual(doubts);
		const texts = [
			`$TTL 300\n@ TXT ${value.startsWith('"') || value.startsWith("\\#") ? value : `"${value}"`}`,
			`@ TXT ${value}\nwww A 192.0.2.1`,
			JSON.stringify([{ type: "TXT", name: "@", content: value }]),
		];
		const found = texts.map((text) => readZoneText(text, zone).doubtful?.map(({ doubt }) => doubt) ?? []);
		// Only a zone file has escapes in every text. The others have them between quotes.
		expect(found.slice(value.startsWith("C:") ? 1 : 0)).toEqual(Array(value.startsWith("C:") ? 2 : 3).fill(doubts));
	});
});
