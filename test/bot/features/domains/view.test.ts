import { describe, expect, it } from "vitest";
import type { DomainFacts } from "../../../../src/actions/index.ts";
import { cardView as cardContent, cardOrigin } from "../../../../src/bot/features/domains/card.ts";
import {
	domainsView as domainsContent,
	filterView as filterContent,
	type ListPage,
	moreView as moreContent,
} from "../../../../src/bot/features/domains/view.ts";
import { routeRef } from "../../../../src/bot/screens/route.ts";
import { keyboardOf } from "../../../../src/bot/screens/view.ts";
import { routes } from "../../../../src/bot/screens.ts";
import { texts } from "../../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../../support/views.ts";

const domainsView = onScreen(domainsContent);
const moreView = onScreen(moreContent, routeRef(routes.domains, {}));
const filterView = onScreen(filterContent);
const cardView: typeof cardContent = (t, card, place, now) =>
	onScreen(cardContent, cardOrigin(place))(t, card, place, now);

const t = texts("en", "Europe/Moscow");
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
	hasOddPrice: false,
	others: [],
	...over,
});
const page = (count: number, over: Partial<ListPage> = {}): ListPage => ({
	domains: Array.from({ length: count }, (_, index) => facts({ domain: `name${index}.com` })),
	total: count,
	offset: 0,
	complete: true,
	...over,
});

