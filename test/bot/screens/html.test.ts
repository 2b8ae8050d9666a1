import { describe, expect, it } from "vitest";
import { html, lines } from "../../../src/bot/screens/html.ts";

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
});
