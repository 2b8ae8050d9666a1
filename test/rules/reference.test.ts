import { describe, expect, it } from "vitest";
import { newReference, parseReference } from "../../src/rules/reference.ts";

describe("order references", () => {
	it("are `#` and four unambiguous characters", () => {
		let next = 0;
		const all = Array.from({ length: 30 }, () => newReference(() => next++ % 30));
		expect(all.join("")).toMatch(/^[#2-9A-HJKMNP-TV-Z]+$/);
		expect(newReference(() => 0)).toBe("#2222");
		expect(newReference((below) => below - 1, 6)).toBe("#ZZZZZZ");
	});

	it.each([
		["4K7Q", "#4K7Q"],
		["#4k7q", "#4K7Q"],
		[" #4k7qz9 ", "#4K7QZ9"],
	])("are parsed from %j", (text, reference) => {
		expect(parseReference(text)).toBe(reference);
	});

	it.each(["", "#", "4K7", "4K7Q4K7", "4K7O", "4K1Q", "##4K7Q", "4K 7Q"])("are not parsed from %j", (text) => {
		expect(parseReference(text)).toBeUndefined();
	});
});
