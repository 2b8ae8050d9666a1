import { describe, expect, it } from "vitest";
import { helpView, homeView } from "../../../../src/bot/features/home/view.ts";
import { texts } from "../../../support/texts.ts";
import { labels, visible } from "../../../support/views.ts";

type Overview = NonNullable<Parameters<typeof homeView>[1]["overview"]>;

function home(domains: Partial<NonNullable<Overview["domains"]>>) {
	const account = { id: 1, userId: 1001, sandbox: false, owned: false };
	return homeView(texts("en"), {
		connection: { id: 1, state: "live", active: true, tokenLast4: "abcd", serviceUrl: "built-in", account },
		overview: {
			balanceCents: null,
			balanceIsOld: false,
			needYou: 0,
			inDoubt: 0,
			domains: { count: 9, next: null, expired: 0, blocked: 0, due: { count: 0, soon: 0, cents: null }, ...domains },
		},
		serviceName: null,
		sandbox: false,
		noticeKey: undefined,
	});
}

describe("Home", () => {
	it("counts expired and expiring domains in one line, which add up to those to renew", () => {
		const view = home({ expired: 2, due: { count: 5, soon: 3, cents: 6_250 } });
		expect(visible(view)).toContain(
			"\n⌛ Expired: 2 domains · ⏰ Expiring within 60 days: 3 · Renewing all of these: $62.50\n",
		);
		expect(labels(view)[0]).toEqual(["⏰ Renew 5 due soon"]);
	});

	it.each([
		[{ expired: 1, due: { count: 1, soon: 0, cents: 1_250 } }, "⌛ Expired: 1 domain · Renewal: $12.50\n"],
		[{ due: { count: 3, soon: 3, cents: null } }, "9 domains\n⏰ Expiring within 60 days: 3\n"],
		[{ expired: 1 }, "9 domains\n⌛ Expired: 1 domain\n"],
	])("leaves out what is zero or unknown: %j", (domains, line) => {
		expect(visible(home(domains))).toContain(line);
	});

	it.each([
		[{}, []],
		[{ expired: 2 }, ["⌛ Show 2 expired"]],
		[{ blocked: 1 }, ["⛔ Show 1 blocked"]],
		[{ expired: 2, blocked: 1 }, ["⌛ Show 2 expired", "⛔ Show 1 blocked"]],
	])("has a button for each line that needs attention, and Help only without one: %j", (domains, expected) => {
		const view = home(domains);
		expect(
			labels(view)
				.flat()
				.filter((label) => label.includes("Show")),
		).toEqual(expected);
		expect(labels(view).flat().includes("❓ Help")).toBe(expected.length === 0);
	});

	it("shows no such line if nothing expires", () => {
		expect(visible(home({}))).not.toMatch(/Expir|Renewal/);
	});
});

describe("Help", () => {
	it.each(texts.locales)("names the button that pays as the quote does, and what buys without it: %s", (locale) => {
		const t = texts(locale);
		const help = visible(helpView(t, null));
		const word = t("operation-confirm", { money: "|" }).match(/\p{L}+/u)?.[0] ?? "none";
		expect(help).toContain(word);
		expect(help.toLowerCase()).toContain(
			t("auto-open")
				.match(/[\p{L}-]+/u)?.[0]
				.toLowerCase(),
		);
	});
});
