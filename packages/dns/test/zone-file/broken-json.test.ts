import fc from "fast-check";
import { expect, it } from "vitest";
import { brokenAt } from "../../src/zone-file/table.ts";

it.each([
	['[{"a": 1},]', 10],
	['{"a": 1,}', 8],
	['{"a" 1}', 5],
	["{'a': 1}", 1],
	["[1 2]", 3],
	["[1}", 2],
	['[{"a": [1, 2}]', 12],
	['["a', 1],
	["[tru]", 1],
	["[01]", 1],
	["[] []", 3],
	["[],", 2],
	["{,", 1],
	["[:", 1],
])("is not JSON from the first wrong token: %s", (text, at) => {
	expect(brokenAt(text)).toBe(at);
});

it("a text that could go on is not JSON at its end", () => {
	fc.assert(
		fc.property(fc.json(), fc.nat(), (json, length) => {
			const whole = `[${json}]\n`;
			expect(brokenAt(whole)).toBe(whole.length);
			const cut = whole.slice(0, Math.min(length % whole.length, whole.length - 2));
			// If the text was cut inside a string, number or word, `brokenAt` returns the start of this token, else the end
			// of the text.
			expect(cut.slice(brokenAt(cut))).toMatch(/^(?:".*|-?[\d.e+-]*|[a-z]*)$/su);
		}),
	);
});
