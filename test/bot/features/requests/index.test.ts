import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

const dayMs = 24 * 3_600_000;

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a sentence leads to its quote, plan, page or answer", () => {
	it.each([
		["top up 50", "Add $50.00 in your registrar account"],
		["пополни баланс на 50", "Add $50.00 in your registrar account"],
		["buy said-name.com for 2 years", "Price for 2 years"],
		["renew said-own.com for 2 years", "Price for 2 years"],
		["renew said-own.com", "Renew said-own.com for how many years?"],
		["point said-own.com to 203.0.113.9", "203.0.113.9"],
		["add MX mail.said-own.com priority 10 to said-own.com", "10 mail.said-own.com"],
		["add www A 203.0.113.5 to said-own.com", "203.0.113.5"],
		["change nameservers of said-own.com to ns1.other.net ns2.other.net", "ns2.other.net"],
		["how much did I spend in May", /May 20\d\d: nothing spent/],
		["what do I have under .net", ".net"],
		["lock said-own.com", "Registry locks can’t be changed"],
		["sell said-own.com", "can’t be sold here"],
		["backorder", "Backorders aren’t possible"],
		["what is said-own.com worth", "Appraisals aren’t available"],
		["add money", "Add money in your registrar account"],
		["cancel", "Nothing to cancel"],
		["withdraw money", "Money cannot be paid out here"],
		["refund my last order", "We cannot refund orders"],
		["верни деньги", "We cannot refund orders"],
		["set daily limit to 100", "Daily limit: tap"],
		["use ns1.other.net and ns2.other.net for said-own.com", "ns2.other.net"],
		["stop renewing said-own.com", "Auto-renew said-own.com"],
		["pay the bill please", "Nothing was changed"],
		["stop watching unwatched.com", "You’re not watching unwatched.com"],
		["what am I watching", "You’re not watching any names yet"],
		["сними заморозку с said-own.com", "Freeze domain said-own.com"],
		["help me with renewals", "❓ Renew"],
		["how do I use templates", "❓ Templates"],
		["set up google mail for said-own.com", "Google Workspace"],
		["configure email on said-own.com", "Templates for said-own.com"],
		["restore points of said-own.com", "Restore points"],
		["tag said-own.com as sale", "Tags of said-own.com"],
		["note for said-own.com: call Ivan", "Note"],
		["mute alerts for said-own.com", "said-own.com"],
		["quiet hours 22-7", "Quiet hours"],
		["change language to russian", "Choose a language"],
		["replace my token", "token"],
	])("%s", async (sentence, expected) => {
		const anna = await world.customer();
		world.fixture.service.take("said-own.com", anna.account);
		await anna.says("/domains");
		await anna.until("My domains: 1");
		await anna.says(sentence);
		await anna.until(expected);
		const { rows } = await world.fixture.database.db
			.execute("select from bot.operations where confirmed_at is not null")
			.then((found) => ({ rows: [...found] }));
		expect(rows).toEqual([]);
	});

	it("asks before it takes a misspelt word for a verb, and keeps the rest of the sentence", async () => {
		const anna = await world.customer();
		world.fixture.service.take("typo-own.com", anna.account);
		await anna.says("/domains");
		await anna.until("My domains: 1");
		await anna.says("reniew typo-own.com for 2 years");
		await anna.until("Did you mean “renew typo-own.com for 2 years”?");
		await anna.taps("Yes, that’s it");
		await anna.until("Price for 2 years");
		await anna.says("продлть typo-own.com");
		await anna.until("Did you mean “продлить typo-own.com”?");
		await anna.taps("Search these words");
		await anna.until("typo-own.com");
		await anna.says("trasnfer typo-own.com");
		await anna.taps("Yes, that’s it");
		await anna.until("Transfers aren’t possible here");
	});

	it("opens a watch, so that one tap stops it", async () => {
		const anna = await world.customer();
		await anna.says("watch said-taken.com under 40");
		await anna.until("🔔 said-taken.com");
		await anna.says("stop watching said-taken.com");
		await anna.until("🔔 said-taken.com");
		await anna.taps("Stop watching");
		await anna.until("You’re no longer watching said-taken.com");
	});

	it("keeps the sum of a limit, and saves it by one tap", async () => {
		const anna = await world.customer();
		await anna.says("set my daily limit to $120");
		await anna.until("Daily limit: tap");
		await anna.taps("Set $120.00");
		await anna.until("Saved");
		expect(anna.buttons.flat()).toContain("🧢 Daily limit: $120.00");
	});

	it("that cannot be read offers its words as a search, and searches nothing by itself", async () => {
		const anna = await world.customer();
		await anna.says("add venture");
		await anna.until("Nothing was changed");
		await anna.taps("Search these words");
		await anna.until("addventure");
	});

	it.each([
		["renew everything that expires in 30 days", "Renew 2 domains?"],
		["Продли всё, что истекает за 30 дней", "Renew 2 domains?"],
		["renew everything expiring within 10 days", "Renew soon-a.com?"],
		["what expires in 30 days?", "Expiring within 30 days: 2"],
	])("of the expiry dates that the bot knows: %s", async (sentence, expected) => {
		const anna = await world.customer();
		const days = { "soon-a.com": 9, "soon-b.com": 25, "soon-far.com": 200 };
		for (const [name, count] of Object.entries(days)) {
			const expires = Date.now() + count * dayMs;
			world.fixture.service.take(name, anna.account, { expires });
		}
		await anna.starts();
		// The list of this service has no dates. The daily check reads them domain by domain.
		await world.advance(dayMs);
		await world.fixture.look();
		await world.work();
		await anna.says(sentence);
		await anna.until(expected);
		expect(anna.account.ledger).toEqual([]);
		await world.advance(-dayMs);
	});

	it("cancels a question like the command", async () => {
		const anna = await world.customer();
		await anna.says("/search");
		await anna.until("Send a domain");
		await anna.says("Cancel!");
		await anna.until("Cancelled");
	});
});
