import { describe, expect, it } from "vitest";
import type { Incident } from "../../../../src/actions/index.ts";
import { changeIncidentView, incidentView as incidentContent } from "../../../../src/bot/features/incident.ts";
import { routeRef } from "../../../../src/bot/screens/route.ts";
import { routes } from "../../../../src/bot/screens.ts";
import { texts } from "../../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../../support/views.ts";

const incidentView = onScreen(incidentContent);

const incident = (over: Partial<Incident> = {}): Incident => ({
	kind: "incident",
	domain: "shop.com",
	userId: 1001,
	state: "blocked",
	since: new Date("2027-03-01T12:00:00Z"),
	until: null,
	reason: "phishing",
	earlier: 0,
	reportsEnd: true,
	unchecked: null,
	now: new Date("2027-03-01T15:12:30Z"),
	...over,
});
const view = (over: Partial<Incident> = {}, locale = "en") => incidentView(texts(locale), incident(over));

describe("the page of a blocked domain", () => {
	it("says since when, why, what still works and what to check", () => {
		const text = visible(view());
		expect(text).toMatch(/^shop\.com\n⛔ Blocked for 3 h 12 min, since Mar 1, 2027, 12:00 UTC\.\nReason: phishing\n/);
		for (const part of ["You can still view", "renew it", "You can’t change its DNS records", "1. Look for mail"])
			expect(text).toContain(part);
		expect(labels(view())).toEqual([["📋 Copy letter", "↻ Refresh"], ["🧭 DNS", "🔄 Renew"], ["🏠 Home"]]);
	});

	it("drafts a letter from the facts only, and copies it whole", () => {
		const letter = [
			"Domain: shop.com, account 1001",
			"Blocked since: 2027-03-01 12:00 UTC",
			"Reason received: phishing",
			"What caused this block, and what is needed to unblock the domain?",
		].join("\n");
		expect(visible(view())).toContain(letter);
		expect(view().buttons?.[0]?.slice(0, 1)).toEqual([{ kind: "copy", text: "📋 Copy letter", copy: letter }]);
	});

	it("invents neither a time nor a reason that it does not know", () => {
		const text = visible(view({ since: null, reason: null }));
		expect(text).toContain("The registrar didn’t report when the block began");
		expect(text).toContain("We received no reason.");
		expect(text).not.toContain("Blocked since:");
	});

	it("has no copy button for a letter that does not fit in it", () => {
		const long = view({ reason: "<&>".repeat(200) });
		expect(labels(long).flat()).not.toContain("📋 Copy letter");
		expect(visible(long)).toContain("Reason received: <&>");
		expect(refusals(long)).toEqual([]);
	});

	it("says that the registrar could not be asked", () => {
		const text = visible(view({ unchecked: { kind: "trouble", trouble: "service_down" } }));
		expect(text).toContain("last known state");
	});

	it("says how long a block lasted that is over", () => {
		const ended = view({ state: "ended", until: new Date("2027-03-01T15:12:00Z"), earlier: 2 });
		expect(visible(ended)).toContain("✅ Unblocked after 3 h 12 min.");
		expect(visible(ended)).toContain("Blocked 2 times before.");
		expect(labels(ended)).toEqual([["↻ Refresh"], ["🏠 Home"]]);
	});

	it.each(texts.locales)("has texts in %s that Telegram accepts", (locale) => {
		const longest = `${[61, 61, 61, 63].map((length) => "a".repeat(length)).join(".")}.com`;
		const views = (["blocked", "ended", "none"] as const).flatMap((state) => [
			view({ state }, locale),
			view({ state, domain: longest, reason: "<&>".repeat(3_000) }, locale),
		]);
		expect(views.flatMap(refusals)).toEqual([]);
	});
});

describe("the page of a domain that was changed elsewhere", () => {
	const record = (value: string) => ({ type: "A", hostname: "www", value, ttl: 300, priority: null });
	const change = {
		domain: "shop.com",
		userId: 1001,
		answeredAt: new Date("2027-03-01T12:00:00Z"),
		diff: { removed: [], changed: [{ before: record("192.0.2.1"), after: record("6.6.6.6") }], added: [], kept: 0 },
		nameservers: { before: ["ns1.mine.net"], after: ["ns1.thief.net"] },
	};
	const params = { watchId: 1, domain: "shop.com" };

	it("says what changed, what to check, and drafts a letter from the facts", () => {
		const page = changeIncidentView(texts("en"), change, params);
		for (const part of ["Changed outside this bot", "ns1.thief.net", "6.6.6.6", "1. Ask everyone"])
			expect(visible(page)).toContain(part);
		const letter = [
			"Domain: shop.com, account 1001",
			"Changed without us, found: 2027-03-01 12:00 UTC",
			"Nameservers before: ns1.mine.net. Now: ns1.thief.net.",
			"~ www A 192.0.2.1 -> 6.6.6.6",
			"Who made this change, when, and from which address?",
		].join("\n");
		expect(page.buttons?.flat()).toContainEqual(expect.objectContaining({ text: "📋 Copy letter", copy: letter }));
	});

	it.each(texts.locales)("fits Telegram with a whole zone, in %s", (locale) => {
		const removed = Array.from({ length: 500 }, () => ({ ...record("x".repeat(4_000)), type: "TXT" }));
		const page = changeIncidentView(texts(locale), { ...change, diff: { ...change.diff, removed } }, params);
		expect(refusals(page)).toEqual([]);
	});

	it("leads back once the difference is gone", () => {
		const shown = onScreen(changeIncidentView, routeRef(routes.changedElsewhere, params));
		const page = shown(texts("en"), null, params);
		expect(visible(page)).toContain("All done: nothing left");
		expect(labels(page).flat()).toContain("‹ Back");
	});
});
