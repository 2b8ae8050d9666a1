import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { autoRenewView } from "../../../../src/bot/features/auto-renew/view.ts";
import { texts } from "../../../support/texts.ts";
import { refusals, visible } from "../../../support/views.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("auto-renew of a domain", () => {
	it("is turned on, listed in the settings and turned off", async () => {
		const anna = await world.customer();
		world.fixture.service.take("keeper.com", anna.account);
		await anna.says("/domains keeper.com");
		await anna.taps("🔁 Auto-renew");
		await anna.until("Off. Choose the highest price");
		await anna.taps("Up to $16.00");
		await anna.until("On, up to $16.00 for a year.");
		expect(anna.screen).toContain("The first order comes in an hour at the earliest.");
		await anna.says("/settings");
		await anna.taps("🔁 Auto-renew");
		await anna.taps("keeper.com · ≤ $16.00");
		await anna.taps("Turn off");
		await anna.until("Auto-renew is off.");
		await anna.taps("‹ Back");
		await anna.until("No domain renews by itself.");
	});

	it.each(texts.locales)("fits Telegram with any name, in %s", (locale) => {
		const rule = { domain: "a.com", personId: 1, personName: "<&>".repeat(200), ceilingCents: 1_000_000 };
		const result = { kind: "auto", domain: "a.com", rule, renewCents: 999_999 } as const;
		const params = { domain: "a.com", noticeKey: undefined };
		const view = autoRenewView(texts(locale), result, params, 2);
		expect(refusals(view)).toEqual([]);
		expect(visible(view)).toContain("<&>");
		expect(visible(autoRenewView(texts(locale), result, params, rule.personId))).not.toContain("<&>");
	});
});
