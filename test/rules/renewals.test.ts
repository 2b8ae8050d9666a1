import { describe, expect, it } from "vitest";
import { costOf, dueWithin, planByMonth, planByTag, type Renewal, toRenew } from "../../src/rules/renewals.ts";

const now = new Date("2027-01-31T23:30:00Z");
const name = (domain: string, date: string, more: Partial<Renewal> = {}): Renewal => {
	return { domain, expiresAt: new Date(date), renewCents: 1_000, choice: null, tags: [], ...more };
};

describe("the plan by month", () => {
	const names = [
		name("past.com", "2027-01-10T00:00:00Z"),
		name("edge.com", "2027-01-31T23:45:00Z"),
		name("april.com", "2027-04-02T00:00:00Z", { renewCents: null }),
	];

	it("lists every month up to the last one, and puts expired names into the current one", () => {
		const parts = planByMonth(names, { timeZone: "UTC", now, days: 90 });
		expect(parts.map(({ key, names: count, cents, unpriced }) => [key, count, cents, unpriced])).toEqual([
			["2027-01", 2, 2_000, 0],
			["2027-02", 0, 0, 0],
			["2027-03", 0, 0, 0],
			["2027-04", 1, 0, 1],
			["2027-05", 0, 0, 0],
		]);
	});

	it("uses the months of the person's time zone", () => {
		const [first] = planByMonth(names, { timeZone: "Europe/Berlin", now, days: 30 });
		expect(first).toMatchObject({ key: "2027-02", names: 2 });
	});
});

it("counts a name with several tags in each, the most expensive tag first", () => {
	const tagged = [
		name("a.com", "2027-02-02T00:00:00Z", { tags: ["shop", "old"] }),
		name("b.com", "2027-02-02T00:00:00Z", { tags: ["shop"] }),
		name("c.com", "2027-02-02T00:00:00Z"),
	];
	expect(planByTag(tagged).map(({ key, cents }) => [key, cents])).toEqual([
		["shop", 2_000],
		["", 1_000],
		["old", 1_000],
	]);
});

it("sums known prices only, and leaves out what a person lets go", () => {
	const names = [
		name("a.com", "2027-02-02T00:00:00Z"),
		name("b.com", "2027-02-02T00:00:00Z", { renewCents: null, choice: "later" }),
		name("c.com", "2027-02-02T00:00:00Z", { choice: "let_go" }),
	];
	expect(costOf(toRenew(names))).toEqual({ names: 2, cents: 1_000, unpriced: 1 });
	expect(dueWithin(names, 1, now)).toHaveLength(0);
	expect(dueWithin(names, 2, now)).toHaveLength(3);
});
