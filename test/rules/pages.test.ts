import { describe, expect, it } from "vitest";
import { pageOf } from "../../src/rules/pages.ts";

const letters = [..."abcdefg"];

describe("pageOf", () => {
	it("splits a list into pages counted from 1", () => {
		expect(pageOf(letters, 1, 3)).toEqual({ items: ["a", "b", "c"], page: 1, pages: 3, total: 7, from: 1, to: 3 });
		expect(pageOf(letters, 3, 3)).toEqual({ items: ["g"], page: 3, pages: 3, total: 7, from: 7, to: 7 });
	});

	it.each([
		[0, 1],
		[-4, 1],
		[99, 3],
		[2.7, 2],
		[Number.NaN, 1],
	])("shows the nearest page when page %d is requested", (asked, page) => {
		expect(pageOf(letters, asked, 3).page).toBe(page);
	});

	it("has one empty page for an empty list", () => {
		expect(pageOf([], 1, 3)).toEqual({ items: [], page: 1, pages: 1, total: 0, from: 0, to: 0 });
	});
});
