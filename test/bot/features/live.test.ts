import { describe, expect, it } from "vitest";
import type { Live, LiveAnswer } from "../../../src/actions/index.ts";
import * as feature from "../../../src/bot/features/live.ts";
import { routeRef } from "../../../src/bot/screens/route.ts";
import { routes } from "../../../src/bot/screens.ts";
import { texts } from "../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../support/views.ts";

const liveView = onScreen(feature.liveView, routeRef(routes.zone, { domain: "shop.com" }));
const place = { watchId: 1, domain: "shop.com" };
const at = new Date("2027-03-01T12:00:00Z");
const server = (name: string, verdict: "new" | "old" | "silent" | "failed", old: object[] = []) =>
	({ name, role: "resolver", verdict, old }) as LiveAnswer["servers"][number];
const answer = (servers: LiveAnswer["servers"], more: Partial<LiveAnswer> = {}): LiveAnswer => {
	return { since: at.toISOString(), servers, questions: 1, total: 1, agree: false, outcome: "waiting", ...more };
};
const live = (more: Partial<Live> = {}): Live => {
	return { domain: "shop.com", answer: null, answeredAt: at, nextAt: at, failure: null, ...more };
};

describe.each(texts.locales)("in %s", (locale) => {
	const t = texts(locale);
	it("fits Telegram with the longest answers", () => {
		const old = {
			name: "a".repeat(253),
			type: "TXT",
			values: ["<".repeat(80), "b".repeat(80)],
			until: at.toISOString(),
		};
		const servers = Array.from({ length: 13 }, (_, index) => server(`${index}`.repeat(90), "old", [old, old]));
		expect(refusals(liveView(t, live({ answer: answer(servers) }), place))).toEqual([]);
	});
});

const t = texts("en");
const seen = (more: Partial<Live>) => visible(liveView(t, live(more), place));

it("shows how many servers follow, and what an old answer says and until when", () => {
	const old = { name: "www.shop.com", type: "A", values: ["192.0.2.1"], until: at.toISOString() };
	const servers = [server("1.1.1.1", "new"), server("8.8.8.8", "old", [old]), server("9.9.9.9", "silent")];
	const text = seen({ answer: answer(servers, { total: 9 }) });
	expect(text).toContain("Is it live? shop.com\n⏳ Seen by 1 of 3");
	expect(text).toContain(
		"✅ 1.1.1.1 (resolver)\n⏳ 8.8.8.8 (resolver): still says\n    A www.shop.com: 192.0.2.1 until 12:00",
	);
	expect(text).toContain("❔ 9.9.9.9 (resolver): no answer");
	expect(text).toContain("Checked: 1 of 9 record sets.");
});

it("says that there is no internet if no server answers", () => {
	expect(seen({ answer: answer([server("1.1.1.1", "silent"), server("8.8.8.8", "silent")]) })).toContain("No internet");
});

it("says what it does before the first look, after an hour, and without an answer of the registrar", () => {
	expect(seen({ answeredAt: null })).toContain("Asking");
	expect(seen({ answer: answer([server("1.1.1.1", "failed")], { outcome: "gave_up" }), nextAt: null })).toContain(
		"hour",
	);
	expect(seen({ failure: "service_down" })).toContain("wasn’t checked");
});

it("leads back to the domain, or to the receipt that it was opened from", () => {
	expect(labels(liveView(t, live(), place))).toEqual([["↻ Check now"], ["‹ Back", "🏠 Home"]]);
	expect(labels(liveView(t, null, place))).toEqual([["↻ Check now"], ["‹ Back", "🏠 Home"]]);
});
