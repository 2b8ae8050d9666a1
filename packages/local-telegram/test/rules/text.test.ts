import { describe, expect, it } from "vitest";
import { captionText, format, messageText } from "../../src/rules/text.ts";
import { refused } from "./refused.ts";

describe("the length and format of a text", () => {
	it.each([
		["[SRV] an empty text", { text: "" }, "Bad Request: message text is empty"],
		["[TD] white space alone", { text: " \n " }, "Bad Request: text must be non-empty"],
		["[TD] tags around nothing", { text: "<b></b>", parseMode: "HTML" }, "Bad Request: text must be non-empty"],
		["[API] 4096 code points", { text: "🙂".repeat(4096) }, null],
		["[API] 4097 code points", { text: "a".repeat(4097) }, "Bad Request: message is too long"],
		["[API] 4096 after parsing", { text: `<b>${"a".repeat(4096)}</b>`, parseMode: "HTML" }, null],
		["[SRV] more than 32 KiB", { text: "я".repeat(16_385) }, "Bad Request: text is too long"],
		["[SRV 11323] an unknown parse mode", { text: "a", parseMode: "BBCode" }, "Bad Request: unsupported parse_mode"],
		["[SRV] a parse mode in any case", { text: "<b>a</b>", parseMode: "hTmL" }, null],
		[
			"[TD] an entity beyond the end",
			{ text: "ab", entities: [{ type: "bold" as const, offset: 1, length: 2 }] },
			"Bad Request: entity beginning at UTF-16 offset 1 ends after the end of the text at UTF-16 offset 3",
		],
		[
			"[TD] an entity inside a character",
			{ text: "🙂", entities: [{ type: "bold" as const, offset: 1, length: 1 }] },
			"Bad Request: entity begins in a middle of a UTF-16 symbol at byte offset 4",
		],
	])("%s", (_rule, given, words) => {
		expect(refused(() => messageText(given))).toBe(words);
	});

	it.each([
		["[API] an empty caption", "", null],
		["[API] 1024 code points", "🙂".repeat(1024), null],
		["[API],[TD] 1025 code points", "a".repeat(1025), "Bad Request: message caption is too long"],
	])("%s", (_rule, text, words) => {
		expect(refused(() => captionText({ text }))).toBe(words);
	});
});

describe("Telegram's normalization of a text (TDLib, fix_formatted_text)", () => {
	const entities = (html: string): string[] =>
		format({ text: html, parseMode: "HTML" }).entities.map((each) => `${each.type} ${each.offset} ${each.length}`);

	it("trims both ends, with the entities", () => {
		expect(format({ text: "  \n<b>a </b> \n", parseMode: "HTML" })).toEqual({
			text: "a",
			entities: [{ type: "bold", offset: 0, length: 1 }],
		});
	});

	it("removes direction marks and carriage returns, and replaces tabs with spaces", () => {
		expect(format({ text: "a\u202eb\r\n\u0000c\td" }).text).toBe("ab\n c d");
	});

	it("moves entities along with removed characters", () => {
		expect(format({ text: "\u202d\r<b>x</b>", parseMode: "HTML" })).toEqual({
			text: "x",
			entities: [{ type: "bold", offset: 0, length: 1 }],
		});
	});

	it.each([
		["joins what touches", "<b>a</b><b>b</b>", ["bold 0 2"]],
		[
			"cuts bold at a link",
			'<b>a<a href="http://e.com">b</a>c</b>',
			["bold 0 1", "text_link 1 1", "bold 1 1", "bold 2 1"],
		],
		["keeps bold out of code", "<b>a<code>b</code></b>", ["bold 0 1", "code 1 1"]],
		["drops a quote inside a quote", "<blockquote>a<blockquote>b</blockquote></blockquote>", ["blockquote 0 2"]],
		["keeps bold in a quote", "<blockquote>a<b>b</b></blockquote>", ["blockquote 0 2", "bold 1 1"]],
	])("%s", (_what, html, expected) => {
		expect(entities(html)).toEqual(expected);
	});

	it.each([
		["a command", "say /start@my_bot now", ["bot_command 4 13"]],
		["no command inside a path", "a/b /c/d", []],
		["a mention", "hi @anna.", ["mention 3 5"]],
		["a hashtag with a letter", "#op4 #12", ["hashtag 0 4"]],
		["a bare domain", "see example.com, ok", ["url 4 11"]],
		["a domain that ends a question", "Register ai.io?", ["url 9 5"]],
		["a domain with a slash, ending a question", "see ai.io/? now", ["url 4 6"]],
		["an address with a query", "ai.io?x=1!", ["url 0 9"]],
		["a domain in another script", "пример.рф", ["url 0 9"]],
		["an address with a path", "https://a.example/b?c=1.", ["url 0 23"]],
		["no file name", "prices.txt", []],
		["mail", "mail me@example.com", ["email 5 14"]],
		["nothing inside code", "<code>example.com</code>", ["code 0 11"]],
	])("detects %s", (_what, html, expected) => {
		expect(entities(html)).toEqual(expected);
	});
});
