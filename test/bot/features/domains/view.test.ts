import { describe, expect, it } from "vitest";
import type { DomainFacts } from "../../../../src/actions/index.ts";
import { cardView } from "../../../../src/bot/features/domains/card.ts";
import { type ListPage, type ListPosition, listView } from "../../../../src/bot/features/domains/view.ts";
import { keyboardOf } from "../../../../src/bot/screens/callback.ts";
import { texts } from "../../../support/texts.ts";
import { labels, refusals, visible } from "../../../support/views.ts";

const t = texts("en", "Europe/Moscow");
const start: ListPosition = { cursors: [], offset: 0 };
const facts = (over: Partial<DomainFacts> = {}): DomainFacts => ({
	domain: "example.com",
	status: "registered",
	registeredAt: new Date("2027-01-31T22:00:00Z"),
	expiresAt: new Date("2028-01-31T22:00:00Z"),
	nameservers: ["ns1.example.net", "ns2.example.net"],
	dnsMode: "managed",
	edgeProfileKey: null,
	tellsEdge: true,
	clientRef: null,
	externalRef: null,
	renewCents: 1_400,
	others: [],
	...over,
});
const page = (count: number, over: Partial<ListPage> = {}): ListPage => ({
	domains: Array.from({ length: count }, (_, index) => facts({ domain: `name${index}.com` })),
	total: null,
	nextCursor: null,
	...over,
});
/** The targets of the pager buttons. */
const turns = (list: ListPage, position: ListPosition) =>
	keyboardOf(1, listView(t, list, position))
		.choices.map((choice): { to: string; params: unknown } => JSON.parse(choice))
		.filter(({ to }) => to === "domains")
		.map(({ params }) => params);

describe("the list of domains", () => {
	it("shows each domain with its expiry in the person's time zone, and a button", () => {
		const list = listView(t, page(2, { total: 2 }), start);
		expect(visible(list)).toContain("name0.com · until Feb 1, 2028\nname1.com · until Feb 1, 2028");
		expect(labels(list)).toEqual([["name0.com"], ["name1.com"], ["🔄 Renew several"], ["🏠 Home"]]);
	});

	it("marks blocked and expired domains", () => {
		const domains = [facts({ status: "blocked" }), facts({ status: "expired", expiresAt: null })];
		const list = listView(t, { domains, total: null, nextCursor: null }, start);
		expect(visible(list)).toContain("⛔ example.com · until Feb 1, 2028\n⌛ example.com");
		expect(labels(list).slice(0, 2)).toEqual([["⛔ example.com"], ["⌛ example.com"]]);
	});

	it("follows the service's cursors forward and back", () => {
		expect(turns(page(8, { nextCursor: "c1" }), start)).toEqual([{ cursors: ["c1"], starts: [8], offset: 0 }]);
		expect(turns(page(8, { nextCursor: "c2" }), { cursors: ["c1"], starts: [8], offset: 0 })).toEqual([
			{ cursors: [], starts: [], offset: 0 },
			{ cursors: ["c1", "c2"], starts: [8, 16], offset: 0 },
		]);
	});

	it("says which domains of how many are shown, if known", () => {
		expect(visible(listView(t, page(8, { nextCursor: "c1", total: 20 }), start))).toContain("1–8 of 20");
		const second = { cursors: ["c1"], starts: [8], offset: 0 };
		expect(visible(listView(t, page(8, { nextCursor: "c2" }), second))).toMatch(/9–16$/);
		expect(visible(listView(t, page(4), { ...second, cursors: ["c1", "c2"], starts: [8, 16] }))).toContain(
			"17–20 of 20",
		);
		expect(visible(listView(t, page(20), { cursors: [], offset: 8 }))).toContain("9–16 of 20");
		expect(visible(listView(t, page(8), start))).not.toContain("–");
	});

	it("splits a single response of the service into pages", () => {
		expect(labels(listView(t, page(20), start))).toHaveLength(11);
		expect(turns(page(20), { cursors: [], offset: 8 })).toEqual([
			{ cursors: [], offset: 0 },
			{ cursors: [], offset: 16 },
		]);
		expect(turns(page(20), { cursors: [], offset: 16 })).toEqual([{ cursors: [], offset: 8 }]);
	});

	it("says what to do if it is empty and if a search finds nothing", () => {
		expect(labels(listView(t, page(0), start))[0]).toEqual(["🔎 Search"]);
		const none = listView(t, page(0), { ...start, search: "<shop>" });
		expect(visible(none)).toContain("“<shop>”");
		expect(labels(none)[0]).toEqual(["All my domains"]);
	});
});

