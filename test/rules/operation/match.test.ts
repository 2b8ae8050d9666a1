import { describe, expect, it } from "vitest";
import { matchItems } from "../../../src/rules/operation/match.ts";

const result = (name: string | null, n: number) => ({ name, n });

describe("matching batch results to inputs", () => {
	it("matches by name, in any order, case and form", () => {
		const results = [result("B.com.", 1), result("пример.рф", 2), result("a.com", 3)];
		const matched = matchItems(["a.com", "b.com", "xn--e1afmkfd.xn--p1ai"], results);
		expect(matched.map((each) => each?.n)).toEqual([3, 1, 2]);
	});

	it("matches by position if names are missing and the counts agree", () => {
		const results = [result(null, 1), result("b.com", 2)];
		expect(matchItems(["a.com", "b.com"], results).map((each) => each?.n)).toEqual([1, 2]);
	});

	it("returns null without a name or a certain position", () => {
		expect(matchItems(["a.com", "b.com"], [result(null, 1)])).toEqual([null, null]);
		expect(matchItems(["a.com", "b.com"], [result("b.com", 1), result(null, 2)])).toEqual([null, result("b.com", 1)]);
		expect(matchItems(["a.com"], [result("c.com", 1)])).toEqual([null]);
	});

	it("ignores both of two results for one name", () => {
		const results = [result("a.com", 1), result("A.com", 2)];
		expect(matchItems(["a.com", "b.com"], results)).toEqual([null, null]);
	});
});
