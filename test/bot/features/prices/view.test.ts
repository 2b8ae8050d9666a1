import { expect, it } from "vitest";
import { pricesView } from "../../../../src/bot/features/prices.ts";
import { texts } from "../../../support/texts.ts";
import { labels, onScreen, visible } from "../../../support/views.ts";

it("shows a TLD in its own script, with or without a dot", () => {
	const price = { registerCents: 299, renewCents: 399, premium: false };
	const prices = [".xn--p1ai", "xn--p1ai", ".com"].map((zone) => ({ zone, ...price }));
	const text = visible(
		pricesView(texts("en"), { kind: "prices", prices, sandbox: false, connected: true }, { page: 1 }, false),
	);
	expect(text).toContain(".рф $2.99, then $3.99/yr\nрф $2.99, then $3.99/yr\n.com $2.99");
});

it("says that the registrar sent no prices, unless a search found none", () => {
	const none = { kind: "prices" as const, prices: [], sandbox: false, connected: true };
	expect(visible(pricesView(texts("en"), none, {}, false))).toBe("The registrar hasn’t sent a price list yet.");
	expect(visible(pricesView(texts("en"), none, { search: "zz" }, false))).toBe("No extension matches “zz”.");
});

it("offers its orders, and an account to a person without one, below at most eight buttons", () => {
	const prices = Array.from({ length: 90 }, (_, index) => ({
		zone: `.zone${index}`,
		registerCents: 299,
		renewCents: 399,
		premium: false,
	}));
	const view = onScreen(pricesView)(
		texts("en"),
		{ kind: "prices", prices, sandbox: true, connected: false },
		{ page: 3, sort: "renewal" },
		true,
	);
	expect(labels(view).slice(1)).toEqual([
		["↕️ Popular", "↕️ By name"],
		["• ↕️ By 2nd year •"],
		["🧪 Open a sandbox", "🔑 Connect account"],
		["🏠 Home"],
	]);
	expect(labels(view).flat().length).toBeLessThanOrEqual(8);
});
