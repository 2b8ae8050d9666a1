import { expect, it } from "vitest";
import { countSelected, isSelected, setSelected, toggle } from "../../../src/bot/screens/list-position.ts";

const none = { all: false, names: [] };
const everything = { all: true, names: [] };

it("selects names one by one, and removes them again", () => {
	const one = toggle(none, "a.com");
	expect([isSelected(one, "a.com"), isSelected(one, "b.com"), countSelected(one, 300)]).toEqual([true, false, 1]);
	expect(toggle(one, "a.com")).toEqual(none);
});

it("leaves names out of a selection of everything", () => {
	const butOne = toggle(everything, "a.com");
	expect([isSelected(butOne, "a.com"), isSelected(butOne, "b.com"), countSelected(butOne, 300)]).toEqual([
		false,
		true,
		299,
	]);
	expect(toggle(butOne, "a.com")).toEqual(everything);
});

it("stops at 500 names", () => {
	const full = { all: false, names: Array.from({ length: 500 }, (_, index) => `${index}.com`) };
	expect(toggle(full, "one-more.com")).toBe(full);
	expect(toggle(full, "7.com").names).toHaveLength(499);
});

it("selects and deselects the names of a page, up to 500", () => {
	const page = ["a.com", "b.com"];
	const some = setSelected({ all: false, names: ["b.com", "c.com"] }, page, true);
	expect(some).toEqual({ all: false, names: ["c.com", "a.com", "b.com"] });
	expect(setSelected(some, page, false)).toEqual({ all: false, names: ["c.com"] });
	const butPage = setSelected(everything, page, false);
	expect(butPage).toEqual({ all: true, names: page });
	expect(setSelected(butPage, page, true)).toEqual(everything);
	const full = { all: false, names: Array.from({ length: 499 }, (_, index) => `${index}.com`) };
	expect(setSelected(full, page, true).names.slice(498)).toEqual(["498.com", "a.com"]);
});
