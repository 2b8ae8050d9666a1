import { describe, expect, it } from "vitest";
import { html, lines, visibleText } from "../../../src/bot/screens/html.ts";

describe("html", () => {
	it("escapes every value, so that a person's text never becomes markup", () => {
		expect(html`<b>${'<a href="x">&amp;</a>'}</b>`.toString()).toBe('<b>&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;</b>');
	});

	it("leaves our own markup unchanged at any depth", () => {
		expect(html`<i>${html`<b>${"<"}</b>`}</i>`.toString()).toBe("<i><b>&lt;</b></i>");
	});

	it("joins the given parts and skips empty ones", () => {
		expect(lines([html`a`, null, false, undefined, "", html`b`], " · ").toString()).toBe("a · b");
	});

	it.each([
		["a\u202eb\u202c", "a⟨U+202E⟩b⟨U+202C⟩"],
		["\u200fא\u2067", "⟨U+200F⟩א⟨U+2067⟩"],
		["a\r\t\u2028\u0000", "a⟨U+000D⟩⟨U+0009⟩⟨U+2028⟩⟨U+0000⟩"],
		["a\nb 👨‍👩‍👧 ☁️ é", "a\nb 👨‍👩‍👧 ☁️ é"],
		["a\u{e0041}b\u3164c\u180e\u115f", "a⟨U+E0041⟩b⟨U+3164⟩c⟨U+180E⟩⟨U+115F⟩"],
	])("makes invisible characters visible: %j", (text, shown) => {
		expect(visibleText(text)).toBe(shown);
	});
});
