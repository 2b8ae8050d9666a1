import { expect, it } from "vitest";
import type { AccountResult } from "../../../../src/actions/index.ts";
import { topUpView } from "../../../../src/bot/features/requests.ts";
import { closedView } from "../../../../src/bot/screens/format.ts";
import { keyboardOf, link } from "../../../../src/bot/screens/view.ts";
import { routes } from "../../../../src/bot/screens.ts";
import { texts } from "../../../support/texts.ts";
import { labels, visible } from "../../../support/views.ts";

const t = texts("en");
const settings = { serviceName: null, topUpUrl: null };
const back = link(t("button-back"), routes.account, {});
const read = (sandbox: boolean, owned = true): Extract<AccountResult, { kind: "account" }> => ({
	kind: "account",
	account: {
		userId: 77,
		balanceCents: 50_000,
		apiEnabled: true,
		webhookEnabled: false,
		whitelist: [],
		defaults: [],
		others: [],
	},
	connection: {
		id: 5,
		state: "live",
		active: true,
		serviceUrl: "https://service.example/api/v1",
		tokenLast4: "ab12",
		account: { id: 2, userId: 77, sandbox, owned },
	},
	events: "here",
});

it.each([
	[5_000, 5_000, "➕ Add $50.00"],
	[1, 100, "➕ Add $1.00"],
	[9_900_000, 1_000_000, "➕ Add $10,000.00"],
])("the button for play money names the sum that it adds: %d asked, %d added", (asked, added, label) => {
	const view = topUpView(t, { cents: asked }, read(true), settings);
	expect(labels(view)[0]).toEqual([label]);
	expect(keyboardOf(1, view).choices[0]).toBe(String(added));
});

it("a real account shows the sum as asked, and nothing is added from here", () => {
	const view = closedView(t, topUpView(t, { cents: 9_900_000 }, read(false), settings), back);
	expect(visible(view)).toContain("$99,000.00");
	expect(labels(view)).toEqual([["‹ Back", "🏠 Home"]]);
});

it("only the person who opened a sandbox can add play money", () => {
	const view = closedView(t, topUpView(t, {}, read(true, false), settings), back);
	expect(visible(view)).toContain("Only the person who opened this sandbox can add play money");
	expect(labels(view)).toEqual([["‹ Back", "🏠 Home"]]);
});
