import { eventTypes } from "@domains/contract/events.ts";
import { describe, expect, it } from "vitest";
import type { Alert, AlertGroup } from "../../../../src/actions/index.ts";
import { alertDifferencesView, alertsView } from "../../../../src/bot/features/alerts/index.ts";
import {
	alertView as alertContent,
	alertGroupView as alertGroupContent,
	operatorAlertView,
} from "../../../../src/bot/features/alerts/view.ts";
import { alertTypes } from "../../../../src/bot/screens/format.ts";
import { texts } from "../../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../../support/views.ts";

const alertGroupView = onScreen(alertGroupContent);
const alertView = onScreen(alertContent);

const alert = (over: Partial<Alert> = {}): Alert => ({
	id: 1,
	type: "domain.registered",
	domain: "example.com",
	occurredAt: new Date("2027-03-01T12:00:00Z"),
	receivedAt: new Date("2027-03-01T12:00:05Z"),
	reason: null,
	clientRef: null,
	externalRef: null,
	operation: null,
	sandbox: false,
	times: 1,
	past: false,
	blockedMs: null,
	outside: false,
	expiresAt: null,
	reportsEnd: true,
	...over,
});

const group = (alerts: readonly Alert[], over: Partial<AlertGroup> = {}): AlertGroup => ({
	alerts,
	more: 0,
	count: alerts.length,
	accountId: 5,
	chargedCents: null,
	balanceCents: null,
	...over,
});

it("shows as many of the longest names as fit a message, and how often an event came", () => {
	const t = texts("en");
	const name = `${`${"x".repeat(62)}.`.repeat(3)}${"y".repeat(60)}.com`;
	const alerts = Array.from({ length: 20 }, (_, id) => alert({ id, domain: name, reason: "<".repeat(500), times: 8 }));
	const view = alertGroupView(t, group(alerts, { more: 3 }));
	expect(refusals(view)).toEqual([]);
	expect(visible(view)).toMatch(/… and \d+ more/);
	expect(visible(view)).toContain("8 times");
	expect(visible(alertView(t, alert({ times: 8 })))).toContain("8 times");
	expect(visible(alertView(t, alert()))).not.toContain("once");
});