describe("the list of domains", () => {
	it("shows each domain with its expiry, in the person's time zone, on its button", () => {
		expect(labels(domainsView(t, page(2), {}))).toEqual([
			["name0.com · Feb 1, 2028"],
			["name1.com · Feb 1, 2028"],
			["🔎 Filter", "Select", "⋯ More"],
			["🏠 Home"],
		]);
	});

	it("names the domain whose renewal it prices, if only one is selected", () => {
		const one = { names: 1, cents: 1_400, unpriced: 0, hidden: 0 };
		const told = (selected: { all: boolean; names: string[] }, cost = one) =>
			visible(domainsView(t, page(2, { cost }), { selected }));
		expect(told({ all: false, names: ["other.com"] })).toContain("Renewing other.com for a year: $14.00");
		expect(told({ all: true, names: ["name0.com"] })).toContain("Renewing name1.com for a year: $14.00");
		const both = { names: 2, cents: 2_800, unpriced: 0, hidden: 0 };
		expect(told({ all: true, names: [] }, both)).toContain("Renewing the selected domains for a year: $28.00");
	});

	it("marks blocked and expired domains", () => {
		const domains = [facts({ status: "blocked" }), facts({ status: "expired", expiresAt: null })];
		const list = domainsView(t, { domains, total: 2, offset: 0, complete: true }, {});
		expect(labels(list).slice(0, 2)).toEqual([["⛔ example.com · Feb 1, 2028"], ["⌛ example.com"]]);
	});

	it("says which domains of how many are shown, and leads to the other pages", () => {
		const second = domainsView(t, page(20, { total: 300, offset: 20 }), { page: 2 });
		expect(visible(second)).toContain("Page 2 of 15 · 21–40 of 300");
		expect(visible(second)).toContain("Send a page number or a name.");
		expect(labels(second)[20]).toEqual(["‹ Previous", "Next ›"]);
		expect(visible(domainsView(t, page(20), {}))).not.toMatch(/–|Send a page/);
	});

	it("says that it is filtered, and that a large account is still loading", () => {
		const filtered = visible(domainsView(t, page(2, { complete: false }), { filter: "60" }));
		expect(filtered).toContain("Filter: ⏰ Within 60 days");
		expect(filtered).toContain("still loading");
		const none = domainsView(t, page(0), { filter: "blocked" });
		expect(visible(none)).toContain("No domain matches this filter: Blocked.");
		expect(labels(none)[0]).toEqual(["All my domains"]);
	});

	it("marks what is selected, one by one or all but some, and offers to renew it", () => {
		const some = domainsView(t, page(3), { selected: { all: false, names: ["name1.com"] } });
		expect(labels(some)).toEqual([
			["▫️ name0.com · Feb 1, 2028"],
			["☑️ name1.com · Feb 1, 2028"],
			["▫️ name2.com · Feb 1, 2028"],
			["Select all 3"],
			["⋯ More"],
			["‹ Back", "🏠 Home"],
			["🔄 Renew 1"],
		]);
		expect(visible(some)).toContain("Selected: 1 of 3");
		const most = domainsView(t, page(3, { total: 300 }), { selected: { all: true, names: ["name1.com"] } });
		expect(labels(most).at(-1)).toEqual(["🔄 Renew 299"]);
		const none = domainsView(t, page(3), { selected: { all: false, names: [] } });
		expect(labels(none).flat().join()).not.toMatch(/Renew|More/);
		expect(labels(none)).toContainEqual(["🔎 Filter"]);
	});

	it("has the number and the cost of what is selected on its last row, if every price is known", () => {
		const last = (unpriced: number) => {
			const cost = { names: 2, cents: 2_800, unpriced, hidden: 0 };
			return labels(
				domainsView(t, page(20, { total: 60, cost }), { selected: { all: false, names: ["a.com", "b.com"] } }),
			);
		};
		expect(last(0).at(-1)).toEqual(["🔄 Renew 2 · $28.00"]);
		expect(last(1).at(-1)).toEqual(["🔄 Renew 2"]);
	});

	it("marks with a sign only what is selected, never what a button does", () => {
		for (const locale of texts.locales) {
			const list = domainsView(texts(locale), page(20, { total: 60 }), {
				selected: { all: true, names: ["name1.com"] },
			});
			expect(labels(list).slice(20).flat().join()).not.toMatch(/[☑▫✅]/u);
		}
	});

	it("has its other tools on a page: orders, the file, and what can be done with selected domains", () => {
		expect(labels(moreView(t, { sort: "name" }, 0))).toEqual([
			["↕️ By expiry", "• ↕️ By name •"],
			["↕️ Newest first"],
			["⏰ Expiring soon"],
			["⬇️ CSV"],
			["‹ Back", "🏠 Home"],
		]);
		const chosen = moreView(t, { selected: { all: false, names: ["a.com"] } }, 1);
		expect(visible(chosen)).toContain("1 domain is selected.");
		expect(labels(chosen).slice(0, 4)).toEqual([
			["🏷 Tags and notes", "🧭 DNS"],
			["🖥 Nameservers", "🛡 Edge"],
			["🔁 Auto-renew", "⬇️ CSV"],
			["🔎 Filter"],
		]);
	});

	it("leads to each filter, and marks the current one", () => {
		const facets = {
			tags: [{ value: "sale", count: 2 }],
			extensions: [
				{ value: ".com", count: 12 },
				{ value: ".xn--p1ai", count: 3 },
			],
			labels: [{ value: "a label that is far too long for a button", count: 1 }],
		};
		const filtersOf = labels(filterView(t, facets, { filter: "60", search: "#sale" })).flat();
		expect(filtersOf).toContain("• ⏰ Within 60 days •");
		expect(filtersOf).toContain("⏰ Within 30 days");
		expect(filtersOf).toEqual(expect.arrayContaining(["• #sale · 2 •", ".com · 12", ".рф · 3"]));
	});

	it("says what to do if it is empty and if a search finds nothing", () => {
		expect(labels(domainsView(t, page(0), {}))[0]).toEqual(["🔎 my-cafe.com", "🔎 coffee"]);
		const none = domainsView(t, page(0), { search: "<shop>" });
		expect(visible(none)).toContain("“<shop>”");
		expect(labels(none)[0]).toEqual(["All my domains"]);
	});

	it("names the label of a search in words", () => {
		const none = (search: string) => visible(domainsView(t, page(0), { search }));
		expect(none("label:=client one")).toBe("No domain has the label “=client one”.");
		expect(none("label:shop + .com")).toContain("“🔖 shop + .com”");
		const found = visible(domainsView(t, page(3), { search: "label:shop" }));
		expect(found).toContain("My domains with the label “shop”: 3");
	});
});

