import { describe, expect, it } from "vitest";
import { problemLine, problemText } from "../../src/bot/problem.ts";
import { problems } from "../../src/contract/problems.ts";
import { texts } from "../support/texts.ts";

const codes = Object.keys(problems);

describe("an error of the service", () => {
	it.each(texts.locales)("has words of our own in %s, whichever code of the specification it carries", (locale) => {
		const t = texts(locale);
		const lines = codes.map((code) => problemLine(t, { code, message: "" }).toString());
		expect(lines.filter((line) => line.includes("<code>"))).toEqual([]);
		expect(new Set(lines).size).toBeGreaterThan(codes.length - 3);
	});

	it.each(texts.locales)("that we have words for is not said in the service's, in %s", (locale) => {
		const said = codes.map((code) => problemText(texts(locale), { code, message: "Said by the service" }).toString());
		expect(said.filter((text) => text.includes("Said by the service"))).toEqual([]);
	});

	it("that nobody has heard of is shown as it came, escaped", () => {
		const text = problemText(texts("en"), { code: "moon<phase>", message: "Not <tonight>" }).toString();
		expect(text).toContain("<code>moon&lt;phase&gt;</code>");
		expect(text).toContain("<blockquote expandable>Not &lt;tonight&gt;</blockquote>");
	});
});
