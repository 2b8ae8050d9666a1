import { parseDomain } from "@domains/contract/names.ts";
import { describe, expect, it } from "vitest";
import type { NameResult, Offer } from "../../../../src/actions/index.ts";
import * as search from "../../../../src/bot/features/search/index.ts";
import { screenForText } from "../../../../src/bot/input/screen-for-text.ts";
import { routeRef } from "../../../../src/bot/screens/route.ts";
import { routes } from "../../../../src/bot/screens.ts";
import { recognise } from "../../../../src/rules/recognise.ts";
import { texts } from "../../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../../support/views.ts";

const t = texts("en");
const invalidView = onScreen(search.invalidView);
const offerView = onScreen(search.offerView);
const shortlistView = onScreen(search.shortlistView);
const offer = (over: Partial<Offer> = {}): Offer => ({
	domain: "example.com",
	available: true,
	registerCents: 1_200,
	renewCents: 1_400,
	premium: false,
	...over,
});
const result = (over: Partial<Offer> = {}, sandbox = false): Extract<NameResult, { kind: "offer" }> => ({
	kind: "offer",
	offer: offer(over),
	yours: null,
	order: null,
	similar: [],
	sandbox,
});

describe("an offer", () => {
	it("shows the price of the first year and of later years", () => {
		const view = offerView(t, result());
		expect(visible(view)).toBe("✅ example.com is available\n\nFirst year: $12.00\nRenews at $14.00/yr");
		expect(labels(view)).toEqual([
			["Register"],
			["Other extensions", "↻ Refresh"],
			["🔔 Watch the price"],
			["💲 Price list"],
			["🏠 Home"],
		]);
	});

	it("offers the typed words as one name", () => {
		const found = screenForText("example north.com", recognise("example north.com"));
		expect(found?.params).toEqual({ name: "north.com", joined: "examplenorth.com" });
		const from = routeRef(routes.offer, { name: "north.com" });
		const view = search.withJoinedName(t, offerView(t, result()), "examplenorth.com", from);
		expect(visible(view)).toContain("Your words as one name: examplenorth.com");
		expect(labels(view).slice(0, 2)).toEqual([["Register"], ["🔎 examplenorth.com"]]);
	});

	it("says why it is for a different name than the typed one", () => {
		for (const available of [true, false]) {
			const text = visible(offerView(t, { ...result({ available }), inside: "sub.example.com" }));
			expect(text).toContain("sub.example.com is a subdomain. Only example.com");
		}
	});

	it("shows a name in Unicode, followed by its punycode", () => {
		expect(offerView(t, result({ domain: "xn--e1afmkfd.xn--p1ai" })).text.toString()).toContain(
			"<b>пример.рф</b> (<code>xn--e1afmkfd.xn--p1ai</code>)",
		);
	});

	it("warns about a look-alike name", () => {
		const name = parseDomain("аррӏе.com");
		const view = offerView(t, result({ domain: name.ok ? name.ascii : "" }));
		expect(visible(view)).toContain("this name (Cyrillic) reads like a Latin one: apple.com");
		expect(labels(view).flat()).toContain("🔎 Search apple.com");
		expect(
			labels(offerView(t, result({})))
				.flat()
				.join(),
		).not.toContain("🔎 Search");
	});

	it("marks a premium name and play money", () => {
		const text = visible(offerView(t, result({ premium: true }, true)));
		expect(text).toContain("💎 Premium name");
		expect(text).toContain("🧪 Sandbox");
	});

	it("never invents a price", () => {
		expect(visible(offerView(t, result({ registerCents: null, renewCents: null })))).toContain("price unknown");
	});

	it("of a taken name cannot be bought", () => {
		const view = offerView(t, result({ available: false }));
		expect(visible(view)).toBe("❌ example.com is taken.");
		expect(labels(view).flat()).not.toContain("Register");
	});

	it("of a taken name leads to similar available ones, which lead back", () => {
		const similar = [offer({ domain: "example.net" }), offer({ domain: "getexample.com", premium: true })];
		const from = { to: "offer", params: { name: "example.com" } };
		const view = offerView(t, { ...result({ available: false }), similar }, from);
		expect(visible(view)).toBe("❌ example.com is taken.\n\nSimilar names that are available (💎 premium):");
		expect(labels(view)).toEqual([
			["example.net $12.00, then $14.00/yr"],
			["getexample.com $12.00, then $14.00/yr 💎"],
			["🔔 Watch this name"],
			["Other extensions"],
			["🏠 Home"],
		]);
		const [[button] = []] = view.buttons ?? [];
		expect(button?.kind === "tap" && JSON.parse(button.value ?? "")).toEqual({
			to: "offer",
			params: { name: "example.net", from },
		});
	});

	it("of an unsold TLD says so in our words only", () => {
		const view = offerView(t, { kind: "not_sold", domain: "example.zz", message: "No <zz>" });
		expect(visible(view)).toBe("example.zz: this extension isn’t sold here.");
	});
});

