import { describe, expect, it } from "vitest";
import type { Operation, OperationItem } from "../../../../src/actions/index.ts";
import { fileView } from "../../../../src/bot/features/operation/file.ts";
import { movedView } from "../../../../src/bot/features/operation/list.ts";
import * as views from "../../../../src/bot/features/operation/view.ts";
import { keyboardOf } from "../../../../src/bot/screens/view.ts";
import { anItem, anOperation, aQuote, noon } from "../../../support/operations.ts";
import { plain, texts } from "../../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../../support/views.ts";

const t = texts("en");
const operationView = onScreen(views.operationView);
const view = (operation: Operation, more: { topUpUrl?: string; now?: Date; page?: number } = {}) =>
	operationView(t, { operation, now: noon, topUpUrl: null, notice: null, ...more });

it("names the planned changes that others already made", () => {
	const record = (hostname: string, ttl: number | null = null) => {
		return { type: "A", hostname, value: "203.0.113.9", ttl, priority: null };
	};
	const diff = { removed: [], changed: [], added: [record("blog")], kept: 2 };
	const dropped = { removed: [record("www")], changed: [], added: [record("shop", 300)], kept: 0 };
	const change = { kind: "dns" as const, diff, dropped, lostFields: [], risks: [] };
	const items = ["a.com", "b.com"].map((domain) => anItem({ domain, change }));
	const expected =
		"Others already made these changes, so they aren’t in this preview:\n➖ www A 203.0.113.9\n➕ shop A";
	expect(visible(view(anOperation({ kind: "dns", change, items: items.slice(0, 1) })))).toContain(expected);
	expect(visible(view(anOperation({ kind: "dns", change, items }))).split(expected)).toHaveLength(3);
});

it("says how long a list takes, and how much of it the registrar takes in a day", () => {
	const names = ["a.com", "b.com", "c.com"].map((domain, id) => anItem({ id, domain }));
	const quoted = (pace?: { seconds: number; perDay: number | null }) =>
		visible(view(anOperation({ state: "quoted", items: names, quote: aQuote(pace && { pace }) })));
	expect(quoted()).not.toContain("one order every");
	expect(quoted({ seconds: 30, perDay: null })).toContain("one order every 30 s: about 2 min for this list");
	expect(quoted({ seconds: 30, perDay: 3 })).not.toContain("in 24 hours");
	const most = quoted({ seconds: 30, perDay: 2 });
	expect(most).toContain("about 1 min");
	expect(most).toContain("It takes 2 in 24 hours by API and refuses the rest.");
});

it("warns of an SPF record with too many lookups, for one domain and for several", () => {
	const diff = { removed: [], changed: [], added: [], kept: 2 };
	const change = { kind: "dns" as const, diff, lostFields: [], spfLookups: 12, risks: [] };
	const items = ["a.com", "b.com"].map((domain) => anItem({ domain, change }));
	const expected = "The SPF record would need 12 DNS lookups. Only 10 are allowed";
	expect(visible(view(anOperation({ kind: "dns", change, items: items.slice(0, 1) })))).toContain(expected);
	expect(visible(view(anOperation({ kind: "dns", change, items }))).split(expected)).toHaveLength(3);
});

it("says what was assumed about typed records, for one domain and for several", () => {
	const record = { type: "CNAME", hostname: "www", value: "shop.example.net", ttl: 60, priority: null };
	const fitted = [{ before: { ...record, ttl: 5 }, after: record }];
	const assumed = [{ record, doubt: "relative" as const }];
	const leftOut = [{ record: { ...record, type: "A", value: "203.0.113.9" }, problem: "alias_beside" as const }];
	const changeOf = (kept: number, added = [record]) => ({
		kind: "dns" as const,
		diff: { removed: [], changed: [], added, kept },
		fitted,
		assumed,
		leftOut,
		unrestored: ["proxied"],
		lostFields: [],
		risks: [],
	});
	const alike = ["a.com", "b.com"].map((domain, kept) => anItem({ domain, change: changeOf(kept) }));
	const unlike = [...alike, anItem({ domain: "c.com", change: changeOf(1, [record, { ...record, hostname: "m" }]) })];
	const notes = [
		"TTL of 1 record changed, because it must be from 60 to 2147483647 s:\n",
		"TTL 5 s → 60 s",
		t("dns-import-doubt-relative"),
		"1 record isn’t imported:\nwww A 203.0.113.9",
		"stay as they are now: proxied",
	];
	const of = (items: typeof alike) => visible(view(anOperation({ kind: "dns", change: changeOf(0), items })));
	for (const note of notes) {
		expect(of(alike.slice(0, 1))).toContain(note);
		expect(of(alike).split(note)).toHaveLength(2);
		expect(of(unlike).split(note)).toHaveLength(4);
	}
	const done = alike.map((item) => ({ ...item, phase: "succeeded" as const, state: "succeeded" as const }));
	const receipt = visible(view(anOperation({ kind: "dns", state: "succeeded", change: changeOf(0), items: done })));
	expect(receipt).toContain("www CNAME shop.example.net");
	for (const note of notes.slice(0, 4)) expect(receipt).not.toContain(note);
});

it("says on the preview and on the receipt that the first records of a zone cannot be undone", () => {
	const record = { type: "A", hostname: "www", value: "203.0.113.9", ttl: null, priority: null };
	const of = (kept: number, state: "quoted" | "succeeded", count = 1) => {
		const change = {
			kind: "dns" as const,
			diff: { removed: [], changed: [], added: [record], kept },
			lostFields: [],
			risks: [],
		};
		const phase = state === "quoted" ? ("open" as const) : state;
		const items = ["a.com", "b.com"].slice(0, count).map((domain) => anItem({ domain, change, phase, state }));
		return visible(view(anOperation({ kind: "dns", state, change, items })));
	};
	const expected = t("operation-first-records").replace("▫️ ", "");
	expect(of(0, "succeeded")).toContain(expected);
	expect(of(0, "succeeded", 2).split(expected)).toHaveLength(2);
	expect(of(1, "succeeded")).not.toContain(expected);
	expect(of(0, "quoted")).toContain(expected);
	expect(of(1, "quoted")).not.toContain(expected);
});

