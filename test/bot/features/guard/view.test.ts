import { describe, expect, it } from "vitest";
import { readSum } from "../../../../src/bot/features/guard/view.ts";

describe("a sum that is typed", () => {
	it.each([
		["250", 25_000],
		["$1,000", 100_000],
		["1.000,50", 100_050],
		["99,5", 9_950],
		["99.50 USD", 9_950],
		["0", 0],
		["-5", null],
		["ten", null],
		["example.com", null],
		["1,2,3", null],
	])("%s is %s cents", (text, cents) => {
		expect(readSum(text)).toBe(cents);
	});
});
