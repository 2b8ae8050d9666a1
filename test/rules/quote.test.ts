import { describe, expect, it } from "vitest";
import { isExpected, isExpired, quoteExpiry, receiptOf, riseOf, sumsOf } from "../../src/rules/quote.ts";

const price = { registerCents: 1_150, renewCents: 1_250 };
const line = (order: "register" | "renew", years: number) => ({ order, years, price });

describe("a quote", () => {
	it("sums its lines and says what the balance will be", () => {
		expect(sumsOf([line("register", 2), line("renew", 1)], 50_000)).toEqual({
			total: 3_650,
			balance: 50_000,
			balanceAfter: 46_350,
			shortBy: 0,
		});
	});

	it("says how much is missing", () => {
		expect(sumsOf([line("register", 1)], 1_000)).toMatchObject({ balanceAfter: -150, shortBy: 150 });
		expect(sumsOf([line("register", 1)], 1_150)).toMatchObject({ balanceAfter: 0, shortBy: 0 });
	});

	it("is only expected on a foreign service over more than one year", () => {
		expect(isExpected([line("register", 2)], false)).toBe(true);
		expect(isExpected([line("register", 1), line("renew", 1)], false)).toBe(false);
		expect(isExpected([line("renew", 5)], true)).toBe(false);
	});

	it("asks again only for what the price rose by", () => {
		expect(riseOf(1_150, 1_200)).toBe(50);
		expect(riseOf(1_150, 1_150)).toBe(0);
		expect(riseOf(1_150, 900)).toBe(0);
	});

	it("lives five minutes", () => {
		const made = new Date("2026-11-20T12:00:00Z");
		const expiry = quoteExpiry(made);
		expect(expiry).toEqual(new Date("2026-11-20T12:05:00Z"));
		expect(isExpired(expiry, new Date("2026-11-20T12:04:59.999Z"))).toBe(false);
		expect(isExpired(expiry, expiry)).toBe(true);
	});
});

describe("line 12: a receipt", () => {
	it("says what was quoted and the balance before and after as read", () => {
		expect(receiptOf(1_150, 50_000, 48_850)).toEqual({
			quoted: 1_150,
			balanceBefore: 50_000,
			balanceAfter: 48_850,
			taken: 1_150,
		});
	});

	it("invents nothing when a balance could not be read", () => {
		expect(receiptOf(1_150, null, 48_850)).toMatchObject({ balanceBefore: null, taken: null });
	});
});
