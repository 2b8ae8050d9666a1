import { expect, it } from "vitest";
import { createFloods, faqFloods } from "../../src/rules/floods.ts";

it("allows a short burst in one chat, then one message per second [FAQ]", () => {
	const floods = createFloods(faqFloods);
	const answers = Array.from({ length: 7 }, () => floods.take(1001, 0));
	expect(answers).toEqual([0, 0, 0, 0, 0, 1, 1]);
	expect(floods.take(1001, 1000)).toBe(0);
	expect(floods.take(1001, 1000)).toBe(1);
});

it("allows thirty messages per second in total [FAQ]", () => {
	const floods = createFloods(faqFloods);
	const answers = Array.from({ length: 31 }, (_, index) => floods.take(index + 1, 0));
	expect(answers.filter((seconds) => seconds === 0)).toHaveLength(30);
	expect(answers.at(-1)).toBe(1);
	expect(floods.take(99, 1001)).toBe(0);
});

it("allows twenty messages per minute in a group [FAQ]", () => {
	const floods = createFloods({ ...faqFloods, burst: 100 });
	const answers = Array.from({ length: 21 }, () => floods.take(-5, 0));
	expect(answers.at(19)).toBe(0);
	expect(answers.at(20)).toBe(60);
	expect(floods.take(-5, 60_001)).toBe(0);
});
