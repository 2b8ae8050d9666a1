import { describe, expect, it } from "vitest";
import { html, lines } from "../../../src/bot/screens/html.ts";

describe("html", () => {
	it("escapes every value, so that no text of a person is markup", () => {
		expect(html`<b>${'<a href="x">&amp;</a>'}</b>`.toString()).toBe('<b>&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;</b>');
	});

	it("leaves markup of our own as it is, however deep", () => {
		expect(html`<i>${html`<b>${"<"}</b>`}</i>`.toString()).toBe("<i><b>&lt;</b></i>");
	});

	it("joins what is there and leaves out what a condition left empty", () => {
		expect(lines([html`a`, null, false, undefined, "", html`b`], " · ").toString()).toBe("a · b");
	});
});
