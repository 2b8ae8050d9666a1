import { expect, it } from "vitest";
import { passes, usefulLimit } from "../../src/rules/offer-filters.ts";

const priced = (registerCents: number | null, renewCents: number | null = registerCents) => ({
	registerCents,
	renewCents,
});

it.each([
	[{}, priced(null), true],
	[{ under: 1_500 }, priced(1_499), true],
	[{ under: 1_500 }, priced(1_500), false],
	[{ under: 1_500 }, priced(null), false],
	[{ fair: true }, priced(100, 300), true],
	[{ fair: true }, priced(100, 301), false],
	[{ fair: true }, priced(100, null), false],
	[{ under: 1_500, fair: true }, priced(1_499, 9_000), false],
] as const)("the filters %j pass %j: %s", (filters, offer, expected) => {
	expect(passes(offer, filters)).toBe(expected);
});

it.each([
	[[299, 899, 1_199, 2_499, 4_999], 1_500],
	[[299, 2_499], 500],
	[[100, 100, 700], 500],
	[[1_000, 1_000], undefined],
	[[90_000, 95_000], undefined],
	[[], undefined],
])("the useful limit for %j is %s", (prices, limit) => {
	expect(usefulLimit(prices.map((each) => priced(each)))).toBe(limit);
});
