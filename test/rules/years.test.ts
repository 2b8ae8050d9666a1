import { expect, it } from "vitest";
import { yearsLeft } from "../../src/rules/input-words.ts";

const now = new Date("2026-11-20T12:00:00Z");

it.each([
	["2026-11-20T12:00:00Z", 10],
	["2025-01-01T00:00:00Z", 10],
	["2026-11-20T12:00:01Z", 9],
	["2027-11-20T12:00:00Z", 9],
	["2027-11-21T00:00:00Z", 8],
	["2036-11-20T12:00:00Z", 0],
	["2040-01-01T00:00:00Z", 0],
])("paid until %s, a domain can be renewed by %d years", (until, years) => {
	expect(yearsLeft(new Date(until), now)).toBe(years);
});