it("counts what is done of a list, with the sum, and never less than before", () => {
	const list = (outcomes: readonly OperationItem["phase"][], kind: Operation["kind"] = "register") => {
		const items = outcomes.map((phase, index) =>
			anItem({
				domain: `a${index}.com`,
				phase,
				state: phase === "open" ? "sent" : phase,
				chargedCents: phase === "succeeded" ? 1_100 : null,
			}),
		);
		return visible(view(anOperation({ kind, state: "sent", items })));
	};
	expect(list(["open", "open", "open"])).toContain("Order sent: 3 domains");
	expect(list(["succeeded", "open", "open"])).toContain("⏳ 1 of 3 registered · $11.00\n");
	expect(list(["succeeded", "failed", "succeeded", "open"])).toContain("⏳ 2 of 4 registered · $22.00 · ❌ 1\n");
	expect(list(["succeeded", "open"], "renew")).toContain("⏳ 1 of 2 renewed · $11.00\n");
	expect(list(["succeeded", "open"])).not.toContain("Order sent");
});

describe("a quote", () => {
	it("shows the price, the next renewal, and the balance before and after", () => {
		const text = visible(view(anOperation()));
		expect(text).toContain("Register example.com?");
		expect(text).toContain("Price for 1 year: $12.00");
		expect(text).toContain("Renews at $14.00/yr");
		expect(text).toContain("Balance now: $500.00");
		expect(text).toContain("Balance after: $488.00");
		expect(text).toContain("Confirm by 12:05");
		expect(text).toContain("#4K7Q");
	});

	it("of a renewal shows until when the domain is paid now and afterwards", () => {
		const items = [anItem({ years: 2, paidUntil: new Date("2027-02-28T12:00:00Z") })];
		expect(visible(view(anOperation({ kind: "renew", items })))).toContain("Paid until Feb 28, 2027 → Feb 28, 2029");
	});

	it.each(["register", "renew"] as const)(
		"to %s one name warns of look-alike letters and of a premium name",
		(kind) => {
			const items = [anItem({ domain: "xn--le-6kc8da.com", premium: true })];
			for (const quote of [aQuote(), aQuote({ previousCents: 900 })]) {
				const asked = anOperation({ kind, items, quote });
				for (const finalQuoteNumber of [undefined, quote.number]) {
					const text = visible(
						operationView(t, { operation: asked, now: noon, topUpUrl: null, finalQuoteNumber, warnings: ["sum"] }),
					);
					expect(text).toContain("⚠️ Look-alike letters: this name mixes alphabets");
					expect(text).toContain("💎 Premium name");
				}
			}
			const usual = visible(view(anOperation({ kind })));
			expect(usual).not.toMatch(/Look-alike|💎/);
		},
	);

	it.each([
		[8, false],
		[9, true],
	])("of %i names is folded: %s, so that its title and total stay on a phone's screen", (count, folded) => {
		const items = Array.from({ length: count }, (_, id) => anItem({ id, domain: `fold-${id}.com` }));
		const { text } = view(anOperation({ state: "quoted", items }));
		expect(text.toString().includes("<blockquote expandable>• <")).toBe(folded);
	});

	it.each([9, 30])(
		"of %i names begins with the premium names and the dearest, then keeps the order of the list",
		(count) => {
			const items = Array.from({ length: count }, (_, id) => anItem({ id, domain: `list-${id}.com` }));
			Object.assign(items.at(-1) ?? {}, { domain: "dear.com", priceCents: 90_000 });
			Object.assign(items.at(-2) ?? {}, { domain: "premium.com", premium: true });
			Object.assign(items.at(4) ?? {}, { domain: "dearer.com", priceCents: 91_000 });
			const text = visible(view(anOperation({ state: "quoted", items })));
			const names = [...text.matchAll(/^• (\S+\.com)/gm)].map(([, name]) => name);
			expect(names.slice(0, 6)).toEqual([
				"premium.com",
				"dearer.com",
				"dear.com",
				"list-0.com",
				"list-1.com",
				"list-2.com",
			]);
			// A receipt keeps the order of the list.
			const bought = items.map((item) => ({ ...item, phase: "succeeded" as const, state: "succeeded" as const }));
			expect(visible(view(anOperation({ state: "succeeded", items: bought })))).toMatch(
				/✅ list-0\.com.*\n✅ list-1\.com/,
			);
		},
	);

	it("of several pages shows the page below the folded names", () => {
		const items = Array.from({ length: 21 }, (_, id) => anItem({ id, domain: `fold-${id}.com` }));
		expect(String(view(anOperation({ state: "quoted", items })).text)).toContain("</blockquote>\nPage 1 of 2");
	});

	it("names up to three names with look-alike letters, and counts the others", () => {
		const items = [..."abcd"].map((letter, id) => {
			return anItem({ id, domain: new URL(`https://аррle-${letter}.com`).hostname });
		});
		const text = visible(view(anOperation({ items })));
		expect(text).toMatch(
			/⚠️ Look-alike letters: аррle-a\.com \(.*, аррle-b\.com \(.*, аррle-c\.com \(\S+\) … and 1 more\n/,
		);
	});

	it.each(["register", "renew"] as const)("to %s several names warns in the row of each and counts them", (kind) => {
		const items = [
			anItem({ domain: "xn--le-6kc8da.com" }),
			anItem({ id: 2, domain: "other.io", premium: true }),
			...Array.from({ length: 30 }, (_, index) => anItem({ id: index + 3, domain: `usual${index}.com` })),
		];
		const asked = view(anOperation({ kind, items }), { page: 2 });
		expect(visible(asked)).toContain("⚠️ Look-alike letters: аррle.com (xn--le-6kc8da.com)\n💎 1 premium name");
		const first = visible(view(anOperation({ kind, items })));
		expect(first).toContain("• аррle.com (xn--le-6kc8da.com) · $12.00 — ⚠️ mixes look-alike alphabets");
		expect(first).toContain("• other.io · $12.00 💎");
		const paid = items.map((item) => ({ ...item, phase: "succeeded" as const }));
		expect(visible(view(anOperation({ kind, state: "succeeded", items: paid })))).not.toMatch(/look-alike|💎 1/);
	});

	it("of a list shows the number of years and the next total", () => {
		const two = [anItem({ years: 2 }), anItem({ id: 2, domain: "other.com", years: 2, renewCents: 1_000 })];
		const text = visible(view(anOperation({ items: two, quote: aQuote({ totalCents: 5_000 }) })));
		expect(text).toContain("Total, 2 domains × 2 years: $50.00");
		expect(text).toContain("All renew for $24.00/yr");
		const mixed = [anItem({ years: 1 }), anItem({ id: 2, years: 2, renewCents: null })];
		const unlike = visible(view(anOperation({ items: mixed })));
		expect(unlike).toContain("Price: $12.00");
		expect(unlike).not.toContain("Renews at");
	});

	it("names the account's defaults, and links to a profile that the service would refuse", () => {
		const defaults = { edgeProfileKey: "main", nameserverPresetKey: null };
		const fine = view(anOperation({ quote: aQuote({ defaults }) }));
		expect(visible(fine)).toContain("Order defaults:\n🛡 Edge profile: main");
		expect(visible(fine)).not.toContain("Nameserver preset");
		expect(labels(fine).flat()).not.toContain("🛡 Edge profiles");
		const off = view(anOperation({ quote: aQuote({ defaults: { ...defaults, edgeProblem: "off" } }) }));
		expect(visible(off)).toContain("This profile is off, so orders that use it fail");
		expect(labels(off)[1]).toEqual(["🛡 Edge profiles", "Options", "Cancel"]);
		const problem = { code: "validation_error", message: "The edge profile main is disabled." };
		const two = [anItem({ phase: "failed", problem }), anItem({ id: 2, phase: "failed", problem })];
		const quote = aQuote({ defaults: { ...defaults, edgeProblem: "off" } });
		const failed = view(anOperation({ state: "failed", items: two, problem, quote }));
		expect(labels(failed)[0]).toEqual(["🛡 Edge profiles", "↻ Order again"]);
	});

	it.each([
		[900, "The price went up from $9.00 to $12.00 (+$3.00)"],
		[1_500, "The price changed from $15.00 to $12.00"],
		[1_200, "The price was checked again"],
	])("that is asked again after one over %d cents says why", (previousCents, why) => {
		expect(visible(view(anOperation({ quote: aQuote({ previousCents }) })))).toContain(why);
	});

	it("is confirmed by one green button that carries its number", () => {
		const { keyboard } = keyboardOf(9, view(anOperation()));
		expect(keyboard[0]).toEqual([{ text: "✅ Pay $12.00", callback_data: "9.confirm.3", style: "success" }]);
	});

	it("that needs a second confirmation keeps its button green, and a change has a blue and then a red one", () => {
		const risks = ["nameservers"] as const;
		const change = {
			kind: "nameservers",
			before: ["a.net"],
			after: ["b.net"],
			presetKey: null,
			leavesEdge: false,
			risks,
		} as const;
		const styleOf = (operation: Operation, finalQuoteNumber?: number) => {
			const [[button] = []] = keyboardOf(
				9,
				operationView(t, { operation, now: noon, topUpUrl: null, finalQuoteNumber }),
			).keyboard;
			return button && "style" in button ? button.style : undefined;
		};
		const changed = anOperation({ kind: "nameservers", change, items: [anItem({ change })] });
		expect([styleOf(anOperation()), styleOf(anOperation(), 3)]).toEqual(["success", "success"]);
		expect([styleOf(changed), styleOf(changed, 3)]).toEqual(["primary", "danger"]);
	});

	it("cannot be confirmed after it expires", () => {
		const late = view(anOperation(), { now: new Date(noon.getTime() + 5 * 60_000) });
		expect(visible(late)).toContain("expired");
		expect(labels(late)[0]).toEqual(["↻ Refresh price"]);
	});

	it("above the balance shows the shortfall and how to continue", () => {
		const quote = aQuote({ balanceCents: 500, balanceAfterCents: -700, shortByCents: 700 });
		const short = view(anOperation({ quote }), { topUpUrl: "https://pay.example" });
		expect(visible(short)).toContain("You need $7.00 more");
		expect(visible(short)).not.toContain("Balance after");
		expect(labels(short)[0]).toEqual(["➕ Top up", "↻ Refresh price"]);
	});

	it("with a higher price shows the difference and asks again", () => {
		const text = visible(view(anOperation({ quote: aQuote({ totalCents: 1_500, previousCents: 1_200 }) })));
		expect(text).toContain("from $12.00 to $15.00 (+$3.00)");
	});

	it("says if the total is only expected, and if the money is play money", () => {
		const text = visible(view(anOperation({ quote: aQuote({ expected: true }), sandbox: true })));
		expect(text).toContain("Estimated price");
		expect(text).toContain("Sandbox: play money");
	});

	it("does not mention play money if nothing is bought", () => {
		const change = { kind: "edge", before: "one", after: "two", servers: null, risks: [] } as const;
		const text = visible(view(anOperation({ kind: "edge", change, sandbox: true })));
		expect(text).not.toContain("Sandbox");
	});

	it("of another user of the account has only a Home button", () => {
		expect(labels(view(anOperation({ mine: false })))).toEqual([["🏠 Home"]]);
	});
});

describe("a receipt", () => {
	const done = anOperation({
		state: "succeeded",
		items: [anItem({ phase: "succeeded", chargedCents: 1_200, expiresAt: new Date("2028-03-01T12:00:00Z") })],
		balanceBeforeCents: 50_000,
		balanceAfterCents: 48_800,
		settledAt: noon,
	});

	it("agrees with one domain and with several that were changed", () => {
		const items = ["a.com", "b.com"].map((domain, id) => anItem({ id, domain, phase: "succeeded" }));
		const headlines = (kind: "dns" | "edge") =>
			["en", "ru"].flatMap((locale) =>
				[items.slice(0, 1), items].map((some) => {
					const operation = { ...done, kind, items: some };
					const drawn = operationView(texts(locale), { operation, now: noon, topUpUrl: null, notice: null });
					return visible(drawn).split("\n")[0];
				}),
			);
		expect(headlines("edge")).toEqual([
			"✅ a.com is connected to the edge profile.",
			"✅ Connected to the edge profile: 2 domains.",
			"✅ Домен a.com подключён к edge-профилю.",
			"✅ Подключено к edge-профилю: 2 домена.",
		]);
		expect(headlines("dns")).toEqual([
			"✅ DNS records of a.com updated.",
			"✅ DNS records of 2 domains updated.",
			"✅ Записи DNS домена a.com изменены.",
			"✅ Записи DNS изменены: 2 домена.",
		]);
	});

	it("shows what was bought, what it cost and the remaining balance", () => {
		const text = visible(view(done));
		expect(text).toContain("✅ example.com is registered.");
		expect(text).toContain("Charged: $12.00");
		expect(text).toContain("Balance: $500.00 → $488.00");
		expect(text).toContain("Paid until Mar 1, 2028");
		expect(text).toContain("#4K7Q");
	});

	it.each(["register", "renew"] as const)("to %s keeps the premium mark that the quote had", (kind) => {
		const premium = { ...anItem({ phase: "succeeded", premium: true }), chargedCents: 90_000, priceCents: 90_000 };
		const plainItem = anItem({ id: 2, domain: "plain.com", phase: "succeeded", chargedCents: 1_200 });
		expect(visible(view({ ...done, kind, items: [premium] }))).toContain("💎 Premium name");
		expect(visible(view({ ...done, kind }))).not.toContain("💎");
		const several = visible(view({ ...done, kind, items: [premium, plainItem] }));
		expect(several).toContain("✅ example.com · $900.00 💎");
		expect(several).toMatch(/✅ plain\.com · \$12\.00(?! 💎)/);
		const untold = visible(view({ ...done, kind, items: [{ ...premium, chargedCents: null }, plainItem] }));
		expect(untold).toContain("✅ example.com · expected $900.00 💎");
		const dearer = visible(view({ ...done, kind, items: [{ ...premium, chargedCents: 95_000 }, plainItem] }));
		expect(dearer).toContain("✅ example.com · $950.00 💎 (expected $900.00)");
	});

	it("of a long list has pages, with failed items first", () => {
		const problem = { code: "not_available", message: "" };
		const items = Array.from({ length: 30 }, (_, index) =>
			anItem({
				id: index,
				domain: `n${index}.com`,
				phase: index === 27 ? "failed" : "succeeded",
				...(index === 27 && { problem }),
			}),
		);
		const operation = { ...done, items };
		const first = view(operation);
		expect(visible(first)).toContain("❌ n27.com — ");
		expect(visible(first)).toContain("1–20 of 30");
		expect(labels(first)[0]).toEqual(["Next ›"]);
		const second = view(operation, { page: 2 });
		expect(visible(second)).toContain("✅ n29.com");
		expect(visible(second)).not.toContain("n27.com");
		expect(labels(second)[0]).toEqual(["‹ Previous"]);
	});

	describe.each(texts.locales)("says what is known about the money, in %s:", (locale) => {
		const words = texts(locale);
		const line = (key: string, vars: Record<string, string> = {}) => visible({ text: words.html(key, vars) });
		const usd = (cents: number) => words.money(cents).replaceAll(/[\u00a0\u202f]/g, " ");
		const charged = (cents: number) => line("operation-charged", { money: usd(cents) });
		const moved = (way: string, cents: number) => line("operation-drop", { way, money: usd(cents) });
		const expected = line("operation-expected", { money: usd(1_200) });
		const untold = line("operation-untold");

		it.each<[string, { chargedCents: number | null; after: number | null }, string[]]>([
			["the charge that was expected", { chargedCents: 1_200, after: 48_800 }, [charged(1_200)]],
			["another charge", { chargedCents: 4_000, after: 46_000 }, [charged(4_000), expected]],
			["no charge", { chargedCents: 0, after: 50_000 }, [charged(0), expected]],
			["a charge among other movements", { chargedCents: 1_200, after: 43_000 }, [charged(1_200)]],
			["a balance that fell as expected", { chargedCents: null, after: 48_800 }, [moved("fell", 1_200)]],
			["a balance that fell further", { chargedCents: null, after: 43_000 }, [moved("fell", 7_000), expected]],
			["a balance that rose", { chargedCents: null, after: 60_000 }, [moved("rose", 10_000), expected]],
			["a balance that stayed", { chargedCents: null, after: 50_000 }, [moved("same", 0), expected]],
			["nothing but the price", { chargedCents: null, after: null }, [untold, expected]],
		])("%s", (_case, { chargedCents, after }, lines) => {
			const items = done.items.map((item) => ({ ...item, chargedCents }));
			const operation = { ...done, items, balanceAfterCents: after };
			const now = new Date(noon.getTime() + 10 * 60_000);
			const told = visible(operationView(words, { operation, now, topUpUrl: null, notice: null })).split("\n");
			const of = (keys: string[]) => told.filter((each) => keys.includes(each));
			const every = [charged(chargedCents ?? 0), expected, untold, moved("fell", 50_000 - (after ?? 0))];
			expect(of([...every, moved("rose", (after ?? 0) - 50_000), moved("same", 0)])).toEqual(lines);
			const balance = after !== null && line("operation-balance", { before: usd(50_000), after: usd(after) });
			expect(told.filter((each) => each.includes("→"))).toEqual(balance ? [balance] : []);
		});

		it("no charge yet, while a late answer or the new balance may still tell it", () => {
			const settledAt = new Date(noon.getTime() - 2_000);
			const items = done.items.map((item) => ({ ...item, chargedCents: null }));
			const operation = { ...done, items, settledAt, balanceAfterCents: null };
			const told = (ms: number) => {
				const now = new Date(settledAt.getTime() + ms);
				return visible(operationView(words, { operation, now, topUpUrl: null, notice: null })).split("\n");
			};
			expect(told(2_000)).toContain(line("operation-untold-yet"));
			expect(told(2_000)).not.toContain(untold);
			expect(told(10 * 60_000)).toContain(untold);
		});

		it("of a list shows each name with its charge or expected price", () => {
			const items = [
				anItem({ domain: "same.com", phase: "succeeded", chargedCents: 1_200 }),
				anItem({ id: 2, domain: "other.com", phase: "succeeded", chargedCents: 2_000 }),
				anItem({ id: 3, domain: "untold.com", phase: "succeeded" }),
				anItem({ id: 4, domain: "failed.com", phase: "failed" }),
			];
			const told = visible(
				operationView(words, { operation: { ...done, items }, now: noon, topUpUrl: null, notice: null }),
			).split("\n");
			const price = line("operation-item-expected", { money: usd(1_200) });
			expect(told).toContain(`✅ same.com · ${usd(1_200)}`);
			expect(told).toContain(`✅ other.com · ${usd(2_000)} (${price})`);
			expect(told).toContain(`✅ untold.com · ${price}`);
			expect(told).toContain("❌ failed.com");
		});
	});

	it("keeps the person's label and reference", () => {
		const items = done.items.map((item) => ({ ...item, clientRef: "shop", externalRef: "PO-7" }));
		expect(visible(view({ ...done, items }))).toContain("Label: shop\nExternal reference: PO-7\n\nOrder");
	});

	it("links to the domain, other extensions, its DNS and its nameservers", () => {
		const next = [["🌐 Open domain", "Other extensions"], ["🧭 DNS", "🖥 Nameservers"], ["🏠 Home"]];
		expect(labels(view(done))).toEqual(next);
	});

	it("of several names shows each result", () => {
		const items = [
			anItem({ phase: "succeeded", chargedCents: 1_200 }),
			anItem({ id: 2, domain: "taken.com", phase: "failed", problem: { code: "not_available", message: "" } }),
		];
		const text = visible(view({ ...done, items }));
		expect(text).toContain("✅ Registered: 1 of 2 domains.");
		expect(text).toContain("✅ example.com · $12.00");
		expect(text).toContain("❌ taken.com — The domain is taken");
	});

	it("of several renewals shows for each until when it is paid", () => {
		const paid = { paidUntil: new Date("2027-05-01T00:00:00Z"), expiresAt: new Date("2028-05-01T00:00:00Z"), years: 1 };
		const items = [1, 2].map((id) => anItem({ id, domain: `paid-${id}.com`, phase: "succeeded", ...paid }));
		const text = visible(view({ ...done, kind: "renew", items }));
		expect(text.match(/Paid until May 1, 2027 → May 1, 2028/g)).toHaveLength(2);
	});

	it("of a partly withdrawn or expired list says so and offers the rest again", () => {
		const items = [
			anItem({ phase: "succeeded", chargedCents: 1_200 }),
			anItem({ id: 2, domain: "late-one.com", phase: "open", state: "lapsed" }),
			anItem({ id: 3, domain: "late-two.com", phase: "open", state: "lapsed" }),
		];
		const screen = view({ ...done, items });
		expect(visible(screen)).toContain("▫️ late-one.com");
		expect(visible(screen)).toContain("2 domains were not ordered: no charge.");
		expect(visible(screen)).not.toContain("⏳");
		expect(labels(screen)[0]).toContain("🔁 Retry failed");
	});
});

describe.each(texts.locales)("in %s, a list with some failed names", (locale) => {
	const words = texts(locale);
	const told = (items: Operation["items"]) => {
		const operation = anOperation({
			state: "succeeded",
			sandbox: true,
			items: [anItem({ phase: "succeeded" }), ...items],
		});
		return operationView(words, { operation, now: noon, topUpUrl: null, notice: null });
	};
	const failed = (id: number, code: string, message: string) =>
		anItem({ id, domain: `no-${id}.net`, phase: "failed", problem: { code, message } });

	it("names the edge profile in the person's language and links to the profiles", () => {
		const screen = told([
			failed(2, "validation_error", "The edge profile all is not meant for .net."),
			failed(3, "provider_error", "The registry failed for no-3.net; nothing was charged."),
		]);
		expect(visible(screen)).toContain(
			`❌ no-2.net — ${plain(words.html("problem-edge-zone", { key: "all", zone: ".net" }))}`,
		);
		expect(labels(screen)[1]).toEqual([words("profile-edges")]);
	});

	it("shows the service's message if ours gives no reason, without a link to the profiles", () => {
		const screen = told([failed(2, "validation_error", "Not on Mondays"), failed(3, "provider_error", "")]);
		expect(visible(screen)).toContain("“Not on Mondays”");
		expect(labels(screen).flat()).not.toContain(words("profile-edges"));
	});
});

describe("a new price for a part of an order", () => {
	const items = [
		anItem({ domain: "bought.com", phase: "succeeded", state: "succeeded", chargedCents: 1_200 }),
		anItem({ id: 2, domain: "doubt.com", state: "unknown" }),
		anItem({ id: 3, domain: "asked.com", state: "needs_human" }),
		anItem({ id: 4, domain: "running.com", state: "sent" }),
		anItem({ id: 5, domain: "left.com", state: "withdrawn" }),
		anItem({ id: 6, domain: "dear.net", priceCents: 1_800 }),
	];
	const quote = aQuote({ totalCents: 1_800, previousCents: 1_300, balanceAfterCents: 48_200 });
	const screen = view(anOperation({ items, quote, confirmedAt: noon }));

	it("shows that part with its price and the state of the rest", () => {
		const text = visible(screen);
		expect(text).toContain("Register dear.net?");
		expect(text).toContain("from $13.00 to $18.00 (+$5.00)");
		expect(text).toContain("Price for 1 year: $18.00");
		expect(text).toContain("✅ Done: bought.com");
		expect(text).toContain("❔ Checking the result: doubt.com");
		expect(text).toContain("✋ Result unknown: asked.com");
		expect(text).toContain("⏳ In progress: running.com");
		expect(text).toContain("▫️ Left out: left.com");
	});

	it("can be confirmed and cancelled", () => {
		expect(labels(screen).slice(0, 2)).toEqual([["✅ Pay $18.00"], ["Cancel"]]);
	});

	it("does not mention a rise if there is none", () => {
		const same = aQuote({ totalCents: 1_800, previousCents: 1_800 });
		const text = visible(view(anOperation({ items, quote: same, confirmedAt: noon })));
		expect(text).toContain("The price was checked again");
		expect(text).not.toContain("$0.00");
	});

	it("has no buttons after a cancellation, and each name shows its state", () => {
		const after = items.map((item) => (item.domain === "dear.net" ? { ...item, state: "withdrawn" as const } : item));
		const text = visible(view(anOperation({ state: "unknown", items: after, quote, confirmedAt: noon })));
		expect(text).toContain("No response yet for 1 of 6 domains");
		expect(text).toContain("❔ doubt.com");
		expect(text).toContain("▫️ dear.net");
		expect(text).toContain("✋ asked.com");
	});
});

describe("an order with a problem", () => {
	it("gives the reason in our words, not the service's", () => {
		const problem = { code: "insufficient_funds", message: "Balance too low" };
		const text = visible(view(anOperation({ state: "failed", problem })));
		expect(text).toContain("Your balance is too low");
		expect(text).not.toContain("Balance too low");
	});

	it("adds the service's message if ours cannot know what was wrong", () => {
		const items = [anItem({ phase: "failed", problem: { code: "validation_error", message: "<ns1> has no address" } })];
		const failed = view(anOperation({ kind: "nameservers", state: "failed", items }));
		expect(String(failed.text)).toContain("<blockquote expandable>&lt;ns1&gt; has no address</blockquote>");
	});

	it.each([
		["other codes", "moon_phase", "validation_error"],
		["one code", "validation_error", "validation_error"],
	])("quotes the service's message for each name of a list: %s", (_, one, other) => {
		const items = [
			anItem({ phase: "failed", problem: { code: one, message: "hm <one>" } }),
			anItem({ id: 2, domain: "two.com", phase: "failed", problem: { code: other, message: "hm <two>" } }),
		];
		const problem = one === other ? { code: one, message: "hm <one>" } : null;
		const text = String(view(anOperation({ state: "failed", items, problem })).text);
		expect(text).toContain("“hm &lt;one&gt;”");
		expect(text).toContain("“hm &lt;two&gt;”");
		expect(text).not.toContain("blockquote");
	});

	it("shows an unknown code as the service sent it", () => {
		const problem = { code: "moon_phase", message: "Not tonight" };
		const text = visible(view(anOperation({ state: "failed", problem })));
		expect(text).toContain("The registrar refused it: moon_phase");
		expect(text).toContain("Not tonight");
	});

	it("does not offer years again that the service refused for a whole list", () => {
		const problem = { code: "validation_error", message: "10 years" };
		const items = ["one.com", "two.com"].map((domain, id) => anItem({ id, domain, phase: "failed", problem }));
		expect(labels(view(anOperation({ kind: "renew", state: "failed", items, problem })))[0]).toEqual(["Choose years"]);
		const partly = [...items, anItem({ id: 3, phase: "succeeded" })];
		const [buttons = []] = labels(view(anOperation({ kind: "renew", state: "succeeded", items: partly })));
		expect(buttons).toContain("Choose years");
		expect(buttons).not.toContain("🔁 Retry failed");
	});

	it("asks the person if the result could not be looked up", () => {
		const shut = view(anOperation({ state: "needs_human", hold: "access" }));
		expect(visible(shut)).toContain("The result can’t be checked now");
		expect(labels(shut).slice(0, 2)).toEqual([
			["🔑 Connect account", "👀 Check again"],
			["✅ It went through", "❌ It failed"],
		]);
		expect(labels(view(anOperation({ state: "needs_human" }))).slice(0, 2)).toEqual([
			["👀 Check again"],
			["✅ It went through", "❌ It failed"],
		]);
	});

	it("asks about each name of a list, and about all of them", () => {
		const items = ["one.com", "two.com"].map((domain, id) => anItem({ id, domain, state: "needs_human" }));
		const settled = anItem({ id: 3, domain: "three.com", phase: "succeeded", state: "needs_human" });
		expect(labels(view(anOperation({ state: "needs_human", items: [...items, settled] })))).toEqual([
			["👀 Check again"],
			["✅ one.com", "❌ one.com"],
			["✅ two.com", "❌ two.com"],
			["✅ All went through", "❌ All failed"],
			["🏠 Home"],
		]);
	});

	it("offers to reconnect if it waits for access", () => {
		const held = { state: "confirmed", hold: "access" } as const;
		const refused = view(anOperation({ ...held, accessRefusal: { refused: "token", connectionId: 1 } }));
		expect(visible(refused)).toContain("the token stopped working");
		const back = view(anOperation({ ...held, accessRefusal: { refused: "nothing", connectionId: 1 } }));
		expect(visible(back)).toContain("the registrar hasn’t answered. Once it does, we will show you a new price");
		expect(labels(back)).toEqual([["Cancel"], ["🏠 Home"]]);
		expect(visible(view(anOperation(held)))).toContain("you’re no longer connected to this account");
		expect(visible(view(anOperation({ ...held, mine: false })))).toContain(
			"Paused until the person who confirmed this reconnects",
		);
	});
});

describe("a list with one unclear name", () => {
	const trouble = { code: "provider_error", message: "" };
	const items = [
		...["one.com", "two.com", "three.com"].map((domain, id) => anItem({ id, domain, phase: "succeeded" })),
		anItem({ id: 4, domain: "four.com", phase: "open", problem: trouble }),
	];

	it("counts the names without a clear response, and shows each reason once", () => {
		const text = visible(view(anOperation({ state: "unknown", items, problem: trouble })));
		expect(text).toContain("No response yet for 1 of 4 domains");
		expect(text).toContain("✅ one.com");
		expect(text).toContain("❔ four.com · $12.00 — The registry returned an error.");
		expect(text.split("The registry returned an error.")).toHaveLength(2);
	});

	it("shows the service's message below if ours has no reason", () => {
		const problem = { code: "moon_phase", message: "Not tonight" };
		const failed = ["one.com", "two.com"].map((domain, id) => anItem({ id, domain, phase: "failed", problem }));
		const text = visible(view(anOperation({ state: "failed", items: failed, problem })));
		expect(text.split("moon_phase")).toHaveLength(3);
		expect(text.split("Not tonight")).toHaveLength(2);
	});
});

describe("a change in progress", () => {
	it.each(["dns", "nameservers", "edge"] as const)("is not called an order: %s", (kind) => {
		const change = { kind: "edge", before: null, after: "main", servers: null, risks: [] } as const;
		for (const state of ["confirmed", "sent", "accepted", "unknown", "lapsed"] as const) {
			const operation = anOperation({ kind, state, change, tries: 2, confirmedAt: noon, hold: "access" });
			const text = visible(view(operation));
			expect(text).toMatch(/change/);
			expect(text).toContain("Change #4K7Q");
			expect(text).not.toMatch(/order|price|bought/i);
		}
	});
});

describe("an operation at any stage", () => {
	const states = [
		"quoted",
		"confirmed",
		"sent",
		"accepted",
		"unknown",
		"needs_human",
		"succeeded",
		"failed",
		"withdrawn",
		"lapsed",
		"superseded",
	] as const;
	const kinds = ["register", "renew", "dns", "nameservers", "edge"] as const;
	const holds = ["none", "access", "pace", "in_progress"] as const;
	const longest = `${"xn--80ak6aa92e".repeat(4)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(55)}.com`;
	const problem = { code: "strange", message: "<".repeat(5_000) };

	it.each(texts.locales)("is called an order in %s only if it buys or renews", (locale) => {
		const words = texts(locale);
		const change = { kind: "edge", before: null, after: "main", servers: null, risks: [] } as const;
		for (const state of states) {
			for (const kind of ["dns", "nameservers", "edge"] as const) {
				for (const hold of holds) {
					const items = [anItem({ change }), anItem({ id: 2, domain: "b.com", change })];
					const operation = anOperation({
						kind,
						state,
						change,
						items,
						hold,
						holdUntil: noon,
						tries: 2,
						confirmedAt: noon,
					});
					const drawn = [
						operationView(words, { operation, now: noon, topUpUrl: null, notice: null }),
						fileView(words, operation),
						movedView(words, operation),
						views.timelineView(words, { kind: "timeline", operation, entries: [] }),
						views.undoListView(words, { operation, now: noon, topUpUrl: null }, 1),
					];
					for (const each of drawn) expect(visible(each), `${state} ${kind}`).not.toMatch(/\border|заказ/i);
				}
			}
		}
		expect(visible(operationView(words, { operation: anOperation(), now: noon, topUpUrl: null }))).toMatch(
			/order|заказ/i,
		);
	});

	it.each(texts.locales)("has texts in %s and stays within Telegram's limits", (locale) => {
		const several = Array.from({ length: 100 }, (_, id) => anItem({ id, domain: longest, problem }));
		for (const state of states) {
			for (const kind of kinds) {
				for (const hold of holds) {
					for (const items of [[anItem({ domain: longest, problem })], several]) {
						const operation = anOperation({ state, kind, hold, items, holdUntil: noon, sandbox: true });
						const drawn = operationView(texts(locale), { operation, now: noon, topUpUrl: null, notice: null });
						expect(refusals(drawn), `${state} ${kind} ${hold} ${items.length}`).toEqual([]);
						const undone = views.undoListView(texts(locale), { operation, now: noon, topUpUrl: null }, 1);
						expect(refusals(undone), `undo of ${state} ${kind} ${hold} ${items.length}`).toEqual([]);
					}
				}
			}
		}
	});
});

describe("an order blocked for longer than it may wait", () => {
	it.each([
		["en", "confirmed", "If this continues, the request is cancelled"],
		["en", "unknown", "If this continues, we’ll ask you for the result"],
		["ru", "confirmed", "Если так и останется, мы отменим запрос"],
		["ru", "unknown", "Если так и останется, мы спросим о результате вас"],
	] as const)("does not claim to continue automatically, in %s, %s", (locale, state, end) => {
		const words = texts(locale);
		const blocked = (holdIsLast: boolean) => {
			const operation = anOperation({ state, hold: "pace", holdUntil: noon, holdIsLast });
			return visible(operationView(words, { operation, now: noon, topUpUrl: null, notice: null }));
		};
		expect(blocked(true)).toContain(end);
		expect(blocked(true)).not.toMatch(/continues after the pause|продолжится после паузы/);
		expect(blocked(false)).toMatch(/continues after the pause|продолжится после паузы/);
	});
});

describe("an order that the service accepted and did not carry out", () => {
	it.each([
		["en", "❌ example.com was not registered.", "The registrar accepted the order, then reported it failed"],
		["ru", "❌ Домен example.com не зарегистрирован.", "Регистратор принял заказ, а потом сообщил об ошибке"],
	] as const)("does not claim that it cost nothing, in %s", (locale, headline, hint) => {
		const problem = { code: "order_failed", message: "" };
		const items = [anItem({ phase: "failed", state: "failed", problem })];
		const operation = anOperation({ state: "failed", items, problem });
		const words = texts(locale);
		const text = visible(operationView(words, { operation, now: noon, topUpUrl: null, notice: null }));
		expect(text).toContain(headline);
		expect(text).toContain(hint);
		expect(text).not.toMatch(/Nothing was charged|Деньги не списаны/);
	});
});

describe("an item done by another order of the account", () => {
	const elsewhere = { code: "done_elsewhere", message: "" };
	const unattributed = { code: "unattributed", message: "" };
	const expiresAt = new Date("2028-02-28T12:00:00Z");
	const show = (locale: "en" | "ru", operation: Operation) =>
		visible(operationView(texts(locale), { operation, now: noon, topUpUrl: null, notice: null }));

	it.each([
		["en", "register", "↪️ example.com was registered by another order in your account, not by this one.", "Paid until"],
		["en", "renew", "↪️ example.com was renewed by another order in your account, not by this one.", "Paid until"],
		[
			"ru",
			"register",
			"↪️ Домен example.com зарегистрирован в вашем аккаунте другим заказом, а не этим.",
			"Оплачено до",
		],
		["ru", "renew", "↪️ Домен example.com продлён другим заказом в вашем аккаунте, а не этим.", "Оплачено до"],
	] as const)("says so, without a price, in %s: %s", (locale, kind, headline, until) => {
		const items = [anItem({ phase: "failed", state: "failed", problem: elsewhere, expiresAt })];
		const text = show(locale, anOperation({ kind, state: "failed", items, problem: elsewhere }));
		expect(text).toContain(headline);
		expect(text).toContain(until);
		expect(text).not.toMatch(/\$12|❌|charged|списан/);
	});

	it.each([
		["en", "register", "☑️ example.com is registered in your account. The registrar doesn’t show which order did it."],
		["en", "renew", "☑️ example.com is renewed. The registrar doesn’t show which order did it."],
		[
			"ru",
			"register",
			"☑️ Домен example.com зарегистрирован в вашем аккаунте. Регистратор не показывает, каким заказом.",
		],
		["ru", "renew", "☑️ Домен example.com продлён. Регистратор не показывает, каким заказом."],
	] as const)("is not claimed if its order is unclear, in %s: %s", (locale, kind, headline) => {
		const items = [anItem({ phase: "succeeded", state: "succeeded", problem: unattributed, expiresAt })];
		const balances = { balanceBeforeCents: 50_000, balanceAfterCents: 48_800 };
		const text = show(locale, anOperation({ kind, state: "succeeded", items, ...balances }));
		expect(text).toContain(headline);
		expect(text).not.toMatch(/✅|\$12|\$488/);
	});

	it("is marked next to its name in a list, and has no price", () => {
		const items = [
			anItem({ phase: "succeeded", state: "succeeded", chargedCents: 1_200 }),
			anItem({
				id: 2,
				domain: "theirs.com",
				phase: "failed",
				state: "succeeded",
				priceCents: 1_300,
				problem: elsewhere,
			}),
			anItem({ id: 3, domain: "whose.com", phase: "succeeded", priceCents: 1_400, problem: unattributed }),
		];
		const balances = { balanceBeforeCents: 50_000, balanceAfterCents: 47_400 };
		const text = show("en", anOperation({ state: "succeeded", items, ...balances }));
		expect(text).toContain("theirs.com — Another order in this account already did this.");
		expect(text).toContain("whose.com — The registrar doesn’t show which order did it.");
		expect(text).not.toMatch(/\$13|\$14|Expected/);
		// The charge of the third item is unknown, so the receipt cannot show a total.
		expect(text).not.toContain("Charged:");
		expect(text).toContain("Your balance fell by $26.00.");
	});
});

describe("new nameservers for several domains", () => {
	const long = (index: number) => `xn--${"b".repeat(10)}e1afmkfd${index}.${"b".repeat(40)}.example`;
	const change = (index: number, after: string[]) => ({
		kind: "nameservers" as const,
		before: Array.from({ length: 13 }, (_, server) => `ns${server}.${long(index)}`),
		after,
		presetKey: null,
		leavesEdge: index === 1,
		risks: ["nameservers"] as const,
	});
	const listed = (count: number, afterOf: (index: number) => string[], over: Partial<OperationItem> = {}) => {
		const items = Array.from({ length: count }, (_, index) =>
			anItem({ id: index, domain: long(index), priceCents: null, change: change(index, afterOf(index)), ...over }),
		);
		return anOperation({ kind: "nameservers", items, change: items[0]?.change ?? null });
	};
	const same = () => Array.from({ length: 13 }, (_, server) => `new${server}.${long(0)}`);
	const reasons = ["already_so", "blocked", "outdated", "unread", "busy", "not_yours"] as const;
	const skipped = {
		skipped: Array.from({ length: 20 }, (_, index) => ({ domain: long(index), reason: reasons[index % 6] ?? "busy" })),
		more: 99,
	};

	it.each([
		["the same for all", same],
		["of each domain", (index: number) => [`old1.${long(index)}`, `old2.${long(index)}`]],
	])("fit in one message, %s", (_what, afterOf) => {
		const plan = operationView(t, { operation: listed(45, afterOf), now: noon, topUpUrl: null, skipped });
		expect(refusals(plan)).toEqual([]);
		expect(visible(plan)).toContain("Page 1 of 3");
		expect(visible(plan)).toContain("🛡 1 domain leaves its edge profile");
	});

	it("can be cancelled while some were not sent", () => {
		const sent = { ...listed(3, same), state: "sent" as const, confirmedAt: noon };
		const items = sent.items.map((item, index) => ({
			...item,
			state: index === 0 ? ("sent" as const) : ("confirmed" as const),
		}));
		expect(labels(view({ ...sent, items })).flat()).toContain("Cancel");
		expect(labels(view({ ...sent, items: items.slice(0, 1) })).flat()).not.toContain("Cancel");
	});

	it("are offered for a new preview once the old one is over, and count what was not changed", () => {
		const over = view({ ...listed(3, same), state: "lapsed" });
		expect(labels(over)[0]).toEqual(["↻ Preview again"]);
		const done = listed(3, same, { phase: "succeeded", undoable: true });
		const items = done.items.map((item, index) =>
			index === 0 ? { ...item, phase: "open" as const, state: "lapsed" as const } : item,
		);
		const receipt = view({ ...done, items, state: "succeeded", undoable: true, confirmedAt: noon });
		expect(visible(receipt)).toContain("Nameservers of 2 of 3 domains updated.");
		expect(visible(receipt)).toContain("1 domain wasn’t changed.");
		expect(labels(receipt).flat()).toEqual(expect.arrayContaining(["🔁 Retry failed", "↩️ Undo change"]));
	});

	it("keep the outcome in the text while the person chooses the domain to undo", () => {
		const done = listed(3, same, { phase: "succeeded", undoable: true });
		const items = done.items.map((item, index) =>
			index === 0 ? { ...item, phase: "open" as const, state: "needs_human" as const, undoable: false } : item,
		);
		const operation = { ...done, items, state: "needs_human" as const, undoable: true, confirmedAt: noon };
		const list = views.undoListView(t, { operation, now: noon, topUpUrl: null }, 1);
		expect(visible(list)).toContain(visible(view(operation)));
		expect(visible(list)).toMatch(/Choose the domain to undo\.$/);
		expect(labels(list)[2]).toEqual(["↩️ Undo all 2"]);
	});
});
