import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsOf, priceOf, usdOf } from "../src/money.ts";

describe("centsOf", () => {
	it.each([
		[12, 1200],
		[9.99, 999],
		[0.1 + 0.2, 30],
		[1.005, 101],
		[8.995, 900],
		[-1.005, -101],
		[0, 0],
		[1e-7, 0],
		[-0.004, 0],
		[500_000_000.01, 50_000_000_001],
	])("reads %d dollars as %d cents", (usd, cents) => {
		expect(centsOf(usd)).toBe(cents);
	});

	it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e15, 1e300])(
		"returns undefined for %d",
		(usd) => {
			expect(centsOf(usd)).toBeUndefined();
		},
	);

	it("converts every amount to the wire and back", () => {
		fc.assert(
			fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
				expect(centsOf(JSON.parse(JSON.stringify(usdOf(cents))))).toBe(cents);
			}),
		);
	});
});

describe("priceOf", () => {
	const price = { registerCents: 1_000, renewCents: 1_500 };

	it.each([
		["register", 1, 1_000],
		["register", 2, 2_500],
		["register", 10, 14_500],
		["renew", 1, 1_500],
		["renew", 3, 4_500],
	] as const)("%s over %d years costs %d cents", (order, years, cents) => {
		expect(priceOf(order, price, years)).toBe(cents);
	});
});
