import { describe, expect, it } from "vitest";
import { helpView } from "../../../../src/bot/features/help.ts";
import { homeView } from "../../../../src/bot/features/home.ts";
import { texts } from "../../../support/texts.ts";
import { labels, visible } from "../../../support/views.ts";

type Overview = NonNullable<Parameters<typeof homeView>[1]["overview"]>;

function home(domains: Partial<NonNullable<Overview["domains"]>>, { watched = 0, resumes = 0 } = {}) {
	const account = { id: 1, userId: 1001, sandbox: false, owned: false };
	return homeView(texts("en"), {
		connection: { id: 1, state: "live", active: true, tokenLast4: "abcd", serviceUrl: "built-in", account },
		overview: {
			balanceCents: null,
			balanceIsOld: false,
			needYou: 0,
			inDoubt: 0,
			watched,
			domains: { count: 9, next: null, expired: 0, blocked: 0, due: { count: 0, soon: 0, cents: null }, ...domains },
		},
		serviceName: null,
		sandbox: false,
		noticeKey: undefined,
		resumes: Array.from({ length: resumes }, (_, index) => ({
			verb: "reference",
			name: `order ${index}`,
			value: "4K7Q",
		})),
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

	const doors = ["🌐 My domains", "🧾 Orders", "💳 Account", "⚙️ Settings"];
	it.each([
		[{}, {}, ["❓ Help"]],
		[{ expired: 2 }, {}, ["⌛ Show 2 expired", "❓ Help"]],
		[{ blocked: 1 }, { watched: 1 }, ["⛔ Show 1 blocked", "🔔 Watched"]],
		[{ expired: 2, blocked: 1 }, {}, ["⛔ Show 1 blocked", "⌛ Show 2 expired"]],
		[{ blocked: 1, due: { count: 3, soon: 3, cents: null } }, {}, ["⛔ Show 1 blocked", "⏰ Renew 3 due soon"]],
		[{ blocked: 1 }, { watched: 1, resumes: 2 }, ["▶️ Continue: order 0", "🔔 Watched"]],
		[{}, { resumes: 2 }, ["▶️ Continue: order 0", "▶️ Continue: order 1"]],
	])("has its four doors, and at most the two most important others: %j %j", (domains, more, others) => {
		const shown = labels(home(domains, more)).flat();
		expect(shown.filter((label) => !doors.includes(label))).toEqual(others);
		expect(shown).toHaveLength(doors.length + others.length);
	});

	it("shows no part of the token", () => {
		expect(visible(home({}))).not.toContain("abcd");
	});

	it("shows no such line if nothing expires", () => {
		expect(visible(home({}))).not.toMatch(/Expir|Renewal/);
	});
});

describe("Help", () => {
	it.each(texts.locales)("names the button that pays as the quote does, and what buys without it: %s", (locale) => {
		const t = texts(locale);
		const help = visible(helpView(t, null, {}));
		const word = t("operation-confirm", { money: "|" }).match(/\p{L}+/u)?.[0] ?? "none";
		expect(help).toContain(word);
		expect(help.toLowerCase()).toContain(
			t("auto-open")
				.match(/[\p{L}-]+/u)?.[0]
				.toLowerCase(),
		);
	});
});