describe("a shortlist", () => {
	const offers = Array.from({ length: 20 }, (_, index) =>
		offer({ domain: `example.z${index}`, available: index % 2 === 0, premium: index === 2 }),
	);
	const list = { base: "example", offers, yours: ["example.z1"], sandbox: false };

	it("has a button with both prices for each available name, eight on a page", () => {
		const first = labels(shortlistView(t, list, { base: "example", page: 1 }));
		expect(first.slice(0, 3)).toEqual([
			["example.z0 $12.00, then $14.00/yr"],
			["🌐 example.z1 · yours"],
			["example.z2 $12.00, then $14.00/yr 💎"],
		]);
		expect(first.slice(8)).toEqual([["Next ›"], ["💲 Price list"], ["🏠 Home"]]);
		const last = labels(shortlistView(t, list, { base: "example", page: 2 }));
		expect(last.slice(3)).toEqual([["‹ Previous"], ["💲 Price list"], ["🏠 Home"]]);
	});

	it("names the taken ones in one line", () => {
		expect(visible(shortlistView(t, list, { base: "example", page: 1 }))).toBe(
			[
				"example: 10 of 20 extensions available",
				"",
				"Taken: example.z3, example.z5, example.z7, example.z9, example.z11, example.z13, example.z15, example.z17 and 1 more",
				"💎 Premium price",
				"Page 1 of 2 · 1–8 of 11",
			].join("\n"),
		);
		const few = offers.slice(0, 4);
		expect(visible(shortlistView(t, { ...list, offers: few, yours: [] }, { base: "example", page: 1 }))).toContain(
			"Taken: example.z1, example.z3\n",
		);
		expect(visible(shortlistView(t, list, { base: "example", page: 2 }))).not.toContain("💎");
	});

	it("leads to an offer that leads back to the same page", () => {
		const [[button] = []] = shortlistView(t, list, { base: "example", page: 2 }).buttons ?? [];
		expect(button?.kind === "tap" && JSON.parse(button.value ?? "")).toEqual({
			to: "offer",
			params: { name: "example.z14", from: { to: "shortlist", params: { base: "example", page: 2 } } },
		});
	});

	it("shows only the extensions of a long name, so that a phone shows both prices", () => {
		const domain = "a-very-long-name.photography";
		const [[label] = []] = labels(
			shortlistView(t, { ...list, offers: [offer({ domain })] }, { base: "example", page: 1 }),
		);
		expect(label).toBe(".photography $12.00, then $14.00/yr");
	});

	it.each(texts.locales)("fits a phone with both prices on each row, in %s", (locale) => {
		const named = [".com", ".io"].map((tld) => offer({ domain: `harbour-light${tld}`, registerCents: 3_999 }));
		const view = shortlistView(texts(locale), { ...list, offers: named }, { base: "harbour-light", page: 1 });
		for (const [label = ""] of labels(view).slice(0, 2)) expect([...label].length, label).toBeLessThanOrEqual(36);
	});

	it("can be limited to the cheaper half and to fair renewals, which the buttons remember", () => {
		const prices = [299, 899, 1_199, 2_499, 4_999];
		const priced = prices.map((registerCents, at) =>
			offer({ domain: `example.z${at}`, registerCents, renewCents: at === 1 ? 2_698 : at === 0 ? 897 : registerCents }),
		);
		const all = { ...list, offers: priced };
		const rows = (params: { under?: number; fair?: true }) =>
			shortlistView(t, all, { base: "example", page: 1, ...params });
		const filters = ["Under $15.00", "No renewal traps"];
		expect(labels(rows({})).slice(5)).toEqual([filters, ["💲 Price list"], ["🏠 Home"]]);
		expect(labels(rows({ under: 1_500 }))).toEqual([
			["example.z0 $2.99, then $8.97/yr"],
			["example.z1 $8.99, then $26.98/yr"],
			["example.z2 $11.99, then $11.99/yr"],
			["• Under $15.00 •", "No renewal traps"],
			["💲 Price list"],
			["🏠 Home"],
		]);
		expect(labels(rows({ under: 1_500, fair: true })).slice(0, 3)).toEqual([
			["example.z0 $2.99, then $8.97/yr"],
			["example.z2 $11.99, then $11.99/yr"],
			["• Under $15.00 •", "• No renewal traps •"],
		]);
		const [[first] = [], , , , [under, fair] = []] = rows({ under: 1_500, fair: true }).buttons ?? [];
		const params = [first, under, fair].map((each) => each?.kind === "tap" && JSON.parse(each.value ?? "").params);
		expect(params).toEqual([
			{
				name: "example.z0",
				from: { to: "shortlist", params: { base: "example", page: 1, under: 1_500, fair: true } },
			},
			{ base: "example", fair: true },
			{ base: "example", under: 1_500 },
		]);
	});

	it("without an available name leads to similar names", () => {
		const gone = [
			offer({ domain: "example.com", available: false }),
			offer({ domain: "example.net", available: false }),
		];
		const view = shortlistView(t, { ...list, offers: gone }, { base: "example", page: 1 });
		expect(labels(view)).toEqual([["Similar names"], ["💲 Price list"], ["🏠 Home"]]);
	});

	it("offers to drop filters that leave nothing", () => {
		const view = shortlistView(t, list, { base: "example", page: 1, under: 500 });
		expect(visible(view)).toContain("No extension matches the filters. Clear them to see all.");
		expect(labels(view)).toEqual([["• Under $5.00 •"], ["Clear filters"], ["💲 Price list"], ["🏠 Home"]]);
	});

	it("has no filter that would change nothing", () => {
		const same = { ...list, offers: offers.slice(0, 1) };
		expect(labels(shortlistView(t, same, { base: "example", page: 1 }))).toHaveLength(3);
	});

	it("shows its last page if it became shorter than the requested page", () => {
		expect(
			labels(shortlistView(t, { ...list, offers: offers.slice(0, 3) }, { base: "example", page: 9 })),
		).toHaveLength(5);
	});

	it("says so if it is empty", () => {
		expect(
			visible(
				shortlistView(t, { base: "example", offers: [], yours: [], sandbox: false }, { base: "example", page: 1 }),
			),
		).toContain("No extensions are available for");
	});
});

