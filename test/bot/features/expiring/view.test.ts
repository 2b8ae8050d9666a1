import { expect, it } from "vitest";
import type { Expiring, ExpiringName } from "../../../../src/actions/index.ts";
import { expiringView, reminderView as reminderContent } from "../../../../src/bot/features/expiring.ts";
import { texts } from "../../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../../support/views.ts";

const reminderView = onScreen(reminderContent);

const t = texts("en");
const now = new Date("2027-01-10T00:00:00Z");
const name = (domain: string, days: number, more: Partial<ExpiringName> = {}): ExpiringName => {
	const expiresAt = new Date(now.getTime() + days * 24 * 3_600_000);
	return { domain, expiresAt, renewCents: 1_250, choice: null, remindAt: null, tags: [], auto: false, ...more };
};
const account = (names: readonly ExpiringName[], more: Partial<Expiring> = {}): Expiring => {
	return { accountId: 1, userId: 7001, sandbox: false, undated: 0, balanceCents: 6_100, isOld: false, names, ...more };
};

it("says what the next 30 days cost, and apart from it what the reported domains cost", () => {
	const soon = [name("a.com", 3), name("b.com", 29)];
	const far = name("far.com", 59);
	const view = reminderView(t, { parts: [{ account: account([...soon, far]), names: [far] }] }, { reminderId: 1 }, now);
	expect(visible(view)).toBe(
		"⏰ 1 domain expires soon\n\nRenewing all that expires within 30 days: $25.00\nYour balance is $61.00.\nRenewing only the domain below: $12.50",
	);
	expect(labels(view)).toEqual([
		["far.com · Mar 10 · $12.50"],
		["🔄 Renew 1 domain"],
		["📅 Planner", "⏰ Reminders"],
		["🏠 Home"],
	]);
});

it("shows the accounts of a person apart, each with its sum and its button", () => {
	const [one, two] = [name("one.com", 3), name("two.com", 5)];
	const parts = [
		{ account: account([one]), names: [one] },
		{ account: account([two], { accountId: 2, userId: 7002, balanceCents: null }), names: [two] },
	];
	const view = reminderView(t, { parts }, { reminderId: 1 }, now);
	expect(visible(view)).toContain(
		"Account 7001\nRenewing all that expires within 30 days: $12.50\nYour balance is $61.00.\nAccount 7002",
	);
	expect(labels(view).flat()).toEqual(expect.arrayContaining(["7001: 🔄 Renew 1 domain", "7002: 🔄 Renew 1 domain"]));
});

it("offers no renewal of domains that the person lets go, and names unknown prices", () => {
	const view = expiringView(t, account([name("gone.com", 3, { choice: "let_go" })]), { days: 30 }, now);
	expect(labels(view).flat().join()).not.toContain("Renew all");
	const unpriced = expiringView(t, account([name("odd.com", 3, { renewCents: null })]), { days: 30 }, now);
	expect(visible(unpriced)).toContain("The price of 1 domain is unknown.");
	expect(visible(unpriced)).not.toContain("$0.00");
});

it("marks and counts each expired domain once", () => {
	const view = expiringView(t, account([name("late.com", -3), name("soon.com", 3)]), { days: 60 }, now);
	expect(visible(view)).toContain("Expiring within 60 days: 1\n\n⌛ Expired: 1 domain\n");
	expect(labels(view).flat()).toEqual(
		expect.arrayContaining([expect.stringMatching(/^⌛ late\.com/), expect.stringMatching(/^soon\.com/)]),
	);
	const late = visible(expiringView(t, account([name("late.com", -3)]), { days: 60 }, now));
	expect(late).toContain("Expiring within 60 days: 0\n\n⌛ Expired: 1 domain\nRenewing it for a year: $12.50\n");
	expect(late).not.toContain("paid for longer");
	const soon = expiringView(t, account([name("soon.com", 3)]), { days: 60 }, now);
	expect(visible(soon)).not.toContain("Expired");
});

it("fits a message with 10,000 long names", () => {
	const label = "x".repeat(60);
	const names = Array.from({ length: 10_000 }, (_, index) => name(`${label}${index}.com`, 3));
	const view = reminderView(t, { parts: [{ account: account(names), names }] }, { reminderId: 1, page: 400 }, now);
	expect(refusals(view)).toEqual([]);
	expect(visible(view)).toContain("10,000 domains expire soon");
	expect(labels(view).flat()).toContain("🔄 Renew first 1,000");
});

it.each([
	["en", "next.com · Jan 9, 2028 ·"],
	["ru", "next.com · 9 янв. 2028 г. ·"],
])("adds the year to a date that is not in this year, in %s", (locale, label) => {
	const names = [name("next.com", 364), name("this.com", 3)];
	const shown = labels(expiringView(texts(locale), account(names), { days: 365 }, now)).flat();
	expect(shown.filter((each) => each.replaceAll("\u00a0", " ").startsWith(label))).toHaveLength(1);
	expect(shown.filter((each) => each.startsWith("this.com") && each.includes("202"))).toEqual([]);
});

it("says at the top that it did not read the number of days, also above an empty list", () => {
	for (const names of [[], [name("soon.com", 3)]]) {
		const view = expiringView(t, account(names), { days: 60, unread: true }, now);
		expect(visible(view)).toMatch(/^⚠️ Send a number of days from 1 to 3,650, such as \/expiring 60\.\n\n/);
	}
});
