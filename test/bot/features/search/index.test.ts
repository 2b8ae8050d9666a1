import { afterAll, beforeAll, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it("says until when an own domain is paid, and leads to its page, its records and its renewal", async () => {
	const anna = await world.customer();
	world.fixture.service.take("own-typed.com", anna.account, { expires: Date.UTC(2031, 4, 7, 12) });
	await anna.says("own-typed.com");
	const { text } = await anna.until("own-typed.com is yours");
	expect(text).toContain("Paid until May 7, 2031");
	expect(anna.buttons).toEqual([["🌐 Open domain"], ["🧭 DNS", "🔄 Renew"], ["🏠 Home"]]);
	await anna.taps("🔄 Renew");
	await anna.until("Renew own-typed.com for how many years?");
	await anna.taps("2 years");
	await anna.until("Price for 2 years: $25.00");
	await anna.says("own-typed.com");
	await anna.taps("🧭 DNS");
	await anna.until("DNS of own-typed.com");
});
