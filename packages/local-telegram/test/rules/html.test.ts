import { describe, expect, it } from "vitest";
import { parseHtml } from "../../src/rules/html.ts";
import { refused } from "./refused.ts";

const cannot = "Bad Request: can't parse entities: ";

describe("HTML that Telegram refuses (TDLib MessageEntity.cpp, parse_html)", () => {
	it.each([
		["an unknown tag", "<x>a</x>", 'Unsupported start tag "x" at byte offset 0'],
		["a tag after Cyrillic, counted in bytes", "да <h1>a</h1>", 'Unsupported start tag "h1" at byte offset 5'],
		["a line break tag", "a<br>b", 'Unsupported start tag "br" at byte offset 1'],
		["a self-closing tag", "<b/>", 'Unsupported start tag "b/" at byte offset 0'],
		["a tag left open", "<b>bold", 'Can\'t find end tag corresponding to start tag "b"'],
		["the inner of two left open", "<b><i>x", 'Can\'t find end tag corresponding to start tag "i"'],
		["tags that cross", "<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
		["an end without a start", "x</b>", "Unexpected end tag at byte offset 1"],
		["a bare less-than sign", "1 < 2", 'Unsupported start tag "" at byte offset 2'],
		["a less-than sign at the end", "1 <", "Unclosed start tag at byte offset 2"],
		["a start tag without its end", "<b", "Unclosed start tag at byte offset 0"],
		["an end tag without its end", "<b>x</b", "Unclosed end tag at byte offset 4"],
		["an attribute without its end", "<a href", 'Unclosed start tag "a" at byte offset 0'],
		["a value without its end", '<a href="x', "Unclosed start tag at byte offset 0"],
		["an attribute without a name", "<a ='x'>y</a>", 'Empty attribute name in the tag "a" at byte offset 0'],
		["a bare value with a slash", "<a href=http://x>y</a>", "Unexpected end of name token at byte offset 8"],
		[
			"a span of another class",
			'<span class="red">x</span>',
			'Tag "span" must have class "tg-spoiler" at byte offset 0',
		],
		[
			"a custom emoji that is no number",
			'<tg-emoji emoji-id="x">🙂</tg-emoji>',
			"Invalid custom emoji identifier specified",
		],
		["a time in an unknown format", '<tg-time unix="5" format="q">x</tg-time>', "Invalid date format used"],
		[
			"half of a surrogate pair",
			"&#xd83d;",
			"Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units",
		],
	])("%s", (_what, html, words) => {
		expect(refused(() => parseHtml(html))).toBe(cannot + words);
	});
});

describe("HTML that Telegram accepts", () => {
	it.each([
		["bold", "a<b>b</b>", "ab", [{ type: "bold", offset: 1, length: 1 }]],
		["capitals", "<B>b</B>", "b", [{ type: "bold", offset: 0, length: 1 }]],
		["an end tag without a name", "<b>b</>", "b", [{ type: "bold", offset: 0, length: 1 }]],
		["offsets in UTF-16", "🙂<i>x</i>", "🙂x", [{ type: "italic", offset: 2, length: 1 }]],
		["an empty tag as nothing", "<b></b>x", "x", []],
		["references", "&lt;b&gt; &amp;amp; &quot;&#65;&#x42;", '<b> &amp; "AB', []],
		["a reference without its semicolon", "&ltb", "&ltb", []],
		["a reference that it does not know as text", "&nbsp;&copy;", "&nbsp;&copy;", []],
		[
			"a link",
			'<a href="http://Example.com">x</a>',
			"x",
			[{ type: "text_link", offset: 0, length: 1, url: "http://example.com/" }],
		],
		[
			"a link whose address is its text",
			"<a>example.com</a>",
			"example.com",
			[{ type: "text_link", offset: 0, length: 11, url: "http://example.com/" }],
		],
		["a link to nothing as plain text", '<a href="example">x</a>', "x", []],
		[
			"a link to a person",
			'<a href="tg://user?id=1001">x</a>',
			"x",
			[{ type: "text_mention", offset: 0, length: 1, user: { id: 1001, first_name: "" } }],
		],
		[
			"code with a language inside pre",
			'<pre><code class="language-sh">ls</code></pre>',
			"ls",
			[{ type: "pre", offset: 0, length: 2, language: "sh" }],
		],
		[
			"code alone without its language",
			'<code class="language-sh">ls</code>',
			"ls",
			[{ type: "code", offset: 0, length: 2 }],
		],
		[
			"an expandable quote",
			"<blockquote expandable>x</blockquote>",
			"x",
			[{ type: "expandable_blockquote", offset: 0, length: 1 }],
		],
		[
			"a spoiler in both forms",
			'<tg-spoiler>a</tg-spoiler><span class="tg-spoiler">b</span>',
			"ab",
			[
				{ type: "spoiler", offset: 0, length: 1 },
				{ type: "spoiler", offset: 1, length: 1 },
			],
		],
		[
			"a time",
			'<tg-time unix="1700000000" format="wDT">then</tg-time>',
			"then",
			[{ type: "date_time", offset: 0, length: 4, unix_time: 1_700_000_000, date_time_format: "wDT" }],
		],
		[
			"the outer tag first",
			"<i><b>x</b></i>",
			"x",
			[
				{ type: "bold", offset: 0, length: 1 },
				{ type: "italic", offset: 0, length: 1 },
			],
		],
	])("%s", (_what, html, text, entities) => {
		expect(parseHtml(html)).toEqual({ text, entities });
	});
});
