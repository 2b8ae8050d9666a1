import { describe, expect, it } from "vitest";
import { spendingLimitsView, spendingLimitView } from "../../../../src/bot/features/spending-limits.ts";
import { readSum } from "../../../../src/rules/request.ts";
import { texts } from "../../../support/texts.ts";
import { labels, visible } from "../../../support/views.ts";

it.each([
	["en", ["over", "below"], ["over", "below"]],
	["ru", ["выше", "ниже"], ["Выше", "ниже"]],
])("the limit and its question in %s describe sums beyond the limit, not the limit itself", (locale, shown, asked) => {
	const t = texts(locale);
	const guard = { dayCapCents: 5_000, askAboveCents: 1_150, lowBalanceCents: 1_000 };
	const [, ask = [], low = []] = labels(spendingLimitsView(t, guard, undefined));
	expect([ask[0], low[0]]).toEqual(shown.map((words) => expect.stringContaining(words)));
	const questions = (["askAboveCents", "lowBalanceCents"] as const).map((which) =>
		visible(spendingLimitView(t, which, undefined)),
	);
	expect(questions).toEqual(asked.map((words) => expect.stringContaining(words)));
});

describe("a typed sum", () => {
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
