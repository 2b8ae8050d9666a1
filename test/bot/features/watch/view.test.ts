import { describe, expect, it } from "vitest";
import { readWatch, standingOrderView, watchedView, watchesView } from "../../../../src/bot/features/watch.ts";
import { texts } from "../../../support/texts.ts";
import { labels, visible } from "../../../support/views.ts";

const watch = {
	id: 1,
	accountId: 1,
	inactive: null,
	domain: "brand.com",
	underCents: 4_000,
	available: false,
	registerCents: null,
	answeredAt: new Date("2026-05-01T10:00:00Z"),
	failure: null,
	endsAt: new Date("2027-05-01T10:00:00Z"),
	buyCents: null,
};

describe("the command", () => {
	it.each([
		["brand.com", { name: "brand.com", underCents: null }],
		["brand.com 40", { name: "brand.com", underCents: 4_000 }],
		["brand.com under $39.50", { name: "brand.com", underCents: 3_950 }],
		["brand.com 39,50", { name: "brand.com", underCents: 3_950 }],
		["two names here", null],
		["brand.com -5", null],
	])("reads %s", (text, expected) => {
		expect(readWatch(text)).toEqual(expected);
	});
});

describe.each(texts.locales)("in %s", (locale) => {
	const t = texts(locale);

	it("shows the goal, the last answer and the end", () => {
		const view = watchedView(t, { ...watch, failure: "service_down" });
		expect(visible(view)).toContain(t("watch-goal-under", { money: t.money(4_000) }).replaceAll("\u00a0", " "));
		expect(visible(view)).toContain(t("watch-failed", { why: "service_down" }));
		expect(visible(view)).toContain(t.date(watch.endsAt).replaceAll("\u00a0", " "));
		expect(labels(view).flat()).toEqual(expect.arrayContaining([t("watch-stop"), t("watch-extend")]));
	});

	it("says what a standing order does without another question, its ceiling, its end and how often it looks", () => {
		const view = standingOrderView(t, watch, { watchId: 7, ceilingCents: 4_000 });
		const spaced = (text: string) => text.replaceAll("\u00a0", " ");
		expect(visible(view)).toContain(spaced(t.money(4_000)));
		expect(visible(view)).toContain(spaced(t("watch-ends", { date: t.date(watch.endsAt) })));
		expect(visible(view)).toContain(t("buy-instead"));
		expect(labels(view).flat()).toContain(spaced(t("buy-allow", { money: t.money(4_000) })));
		const ordered = labels(watchedView(t, { ...watch, buyCents: 4_000 })).flat();
		expect(ordered).toEqual(expect.arrayContaining([t("buy-off"), t("buy-extend")]));
		expect(ordered).not.toContain(t("watch-extend"));
		expect(labels(watchedView(t, watch)).flat()).toContain(t("buy-for-me"));
	});

	it("lists names with their state, and explains an empty list", () => {
		const view = watchesView(t, { kind: "watches", watches: [watch] }, {});
		expect(labels(view).flat()).toContain("⏳ brand.com");
		expect(visible(watchesView(t, { kind: "watches", watches: [] }, {}))).toContain("/watch example.com 40");
	});
});
