import { describe, expect, it } from "vitest";
import type { PriceJump, PriceSpan } from "../../../../src/actions/index.ts";
import { historyChart, historyFileView, historyView, jumpsView } from "../../../../src/bot/features/prices.ts";
import { closedView } from "../../../../src/bot/screens/format.ts";
import { link } from "../../../../src/bot/screens/view.ts";
import { routes } from "../../../../src/bot/screens.ts";
import { texts } from "../../../support/texts.ts";
import { labels, refusals, visible } from "../../../support/views.ts";

const at = (day: string) => new Date(`${day}T09:00:00Z`);
const now = at("2026-11-23");
const t = texts("en");

function span(renewCents: number | null, since: string, seenAt: string): PriceSpan {
	return { subject: "shop.io", registerCents: null, renewCents, premium: false, since: at(since), seenAt: at(seenAt) };
}

const spans = [
	span(5_100, "2026-09-05", "2026-11-23"),
	span(3_400, "2026-06-20", "2026-09-04"),
	span(3_400, "2026-01-02", "2026-03-28"),
];
const history = { kind: "history", subject: "shop.io", spans, lookedAt: now, failure: null } as const;

describe("a price history", () => {
	it("lists changes, newest first, and gaps as gaps", () => {
		const text = visible(historyView(t, history, { subject: "shop.io" }));
		expect(text).toContain(
			"Since Sep 5, 2026: $51.00\nJun 20, 2026 – Sep 4, 2026: $34.00\nMar 28, 2026 – Jun 20, 2026: not checked\nJan 2, 2026 – Mar 28, 2026: $34.00",
		);
		expect(text).toContain("Last checked: Nov 23, 2026");
	});

	it("says that a check failed, and does not claim the price of today", () => {
		const text = visible(historyView(t, { ...history, failure: "service_down" }, { subject: "shop.io" }));
		expect(text).toContain("Sep 5, 2026 – Nov 23, 2026: $51.00");
		expect(text).toContain("The last check got no answer");
	});

	it("has no picture and no file before the first look", () => {
		const view = historyView(t, { ...history, spans: [], lookedAt: null }, { subject: ".io" });
		expect(visible(view)).toContain("No prices yet");
		const back = link(t("button-back"), routes.prices, {});
		expect(labels(closedView(t, view, back)).flat()).toHaveLength(2);
	});

	it("draws one bar for each month, and none for a month without a look", () => {
		const values = historyChart(t, history, now).bars.map((bar) => bar.values?.[0] ?? null);
		expect(values).toEqual([null, 3_400, 3_400, 3_400, null, null, 3_400, 3_400, 3_400, 5_100, 5_100, 5_100]);
	});

	it("is a file with a row for each span", () => {
		const { document } = historyFileView(t, history);
		const rows = new TextDecoder().decode(document?.bytes).trim().split("\r\n");
		expect(rows).toHaveLength(4);
		expect(rows[1]).toContain("51");
	});
});

describe("a message about prices", () => {
	const jump = (domain: string, more: Partial<PriceJump> = {}): PriceJump => ({
		domain,
		renewCents: 5_100,
		oldCents: 3_400,
		oldSeenAt: at("2026-03-28"),
		premium: false,
		expiresAt: at("2027-01-02"),
		...more,
	});
	const shown = (...jumps: PriceJump[]) => jumpsView(t, jumps, { accountId: 1, at: now.toISOString() }, now);

	it("says the old price, until when it was seen, the new price and the days left", () => {
		expect(visible(shown(jump("shop.io")))).toContain(
			"Renewal of shop.io was $34.00 until Mar 28, 2026 and is now $51.00. It expires in 40 days.",
		);
	});

	it("says that a domain became premium", () => {
		const text = visible(shown(jump("gold.io", { premium: true, oldCents: null, oldSeenAt: null })));
		expect(text).toContain("gold.io is now a premium name 💎. Renewal costs $51.00.");
	});

	it.each(texts.locales)("fits into Telegram's limits in %s", (locale) => {
		const many = Array.from({ length: 300 }, (_, index) => jump(`${"a".repeat(59)}${index}.${"b".repeat(63)}.com`));
		const pages = [1, 30].map((page) =>
			jumpsView(texts(locale), many, { accountId: 1, at: now.toISOString(), page }, now),
		);
		expect(pages.flatMap(refusals)).toEqual([]);
	});
});