describe("an alert", () => {
	it("shows the domain first, what happened, the time in the reader's zone, and one button", () => {
		const view = alertView(texts("en", "Europe/Moscow"), alert());
		expect(visible(view)).toBe("example.com\n✅ Domain registered.\n\nMar 1, 2027, 15:00");
		expect(labels(view)).toEqual([["🌐 Open domain"], ["🔔 Alerts", "🏠 Home"]]);
	});

	it("of a purchase outside the bot says so, with the charge, the balance, the new date and what to do", () => {
		const outside = alert({
			type: "domain.renewed",
			outside: true,
			expiresAt: new Date("2028-03-01T00:00:00Z"),
			times: 8,
		});
		const money = { count: 8, chargedCents: 10_000, balanceCents: 40_000 };
		const view = alertGroupView(texts("en"), group([outside], money));
		expect(visible(view)).toBe(
			[
				"example.com\n🔄 Renewed 8 times outside this bot.\nExpires: Mar 1, 2028",
				"Charged: $100.00, judging by the balance\nBalance now: $400.00",
				"Mar 1, 2027, 12:00 UTC",
				"Not you? Freeze the account.",
			].join("\n\n"),
		);
		expect(labels(view).slice(0, 2)).toEqual([["It was me", "🧊 Freeze account"], ["🌐 Open domain"]]);
		const known = alertGroupView(texts("en"), group([outside], money), 8);
		expect(visible(known)).toContain("You said it was you");
		expect(labels(known)).toEqual([["🌐 Open domain"], ["🔔 Alerts", "🏠 Home"]]);
		expect(labels(alertGroupView(texts("en"), group([outside], { ...money, count: 9 }), 8))).toEqual(labels(view));
		const many = alertGroupView(texts("en"), group([outside, alert({ outside: true, domain: "b.com" })], money));
		expect(visible(many)).toContain(
			"2 domains renewed outside this bot\n\nexample.com · 8 times\nb.com\n\nCharged: $100.00",
		);
	});

	it("names the order that it belongs to", () => {
		const view = alertView(texts("en"), alert({ operation: { id: 4, reference: "#4K7Q" } }));
		expect(visible(view)).toContain("Order #4K7Q");
	});

	it.each([null, "", " ", "\u00a0\u200b"])("has no line for a label or a reason that is %j", (nothing) => {
		const blocked = alertView(texts("en"), alert({ type: "domain.blocked", reason: nothing, clientRef: nothing }));
		expect(visible(blocked)).toBe(visible(alertView(texts("en"), alert({ type: "domain.blocked" }))));
	});

	it("of a block gives the reason and what still works", () => {
		const text = visible(alertView(texts("en"), alert({ type: "domain.blocked", reason: "<phishing>" })));
		expect(text).toContain("Reason: <phishing>");
		expect(text).toContain("Renewal still works");
	});

	it.each([
		["en", "domain.blocked", "this domain was blocked", "We’ll alert you when it’s unblocked"],
		["ru", "domain.blocked", "домен был заблокирован", "сообщу"],
		["en", "domain.unblocked", "blocked again now", "no longer"],
		["ru", "domain.unblocked", "снова заблокирован", "больше не"],
	])("in the past tense shows its time if a newer alert replaced it: %s %s", (locale, type, told, promise) => {
		const text = visible(alertView(texts(locale), alert({ type, past: true })));
		expect(text).toContain(told);
		expect(text).toContain("2027");
		expect(text).not.toContain(promise);
	});

	it.each([
		["domain.blocked", "⛔ 3 domains blocked", "a.com · now unblocked"],
		["domain.unblocked", "✅ 3 domains unblocked", "a.com · blocked again"],
		["domain.moved", "3 domains: domain.moved", "a.com"],
	])("of several domains lists them: %s", (type, title, line) => {
		const alerts = [alert({ type, domain: "a.com", past: true }), alert({ type, domain: "b.com" })];
		const view = alertGroupView(texts("en"), group(alerts, { more: 1 }));
		for (const part of [title, line, "b.com", "… and 1 more"]) expect(visible(view)).toContain(part);
		const pages = type === "domain.blocked" ? [["⛔ b.com"]] : [];
		expect(labels(view)).toEqual([...pages, ["🌐 My domains"], ["🔔 Alerts", "🏠 Home"]]);
	});

	it("says why each of several domains was blocked", () => {
		const alerts = [
			alert({ id: 1, type: "domain.blocked", domain: "a.com", reason: "abuse <b>" }),
			alert({ id: 2, type: "domain.blocked", domain: "b.com" }),
		];
		expect(visible(alertGroupView(texts("en"), group(alerts)))).toContain("a.com · abuse <b>\nb.com\n");
	});

	it("promises an alert at the end of a block only if there will be one", () => {
		const promise = texts("en")("domain-blocked-heard");
		const textOf = (reportsEnd: boolean) =>
			visible(alertView(texts("en"), alert({ type: "domain.blocked", reportsEnd })));
		expect(textOf(true)).toContain(promise);
		expect(textOf(false)).not.toContain(promise);
	});

	it("says that money is play money only where money moves", () => {
		const note = texts("en")("sandbox-note");
		const says = (type: string) => {
			const one = alert({ type, sandbox: true });
			return [alertView(texts("en"), one), alertGroupView(texts("en"), group([one, one]))].map((view) =>
				visible(view).includes(note),
			);
		};
		for (const type of ["domain.registered", "domain.renewed"]) expect(says(type)).toEqual([true, true]);
		for (const type of ["domain.blocked", "domain.unblocked"]) expect(says(type)).toEqual([false, false]);
	});

	it("of an unknown type is described plainly", () => {
		const text = visible(alertView(texts("en"), alert({ type: "domain.moved<b>", domain: null, occurredAt: null })));
		expect(text).toContain("Event: domain.moved<b>");
		expect(text).toContain("Mar 1, 2027");
	});

	it("has settings that split many domains and labels that differ into pages within Telegram's limits", () => {
		const mutes = Array.from({ length: 40 }, (_, index) => [
			{ topic: "domain" as const, domain: `d${index}.com` },
			{ topic: "label" as const, label: `${"<&>".repeat(60)}${index}` },
		]).flat();
		const pages = [1, 2, 3, 4, 5, 6, 7, 8].map((page) => alertDifferencesView(texts("en"), mutes, { page }));
		expect(pages.flatMap(refusals)).toEqual([]);
		const shown = pages.flatMap(labels).flat();
		expect(shown.filter((each) => / · only blocks$/u.test(each))).toHaveLength(80);
	});

	it.each(texts.locales)("says in %s what each switch turns off", (locale) => {
		const t = texts(locale);
		const mutes = [{ topic: "block", domain: "a.com" }] as const;
		const own = labels(alertsView(t, mutes, { domain: "a.com", label: "shop" })).flat();
		expect(own.slice(0, 4)).toEqual([
			`🔕 ${t("alerts-domain-blocks")}`,
			`🔔 ${t("alerts-domain-others")}`,
			`🔔 ${t("alerts-label-blocks", { label: "shop" })}`,
			`🔔 ${t("alerts-label-others", { label: "shop" })}`,
		]);
		const all = labels(alertsView(t, mutes, {})).flat();
		expect(all).toContain(`🔔 ${t("alerts-all-domain-blocked")}`);
		expect([...own, ...all].some((label) => label.includes("a.com"))).toBe(false);
	});

	it("has a text and a switch for every type of event", () => {
		expect(alertTypes).toEqual([...eventTypes]);
	});

	it.each(texts.locales)("has texts in %s that Telegram accepts", (locale) => {
		const types = [...eventTypes, "<".repeat(5_000)];
		const long = "<&>".repeat(3_000);
		const views = types.map((type) =>
			alertView(texts(locale), alert({ type, reason: long, clientRef: long, sandbox: true })),
		);
		const many = Array.from({ length: 20 }, (_, id) =>
			alert({ id, type: "domain.blocked", domain: `${"a".repeat(63)}.${"b".repeat(63)}.com`, reason: long }),
		);
		const together = alertGroupView(texts(locale), group(many, { more: 980 }));
		expect(
			[...views, together, operatorAlertView(texts(locale), { reference: "#4K7Q", asked: true })].flatMap(refusals),
		).toEqual([]);
	});
});