describe("the card of a domain", () => {
	it("shows every field that the service sent", () => {
		const domain = facts({ clientRef: "shop", externalRef: "#4K7Q", others: [{ name: "locked", value: "yes" }] });
		const text = visible(cardView(t, { kind: "domain", domain, blockedSince: null }, { list: start }));
		for (const part of [
			"registered",
			"Feb 1, 2028",
			"$14.00",
			"DNS: registrar",
			"ns1.example.net",
			"shop",
			"#4K7Q",
			"locked: yes",
		]) {
			expect(text).toContain(part);
		}
		expect(text).toContain("Auto-renew: off");
	});

	it("shows an unknown state as the service sent it", () => {
		expect(
			visible(
				cardView(t, { kind: "domain", domain: facts({ status: "parked" }), blockedSince: null }, { list: start }),
			),
		).toContain("Status: parked");
	});

	it("of a blocked domain says since when it is blocked and what still works", () => {
		const blocked = {
			kind: "domain" as const,
			domain: facts({ status: "blocked" }),
			blockedSince: new Date("2027-03-01T11:00:00Z"),
		};
		const text = visible(cardView(t, blocked, { list: start }));
		expect(text).toContain("blocked since Mar 1, 2027, 2:00 PM");
		expect(text).toContain("still renew");
		expect(text).not.toContain("You will get an alert when it is unblocked");
		const heard = visible(cardView(t, { ...blocked, heard: true }, { list: start }));
		expect(heard).toContain("Contact the registrar. You will get an alert when it is unblocked.");
	});

	it("leads back to the page that it was opened from", () => {
		const position = { cursors: ["c1"], offset: 8, search: "shop" };
		const { choices } = keyboardOf(1, cardView(t, { kind: "not_yours", domain: "gone.com" }, { list: position }));
		expect(JSON.parse(choices[1] ?? "")).toEqual({ to: "domains", params: position });
	});

	it("of a name outside the account leads to its offer and back", () => {
		const from = { to: "offer", params: { name: "gone.com" } };
		const view = cardView(t, { kind: "not_yours", domain: "gone.com" }, { from });
		const [search, back] = keyboardOf(1, view).choices.map((choice): unknown => JSON.parse(choice));
		expect(back).toEqual(from);
		expect(search).toMatchObject({ to: "offer", params: { from: { to: "domain", params: { domain: "gone.com" } } } });
	});

	it.each(texts.locales)("has texts in %s and stays within Telegram's limits for any response", (locale) => {
		const long = "<&>".repeat(3_000);
		const many = Array.from({ length: 300 }, () => long.slice(0, 250));
		const domain = facts({
			domain: `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.com`,
			status: long,
			nameservers: many,
			dnsMode: long,
			edgeProfileKey: long,
			clientRef: long,
			externalRef: long,
			others: many.map((value) => ({ name: value, value })),
		});
		const words = texts(locale);
		const card = cardView(words, { kind: "domain", domain, blockedSince: new Date(0) }, { list: start });
		const list = listView(
			words,
			{ domains: [domain, domain], total: 2, nextCursor: long },
			{ ...start, search: "<".repeat(100) },
		);
		const none = cardView(words, { kind: "not_yours", domain: domain.domain }, { list: start });
		expect([card, list, none].flatMap(refusals)).toEqual([]);
	});
});
