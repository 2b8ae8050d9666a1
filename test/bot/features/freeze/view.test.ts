import { expect, it } from "vitest";
import type { FreezeLookup, FreezeNotice } from "../../../../src/actions/index.ts";
import { freezeView, noticeView } from "../../../../src/bot/features/freeze.ts";
import { texts } from "../../../support/texts.ts";
import { labels, visible } from "../../../support/views.ts";

const t = texts("en");

function frozen(more: number): FreezeLookup & FreezeNotice {
	const by = { mine: true, name: null };
	return {
		accountId: 1,
		domain: "",
		userId: 1_001,
		freeze: { id: 1, by, at: new Date("2026-11-20T10:00:00Z"), end: null },
		orders: { references: ["#4K7Q", "#4K7R"], more },
		missing: null,
		kept: null,
	};
}

it.each([
	["page", (state: FreezeLookup) => freezeView(t, { domain: "" }, state)],
	["notification", (state: FreezeNotice) => noticeView(t, state)],
])("the %s names orders in progress, and counts those that it does not name", (_, view) => {
	expect(visible(view(frozen(0)))).toMatch(/Still in progress: #4K7Q, #4K7R$/m);
	expect(visible(view(frozen(1)))).toMatch(/Still in progress: #4K7Q, #4K7R … and 1 more$/m);
	expect(visible(view(frozen(400)))).toContain("#4K7R … and 400 more");
});

it("the page and the question before a freeze say what it does not stop, and lead to the token", () => {
	const limits = "This stops the bot only";
	const account = frozen(0);
	const open: FreezeLookup = { ...account, freeze: undefined };
	for (const domain of ["", "shop.com"]) {
		for (const ask of [false, true]) {
			const view = freezeView(t, { domain, ask }, { ...open, domain });
			expect(visible(view)).toContain(limits);
			expect(labels(view).flat()).toContain("🔑 Replace token");
		}
		expect(visible(freezeView(t, { domain }, { ...account, domain }))).toContain(limits);
	}
	// While an account is frozen, its token cannot be replaced.
	expect(labels(freezeView(t, { domain: "" }, account)).flat()).not.toContain("🔑 Replace token");
	expect(visible(freezeView(t, { domain: "", ask: true }, account))).not.toContain(limits);
	expect(visible(noticeView(t, account))).not.toContain(limits);
});
