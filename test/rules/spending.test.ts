import { describe, expect, it } from "vitest";
import { type BalanceChange, type SpentItem, spendingByMonth, unexplained } from "../../src/rules/spending.ts";

const now = new Date("2027-03-10T12:00:00Z");
const charged = (at: string, cents: number, more: Partial<SpentItem> = {}): SpentItem =>
	({
		at: new Date(at),
		operationId: 1,
		kind: "register",
		priceCents: cents,
		outcome: "charged",
		cents,
		...more,
	}) as SpentItem;

describe("spending by month", () => {
	it("is empty without orders, and begins with the month of the first one", () => {
		expect(spendingByMonth([], [], "UTC", now)).toEqual([]);
		const months = spendingByMonth([charged("2027-01-05T00:00:00Z", 100)], [], "UTC", now);
		expect(months.map(({ month, totalCents }) => [month, totalCents])).toEqual([
			["2027-01", 100],
			["2027-02", 0],
			["2027-03", 0],
		]);
	});

	it("has at most twelve months", () => {
		const items = [charged("2026-03-31T23:59:59Z", 1), charged("2026-04-01T00:00:00Z", 2)];
		const months = spendingByMonth(items, [], "UTC", now);
		expect(months).toHaveLength(12);
		expect(months[0]).toMatchObject({ month: "2026-04", totalCents: 2 });
	});

	it("follows the person's time zone", () => {
		const [first] = spendingByMonth([charged("2027-02-28T20:00:00Z", 5)], [], "Asia/Tokyo", now);
		expect(first).toMatchObject({ month: "2027-03", totalCents: 5 });
		const [earlier] = spendingByMonth([charged("2027-03-01T03:00:00Z", 5)], [], "America/New_York", now);
		expect(earlier).toMatchObject({ month: "2027-02", totalCents: 5 });
	});

	it("counts orders, and keeps registrations and renewals apart", () => {
		const at = "2027-03-02T00:00:00Z";
		const items = [charged(at, 100), charged(at, 200), charged(at, 400, { operationId: 2, kind: "renew" })];
		expect(spendingByMonth(items, [], "UTC", now)).toMatchObject([
			{ orders: 2, register: { names: 2, cents: 300 }, renew: { names: 1, cents: 400 }, totalCents: 700 },
		]);
	});

	it("sums no amount that is not known", () => {
		const base = { at: now, operationId: 1, kind: "register", priceCents: 50 } as const;
		const items: SpentItem[] = [
			{ ...base, outcome: "pending" },
			{ ...base, outcome: "untold", priceCents: null },
			{ ...base, outcome: "undone" },
			{ ...base, outcome: "undone" },
		];
		expect(spendingByMonth(items, [], "UTC", now)).toMatchObject([
			{
				orders: 1,
				totalCents: 0,
				pending: { names: 1, priceCents: 50 },
				untold: { names: 1, priceCents: null },
				undone: { names: 2, priceCents: 100 },
			},
		]);
	});
});

const at = (minute: number) => new Date(Date.UTC(2027, 2, 1, 12, minute));
const change = (minute: number, beforeCents: number | null, afterCents: number): BalanceChange => ({
	at: at(minute),
	beforeCents,
	afterCents,
});
const order = (minute: number, over: Partial<SpentItem> = {}): SpentItem =>
	({
		at: at(minute),
		operationId: 1,
		kind: "register",
		priceCents: 1_150,
		outcome: "charged",
		cents: 1_150,
		...over,
	}) as SpentItem;

it("leaves what the orders do not explain, so that payments and additions sum to the balance", () => {
	const changes = [
		change(0, null, 10_000),
		change(2, 10_000, 8_850),
		change(5, 8_850, 6_350),
		change(9, 6_350, 10_200),
	];
	const found = unexplained(changes, [order(1), order(8)]);
	expect(found).toEqual([
		{ at: at(5), cents: 2_500 },
		{ at: at(9), cents: -5_000 },
	]);
	expect(10_000 - 2 * 1_150 - found.reduce((sum, { cents }) => sum + cents, 0)).toBe(10_200);
});

it("counts an order with an unknown charge with its price, and one that was undone not at all", () => {
	const changes = [change(0, null, 10_000), change(2, 10_000, 7_700)];
	expect(unexplained(changes, [order(1), order(1, { outcome: "untold" })])).toEqual([]);
	expect(unexplained(changes, [order(1), order(1, { outcome: "undone" })])).toEqual([{ at: at(2), cents: 1_150 }]);
});

it("explains a change whose predecessor is unknown by the orders of the last hour", () => {
	expect(unexplained([change(30, 9_000, 7_850)], [order(29)])).toEqual([]);
	expect(unexplained([change(30, 9_000, 7_850)], [order(-40)])).toEqual([{ at: at(30), cents: 1_150 }]);
});
