import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../../src/rules/markdown.ts";
import { refused } from "./refused.ts";

const cannot = "Bad Request: can't parse entities: ";

describe("MarkdownV2 that Telegram refuses (TDLib MessageEntity.cpp, parse_markdown_v2)", () => {
	it.each([
		["a bare dot", "a.", "Character '.' is reserved and must be escaped with the preceding '\\'"],
		["a bare bar", "a|b", "Character '|' is reserved and must be escaped with the preceding '\\'"],
		["a quote mark inside a line", "a>b", "Character '>' is reserved and must be escaped with the preceding '\\'"],
		["bold left open", "да *x", "Can't find end of Bold entity at byte offset 5"],
		["a block of code left open", "```sh\nls", "Can't find end of PreCode entity at byte offset 0"],
		["an address left open", "[x](http://a", "Can't find end of a URL at byte offset 4"],
		["an emoji without its address", "![🙂]", "The entity must contain a tg://emoji or tg://time URL"],
	])("%s", (_what, source, words) => {
		expect(refused(() => parseMarkdown(source))).toBe(cannot + words);
	});
});

describe("MarkdownV2 that Telegram accepts", () => {
	it.each([
		["bold, italic, underline", "*b* _i_ __u__", "b i u", ["bold 0 1", "italic 2 1", "underline 4 1"]],
		["strikethrough and spoiler", "~s~ ||h||", "s h", ["strikethrough 0 1", "spoiler 2 1"]],
		["what is escaped", "\\*a\\.\\*", "*a.*", []],
		["code with a reserved sign inside", "`a.b*`", "a.b*", ["code 0 4"]],
		["a block with a language", "```sh\nls -l\n```", "ls -l\n", ["pre 0 6"]],
		["a link", "[x](http://example.com)", "x", ["text_link 0 1"]],
		["a quote up to its last line", ">a\n>b\nc", "a\nb\nc", ["blockquote 0 4"]],
		["an expandable quote", ">a\n>b||", "a\nb", ["expandable_blockquote 0 3"]],
		["a time", "![now](tg://time?unix=1700000000&format=t)", "now", ["date_time 0 3"]],
	])("%s", (_what, source, text, entities) => {
		const parsed = parseMarkdown(source);
		expect(parsed.text).toBe(text);
		expect(parsed.entities.map((each) => `${each.type} ${each.offset} ${each.length}`)).toEqual(entities);
	});
});
