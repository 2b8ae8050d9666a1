import { expect, it } from "vitest";
import { chartOf, fileView, spendingView } from "../../../../src/bot/features/spending.ts";
import { type SpentItem, spendingByMonth } from "../../../../src/rules/spending.ts";
import { texts } from "../../../support/texts.ts";
import { visible } from "../../../support/views.ts";

const t = texts("en");
const order = { operationId: 1, kind: "register", priceCents: 1_150 } as const;
const items: SpentItem[] = [
	{ ...order, at: new Date("2027-01-05T00:00:00Z"), outcome: "charged", cents: 1_150 },
	{ ...order, at: new Date("2027-03-05T00:00:00Z"), operationId: 2, kind: "renew", outcome: "charged", cents: 2_500 },
	{ ...order, at: new Date("2027-03-06T00:00:00Z"), operationId: 3, outcome: "pending" },
];
const months = spendingByMonth(items, [], "UTC", new Date("2027-03-10T00:00:00Z"));
const spending = {
	kind: "spending",
	months,
	since: new Date("2027-01-01T00:00:00Z"),
	userId: 7,
	sandbox: false,
} as const;

it("lists months newest first, with gaps, and names what is in no sum", () => {
	const text = visible(spendingView(t, spending));
	expect(text).toContain("3 months: $36.50, 3 orders");
	expect(text).toContain(
		"Mar 2027: $25.00 · 2 orders · 🔄 1 domain: $25.00\nFeb 2027: nothing spent\nJan 2027: $11.50 · 1 order · 🌐 1 domain: $11.50",
	);
	expect(text).toContain("Not included: 1 domain without a result yet, quoted at $11.50");
});

it("adds what was paid elsewhere by the balance, and says so", () => {
	const others = [
		{ at: new Date("2027-02-02T00:00:00Z"), cents: 1_000 },
		{ at: new Date("2027-03-02T00:00:00Z"), cents: 500 },
		{ at: new Date("2027-03-03T00:00:00Z"), cents: -9_000 },
	];
	const paid = { ...spending, months: spendingByMonth(items, others, "UTC", new Date("2027-03-10T00:00:00Z")) };
	const text = visible(spendingView(t, paid));
	expect(text).toContain("3 months: $51.50, 3 orders");
	expect(text).toContain("🔄 1 domain: $25.00 · 🏦 elsewhere, by balance: $5.00 · ➕ added: $90.00");
	expect(text).toContain("Feb 2027: $10.00 · 🏦 elsewhere, by balance: $10.00");
	expect(text).toContain("since Jan 1, 2027");
	expect(visible(spendingView(t, spending))).not.toContain("lsewhere");
	expect(Buffer.from(fileView(t, paid).document?.bytes ?? []).toString()).toContain("2027-02,0,0,0,0,0,10,0,0,0,10,0");
	expect(chartOf(t, paid)).toMatchObject({
		series: { length: 3 },
		bars: [{ values: [1_150, 0, 0] }, { values: [0, 0, 1_000] }, {}],
	});
});

it("lists one month or one year alone, and never as this month", () => {
	const shown = (only: string) => visible(spendingView(t, spending, only));
	expect(shown("2027-01")).toContain("Jan 2027: $11.50 · 1 order");
	expect(shown("2026-05")).toContain("May 2026: nothing spent");
	expect(shown("2027")).toContain("3 months: $36.50, 3 orders");
	for (const only of ["2027-01", "2026-05"]) expect(shown(only)).not.toMatch(/This month|Mar 2027/);
});

it("writes the same sums into the file", () => {
	const file = Buffer.from(fileView(t, spending).document?.bytes ?? []).toString();
	expect(file.split("\r\n").slice(1, 4)).toEqual([
		"2027-01,1,1,11.5,0,0,11.5,0,0,0,0,0",
		"2027-02,0,0,0,0,0,0,0,0,0,0,0",
		"2027-03,2,0,0,1,25,25,1,0,0,0,0",
	]);
});

it("draws no bar for a month without orders", () => {
	expect(chartOf(t, spending).bars).toEqual([
		{ label: "Jan 2027", values: [1_150, 0] },
		{ label: "Feb 2027", values: null },
		{ label: "Mar 2027", values: [0, 2_500] },
	]);
});