describe("a typed text", () => {
	it.each([
		["EXAMPLE.com.", routes.offer, { name: "example.com" }],
		["http://example.com/path?x", routes.offer, { name: "example.com" }],
		["пример.рф", routes.offer, { name: "xn--e1afmkfd.xn--p1ai" }],
		["example", routes.shortlist, { base: "example", page: 1 }],
		["blue sky", routes.shortlist, { base: "bluesky", page: 1 }],
		["a..b", routes.invalid, { problem: "empty_label" }],
		[`${"a".repeat(64)}.com`, routes.invalid, { problem: "label_too_long" }],
		["🔥.com", routes.invalid, { problem: "symbol" }],
		["exa\u202emple.com", routes.invalid, { problem: "direction_mark" }],
		["<b>", routes.invalid, { problem: "character" }],
	])("leads to the right screen: %s", (text, route, params) => {
		expect(screenForText(text, recognise(text))).toMatchObject({ route: { name: route.name }, params });
	});

	it.each(["", "\u200b", "What would you say if I asked you for one more name today"])(
		"may not be a name: %s",
		(text) => {
			expect(screenForText(text, recognise(text))).toBeNull();
		},
	);

	it("that is a mail address leads to its domain only by a tap", () => {
		expect(screenForText("anna@mail.com", recognise("anna@mail.com"))).toMatchObject({ route: { name: "invalid" } });
		const view = invalidView(t, { text: "anna@mail.com", problem: "mail_address", part: "mail.com" });
		expect(visible(view)).toBe("anna@mail.com isn’t a domain.\nThat’s an email address. Its domain is mail.com.");
		expect(labels(view)).toEqual([["🔎 Search mail.com"], ["🏠 Home"]]);
		const masked = invalidView(t, { text: "", problem: "mail_address", part: "…" });
		expect(labels(masked)).toEqual([["🏠 Home"]]);
	});

	it("that is a name with a space in it leads to the name without the space", () => {
		const view = invalidView(t, { text: "north wind.com", problem: "spaces", part: "northwind.com" });
		expect(visible(view)).toBe("north wind.com isn’t a domain.\nNames have no spaces. Try northwind.com.");
		expect(labels(view)[0]).toEqual(["🔎 Search northwind.com"]);
	});

	it.each(texts.locales)("that is not a name gets the reason in %s, escaped", (locale) => {
		const problems = [
			"empty",
			"empty_label",
			"label_too_long",
			"name_too_long",
			"character",
			"spaces",
			"no_name",
			"symbol",
			"hyphen",
			"reserved_hyphens",
			"direction_mark",
			"direction",
			"joiner",
			"punycode",
			"no_ending",
			"address",
			"mail_address",
			"refused",
		];
		for (const problem of problems) {
			const view = invalidView(texts(locale), { text: "<b>".repeat(2_000), problem, part: "<i>".repeat(2_000) });
			expect(refusals(view), problem).toEqual([]);
			expect(view.text.toString()).not.toMatch(/<i>/);
		}
	});
});
