import { describe, expect, it } from "vitest";
import { isExpected, isExpired, quoteExpiry } from "../../src/rules/quote.ts";

describe("a quote", () => {
	it("is an estimate only on a foreign service and over more than one year", () => {
		expect(isExpected([{ years: 1 }, { years: 2 }], false)).toBe(true);
		expect(isExpected([{ years: 1 }, { years: 1 }], false)).toBe(false);
		expect(isExpected([{ years: 5 }], true)).toBe(false);
	});

	it("expires after five minutes", () => {
		const made = new Date("2026-11-20T12:00:00Z");
		const expiry = quoteExpiry(made);
		expect(expiry).toEqual(new Date("2026-11-20T12:05:00Z"));
		expect(isExpired(expiry, new Date("2026-11-20T12:04:59.999Z"))).toBe(false);
		expect(isExpired(expiry, expiry)).toBe(true);
	});
});