describe("the card of a domain", () => {
	const now = new Date("2027-06-01T00:00:00Z");
	const card = (domain: DomainFacts) => cardView(t, { kind: "domain", domain, blockedSince: null }, {}, now);

	it.each([
		["long before its expiry", "2028-02-01T00:00:00Z", undefined],
		["90 days before its expiry", "2027-08-29T00:00:00Z", "primary"],
		["after its expiry", "2027-05-01T00:00:00Z", "primary"],
	])("has six buttons, and the renewal is the next step only near the expiry: %s", (_when, expiresAt, style) => {
		const buttons = card(facts({ expiresAt: new Date(expiresAt) })).buttons?.flat() ?? [];
		expect(buttons).toHaveLength(6);
		expect(buttons[0]).toMatchObject({ text: "📅 Renewal" });
		expect(buttons[0]?.kind === "tap" && buttons[0].style).toBe(style);
	});

	it("shows a label that became a tag only as the tag", () => {
		const card = { kind: "domain" as const, domain: facts({ clientRef: "Plum Shop" }), blockedSince: null };
		const text = visible(cardView(t, { ...card, notes: { tags: ["plum shop"], note: null } }, { list: {} }, now));
		expect(text).toContain("#plum shop");
		expect(text).not.toContain("Plum Shop");
		expect(visible(cardView(t, card, { list: {} }, now))).toContain("Plum Shop");
	});

	it("shows every field that the service sent", () => {
		const domain = facts({ clientRef: "shop", externalRef: "#4K7Q", others: [{ name: "locked", value: "yes" }] });
		const text = visible(cardView(t, { kind: "domain", domain, blockedSince: null }, { list: {} }, now));
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
				cardView(t, { kind: "domain", domain: facts({ status: "parked" }), blockedSince: null }, { list: {} }, now),
			),
		).toContain("Status: parked");
	});

	it("of a blocked domain says since when it is blocked and what still works", () => {
		const blocked = {
			kind: "domain" as const,
			domain: facts({ status: "blocked" }),
			blockedSince: new Date("2027-03-01T11:00:00Z"),
		};
		const text = visible(cardView(t, blocked, { list: {} }, now));
		expect(text).toContain("blocked since Mar 1, 2027, 14:00");
		expect(text).toContain("Renewal still works");
		expect(text).not.toContain("We’ll alert you when it’s unblocked");
		const heard = visible(cardView(t, { ...blocked, reportsEnd: true }, { list: {} }, now));
		expect(heard).toContain("Contact the registrar. We’ll alert you when it’s unblocked.");
	});

	it("leads back to the page that it was opened from", () => {
		const position = { cursors: ["c1"], offset: 8, search: "shop" };
		const { choices } = keyboardOf(1, cardView(t, { kind: "not_yours", domain: "gone.com" }, { list: position }, now));
		expect(JSON.parse(choices[1] ?? "")).toEqual({ to: "domains", params: position });
	});

	it("of a name outside the account leads to its offer and back", () => {
		const from = { to: "offer", params: { name: "gone.com" } };
		const view = cardView(t, { kind: "not_yours", domain: "gone.com" }, { from }, now);
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
		const card = cardView(words, { kind: "domain", domain, blockedSince: new Date(0) }, { list: {} }, now);
		const list = domainsView(
			words,
			{ domains: [domain, domain], total: 2, offset: 0, complete: false },
			{ search: "<".repeat(100) },
		);
		const none = cardView(words, { kind: "not_yours", domain: domain.domain }, { list: {} }, now);
		expect([card, list, none].flatMap(refusals)).toEqual([]);
	});
});
