import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { autoRenewView } from "../../../../src/bot/features/auto-renew.ts";
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
		await anna.taps("📅 Renewal");
		await anna.taps("🔁 Auto-renew");
		await anna.until("Off. Turn it on with a price limit");
		await anna.taps("Up to $16.00");
		await anna.until("On, up to $16.00 per year.");
		expect(anna.screen).toContain("If the expiry is less than 14 days away, it renews in an hour at the earliest");
		await anna.says("/expiring");
		await anna.taps("🔁 Auto-renew");
		await anna.taps("keeper.com · ≤ $16.00");
		await anna.taps("Turn off");
		await anna.until("Auto-renew is off.");
		await anna.taps("‹ Back");
		await anna.until("No domain has auto-renew yet.");
	});

	it("says that the bot asks before it renews a premium name", async () => {
		const anna = await world.customer();
		world.fixture.service.take("rare.com", anna.account);
		await anna.says("/domains rare.com");
		await anna.taps("📅 Renewal");
		await anna.taps("🔁 Auto-renew");
		await anna.until("Off. Turn it on");
		expect(anna.screen).not.toContain("💎");
		await world.fixture.database.sql`
			insert into bot.prices (account_id, subject, renew_cents, premium)
			select account_id, 'rare.com', 1250, true from bot.connections where person_id = ${anna.view.person.id}`;
		await anna.taps("Up to $16.00");
		await anna.until("💎 Premium price: we ask you before renewing this domain.");
	});

	it("takes a typed price, and refuses one that is no price limit", async () => {
		const anna = await world.customer();
		world.fixture.service.take("typed.com", anna.account);
		await anna.says("/domains typed.com");
		await anna.taps("📅 Renewal");
		await anna.taps("🔁 Auto-renew");
		await anna.until("send a price such as 18.50");
		await anna.says("18,50");
		await anna.until("On, up to $18.50 per year.");
		await anna.says("0");
		await anna.until("Send a price above zero");
		await anna.says("10000.01");
		await anna.until("Send a price above zero");
		expect(anna.screen).toContain("On, up to $18.50 per year.");
	});

	it("is turned on and off for several domains at once, with one limit for each", async () => {
		const anna = await world.customer();
		for (const name of ["one-auto.com", "two-auto.com"]) world.fixture.service.take(name, anna.account);
		await anna.says("/domains");
		await anna.taps("Select");
		await anna.taps("Select all 2");
		await anna.taps("⋯ More");
		await anna.taps("🔁 Auto-renew");
		await anna.until("Auto-renew of 2 domains");
		await anna.says("17.25");
		await anna.until("Auto-renew is on.");
		await anna.says("/expiring");
		await anna.taps("🔁 Auto-renew");
		await anna.until("domain");
		expect(anna.buttons.flat()).toEqual(expect.arrayContaining(["one-auto.com · ≤ $17.25", "two-auto.com · ≤ $17.25"]));
		await anna.says("/domains");
		await anna.taps("Select");
		await anna.taps("Select all 2");
		await anna.taps("⋯ More");
		await anna.taps("🔁 Auto-renew");
		await anna.taps("Turn off");
		await anna.until("Auto-renew is off.");
		await anna.says("/expiring");
		await anna.taps("🔁 Auto-renew");
		await anna.until("No domain has auto-renew yet.");
	});

	it.each(texts.locales)("fits Telegram with any name, in %s", (locale) => {
		const rule = { domain: "a.com", personId: 1, personName: "<&>".repeat(200), ceilingCents: 1_000_000 };
		const result = { kind: "auto", domain: "a.com", rule, renewCents: 999_999, premium: false } as const;
		const params = { domain: "a.com", noticeKey: undefined };
		const view = autoRenewView(texts(locale), result, params, 2);
		expect(refusals(view)).toEqual([]);
		expect(visible(view)).toContain("<&>");
		expect(visible(autoRenewView(texts(locale), result, params, rule.personId))).not.toContain("<&>");
		const twin = { ...params, domain: "xn--pple-43d.com" };
		expect(visible(autoRenewView(texts(locale), result, twin, 2))).toContain("apple.com");
	});
});
