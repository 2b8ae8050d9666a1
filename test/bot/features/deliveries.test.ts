import { describe, expect, it } from "vitest";
import type { DeliveryFacts } from "../../../src/actions/index.ts";
import { deliveriesView } from "../../../src/bot/features/deliveries.ts";
import { pricesView } from "../../../src/bot/features/prices.ts";
import { texts } from "../../support/texts.ts";
import { labels, refusals, visible } from "../../support/views.ts";

const delivery = (over: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
	eventKey: "1",
	eventType: "domain.registered",
	attempt: 2,
	status: "retrying",
	statusCode: 500,
	error: null,
	domain: "example.com",
	nextAttemptAt: new Date("2027-03-01T12:02:00Z"),
	createdAt: new Date("2027-03-01T12:00:00Z"),
	...over,
});
const page = { failedOnly: false, page: 1, now: new Date("2027-03-01T12:01:00Z") };
const log = (...deliveries: DeliveryFacts[]) => ({ kind: "deliveries", deliveries, webhookEnabled: true }) as const;

describe("the delivery log", () => {
	it("is a timeline with the event, the attempt, the error and the next attempt", () => {
		const text = visible(deliveriesView(texts("en", "Europe/Moscow"), log(delivery()), page));
		expect(text).toContain("Registered · example.com\n⏳ Not delivered yet · attempt 2, Mar 1, 2027, 15:00");
		expect(text).toContain("answered with status 500");
		expect(text).toContain("Next attempt: Mar 1, 2027, 15:02");
	});

	it("keeps the result of the delivery apart from the event", () => {
		const blocked = delivery({ eventType: "domain.blocked", status: "delivered", attempt: 1 });
		const text = visible(deliveriesView(texts("en"), log(blocked, delivery({ status: "odd" })), page));
		expect(text).toContain("\n\nBlocked · example.com\n✅ Delivered · attempt 1");
		expect(text).toContain("❔ Result unknown · attempt 2");
	});

	it("says so if it is empty, and counts nothing", () => {
		const text = visible(deliveriesView(texts("en"), log(), page));
		expect(text).toMatch(/No deliveries yet\.$/);
	});

	it("shows the next attempt only under the newest one of an event, until it is due", () => {
		const first = delivery({ attempt: 1, nextAttemptAt: new Date("2027-03-01T12:01:30Z") });
		const other = delivery({ eventKey: "2", nextAttemptAt: new Date("2027-03-01T12:00:59Z") });
		const text = visible(deliveriesView(texts("en"), log(delivery(), first, other), page));
		expect(text.match(/Next attempt: .*/g)).toEqual(["Next attempt: Mar 1, 2027, 12:02 UTC"]);
	});

	it.each([
		["dns", "hostname wasn’t found"],
		["refused", "refused the connection"],
		["tls", "certificate was rejected"],
		["timeout", "didn’t answer in time"],
		["odd <b>", "odd <b>"],
	])("explains %s in plain words", (error, words) => {
		expect(visible(deliveriesView(texts("en"), log(delivery({ statusCode: 0, error })), page))).toContain(words);
	});

	it("says when webhooks are off, and filters failed attempts", () => {
		const off = deliveriesView(texts("en"), { ...log(), webhookEnabled: false }, { ...page, failedOnly: true });
		expect(visible(off)).toContain("webhook is off");
		expect(labels(off)[0]).toEqual(["All attempts", "↻ Refresh"]);
	});

	it.each(texts.locales)("and the price list have texts in %s and stay within Telegram's limits", (locale) => {
		const long = "<&>".repeat(500);
		const rows = Array.from({ length: 100 }, () =>
			delivery({ eventType: long, domain: long, error: long, statusCode: 0 }),
		);
		const prices = Array.from({ length: 500 }, () => ({
			zone: long,
			registerCents: 1,
			renewCents: null,
			premium: true,
		}));
		const t = texts(locale);
		const views = [
			deliveriesView(t, log(...rows), { ...page, page: 2 }),
			deliveriesView(t, log(delivery({ status: null, statusCode: null, createdAt: null, eventType: null })), page),
			pricesView(t, { kind: "prices", prices, sandbox: true, connected: true }, { page: 3 }, true),
			pricesView(t, { kind: "prices", prices: [], sandbox: false, connected: true }, { page: 1, search: long }, true),
		];
		expect(views.flatMap(refusals)).toEqual([]);
	});
});

it.each(["constructor", "__proto__"])("shows an unexpected status as an unknown one: %s", (status) => {
	const text = visible(deliveriesView(texts("en"), log(delivery({ status })), page));
	expect(text).toContain("❔ Result unknown");
});
