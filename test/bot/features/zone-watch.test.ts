import { expect, it } from "vitest";
import { changedView } from "../../../src/bot/features/zone-watch.ts";
import { texts } from "../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../support/views.ts";

const record = (value: string) => ({ type: "A", hostname: "www", value, ttl: 300, priority: null });
const change = {
	domain: "shop.com",
	userId: 7,
	answeredAt: new Date("2027-03-01T12:00:00Z"),
	diff: { removed: [], changed: [{ before: record("192.0.2.1"), after: record("6.6.6.6") }], added: [], kept: 0 },
	nameservers: { before: ["ns1.mine.net", "ns2.mine.net"], after: ["ns1.thief.net", "ns2.thief.net"] },
};

it("shows the old and the new state, and asks who did it", () => {
	const view = changedView(texts("en"), change, { watchId: 1, domain: "shop.com" });
	for (const part of ["ns1.mine.net", "ns1.thief.net", "192.0.2.1", "6.6.6.6"]) expect(visible(view)).toContain(part);
	expect(labels(view).slice(0, 2)).toEqual([
		["It was me", "↩️ Restore"],
		["⚠️ What to do", "🌐 Open domain"],
	]);
});

it.each(texts.locales)("fits Telegram with a whole zone, in %s", (locale) => {
	const removed = Array.from({ length: 500 }, () => ({ ...record("x".repeat(4_000)), type: "TXT" }));
	const view = changedView(
		texts(locale),
		{ ...change, diff: { ...change.diff, removed } },
		{ watchId: 1, domain: "shop.com" },
	);
	expect(refusals(view)).toEqual([]);
});

it("offers nothing once the difference is gone", () => {
	const view = onScreen(changedView)(texts("en"), null, { watchId: 1, domain: "shop.com" });
	expect(visible(view)).toContain("All done: nothing left");
	expect(labels(view)).toEqual([["🌐 Open domain"], ["🏠 Home"]]);
});
