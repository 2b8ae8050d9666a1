import { expect, it } from "vitest";
import type { Expiring } from "../../../src/actions/index.ts";
import { plannerChart, plannerView } from "../../../src/bot/features/planner.ts";
import { texts } from "../../support/texts.ts";
import { labels, refusals, visible } from "../../support/views.ts";

const t = texts("en");
const person = { timeZone: "UTC", now: new Date("2027-01-10T00:00:00Z") };
const name = (domain: string, date: string, more: Partial<Expiring["names"][number]> = {}) => {
	return {
		domain,
		expiresAt: new Date(date),
		renewCents: 1_250,
		choice: null,
		remindAt: null,
		tags: [],
		auto: false,
		...more,
	};
};
const account: Expiring = {
	accountId: 1,
	userId: 7,
	sandbox: false,
	undated: 2,
	balanceCents: 2_000,
	isOld: false,
	names: [
		name("past.com", "2026-12-30T00:00:00Z"),
		name("march.com", "2027-03-03T00:00:00Z", { tags: ["shop", "old"] }),
		name("gone.com", "2027-03-03T00:00:00Z", { choice: "let_go" }),
		name("unpriced.com", "2027-03-05T00:00:00Z", { renewCents: null }),
	],
};

it("lists the months with their sums, and says what is in no sum and what is missing", () => {
	const view = plannerView(t, account, { days: 90 }, person);
	const text = visible(view);
	expect(text).toContain("Total: $25.00 The price of 1 domain is unknown.");
	expect(text).toContain("You need $5.00 more");
	expect(text).toContain(
		"Jan 2027: $12.50 for 1 domain\nMar 2027: $12.50 for 2 domains · The price of 1 domain is unknown.",
	);
	expect(text).toContain("Not counted: 1 domain that you let expire.");
	expect(text).toContain("The registrar doesn’t say when 2 domains expire.");
	expect(labels(view)[0]).toEqual(["30 days", "• 90 days •", "365 days"]);
	expect(refusals(view)).toEqual([]);
});

it("lists tags, and says that a domain with several tags is in each", () => {
	const text = visible(plannerView(t, account, { days: 90, by: "tag" }, person));
	expect(text).toContain("#old: $12.50 for 1 domain");
	expect(text).toContain("#shop: $12.50 for 1 domain");
	expect(text).toContain("A domain with several tags counts under each of them.");
});

it("says that nothing expires, without a picture of nothing", () => {
	const view = plannerView(t, { ...account, names: [] }, { days: 30 }, person);
	expect(visible(view)).toContain("Nothing expires in this period.");
	expect(labels(view).flat()).not.toContain("🖼 Show chart");
});

it("draws the same sums, with a gap for a month in which nothing expires", () => {
	expect(plannerChart(t, account, { days: 90 }, person).bars).toEqual([
		{ label: "Jan 2027", values: [1_250] },
		{ label: "Feb 2027", values: null },
		{ label: "Mar 2027", values: [1_250] },
		{ label: "Apr 2027", values: null },
	]);
	expect(plannerChart(t, account, { days: 90, by: "tag" }, person).bars).toHaveLength(3);
});
