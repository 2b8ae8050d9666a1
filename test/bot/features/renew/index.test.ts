import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type BotUnderTest, startBot, startWholeBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function owner(...domains: string[]) {
	const anna = await world.customer();
	for (const domain of domains) world.fixture.service.take(domain, anna.account);
	return anna;
}

describe("renewing", () => {
	it("leads from the card through years and a quote to a receipt", async () => {
		const anna = await owner("renewed.com");
		await anna.says("/domains renewed.com");
		await anna.until("Auto-renew: off");
		await anna.taps("📅 Renewal");
		await anna.taps("🔄 Renew");
		await anna.until("for how many years?");
		await anna.taps("2 years");
		expect((await anna.until("Renew renewed.com?")).text).toContain("$25.00");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("renewed.com is renewed");
		expect(anna.account.ledger).toEqual([{ domain: "renewed.com", cents: 2_500 }]);
	});

	it("reads the years after the command", async () => {
		const anna = await owner("typed.com");
		await anna.says("/renew typed.com 1");
		await anna.until("Renew typed.com?");
	});

	it.each([
		["twice1.com twice1.com 2", "Price for 2 years"],
		["twice2.com Twice2.com. 3 years", "Price for 3 years"],
		["twice3.com 2 twice3.com", "Price for 2 years"],
		["twice4.com twice4.com", "Renew twice4.com for how many years?"],
	])("accepts a repeated name once: %s", async (said, answer) => {
		const anna = await owner(said.split(" ", 1)[0] ?? "");
		await anna.says(`/renew ${said}`);
		const { text } = await anna.until(answer);
		expect(text).not.toContain("only one year is possible");
	});

	it("does not silently drop one of two numbers", async () => {
		const anna = await owner("either.com");
		await anna.says("/renew either.com 2 3");
		await anna.until("not “2 3”");
	});

	it.each(["0", "99", "two"])("does not accept %s as a number of years", async (years) => {
		const anna = await owner(`years${years}.com`);
		await anna.says(`/renew years${years}.com ${years}`);
		const { text } = await anna.until(`not “${years}”`);
		expect(text).toContain(`Renew years${years}.com for how many years?`);
		await anna.taps("2 years");
		await anna.until(`Renew years${years}.com?`);
	});

	it("refuses an impossible number of years for a list, and keeps the list", async () => {
		const anna = await owner("keep1.com", "keep2.com");
		await anna.says("/renew keep1.com keep2.com 99");
		const { text } = await anna.until("not “99”");
		expect(text).toContain("each of these 2 domains");
		await anna.taps("10 years");
		expect((await anna.until("None of these names can be ordered")).text).toContain("keep1.com — 9 more years at most");
	});

	it.each(["/renew nobody.com 1", "/renew nobody.com"])("refuses an unknown domain at once: %s", async (said) => {
		const anna = await owner();
		await anna.says(said);
		await anna.until("nobody.com isn’t in this account");
		expect(anna.buttons.flat().join()).toContain("Search this name");
	});

	it.each(["2", "2 years", "2y", "for 2 years please"])(
		"reads the years of a list with their unit in any position: %s",
		async (years) => {
			const anna = await owner("unit1.com", "unit2.com");
			await anna.says(`/renew unit1.com unit2.com ${years}`);
			expect((await anna.until("Renew 2 domains?")).text).toContain("Total, 2 domains × 2 years");
		},
	);

	it.each([
		["en", "1 of 2 domains: a newer quote replaced this one", "No new price for: old1.com"],
		["ru", "1 из 2 доменов: это предложение заменено новым", "Новой цены нет: old1.com"],
	])("shows which names of a list remain after one was taken, in %s", async (locale, told, left) => {
		const anna = await owner("old1.com", "old2.com");
		await world.fixture.database.sql`update bot.people set locale = ${locale} where id = ${anna.view.person.id}`;
		await anna.says("/renew old1.com old2.com 3");
		await anna.until("old2.com · ");
		await anna.says("/renew old2.com 1");
		await world.work();
		const { text } = await anna.until(told);
		expect(text).toContain(left);
	});

	it("asks which of two numbers is meant", async () => {
		const anna = await owner("two1.com", "two2.com");
		await anna.says("/renew two1.com 2 two2.com 3");
		await anna.until("not “2, 3”");
		await anna.says("3");
		await anna.until("Total, 2 domains × 3 years");
	});

	it("names the parts of one line that are not names", async () => {
		const anna = await owner("line1.com", "line2.com");
		await anna.says("/renew line1.com line2.com zzz 1");
		expect((await anna.until("Renew 2 domains?")).text).toContain("▫️ zzz — Add an extension");
	});

	it("of several domains starts from the list of domains", async () => {
		const anna = await owner("several1.com", "several2.com");
		await anna.says("/renew");
		await anna.until("Renew. Choose a domain");
		await anna.says("several1.com\nzzz\nseveral2.com\na..b");
		const quote = await anna.until("Renew 2 domains?");
		expect(quote.text).toMatch(/several1\.com · \$[\d.]+ · Paid until \w+ \d+, \d{4} → \w+ \d+, \d{4}/);
		expect(quote.text?.match(/Paid until/g)).toHaveLength(2);
		expect(anna.screen).toContain("2 names aren’t included:\n▫️ zzz — Add an extension, such as .com.");
		expect(anna.screen).toContain("▫️ a..b — It has two dots in a row");
	});

	it("of a list makes one quote and a receipt for each name, and retries only failed ones", async () => {
		const anna = await owner("list1.com", "list2.com");
		await anna.says("/renew list1.com list2.com other.com 1");
		expect((await anna.until("Renew 2 domains?")).text).toContain("other.com — not in this account");
		await anna.taps("Pay $25.00");
		await anna.until("Placing your order");
		await world.work();
		expect((await anna.until("✅ list1.com")).text).toContain("✅ list2.com");
		expect(anna.account.ledger).toHaveLength(2);
	});
});

describe("a renewal beyond the maximum", () => {
	it("is refused at once, or with the service's message and other years if the limit moved", async () => {
		const whole = await startWholeBot();
		onTestFinished(() => whole[Symbol.asyncDispose]());
		const anna = await whole.chat();
		await anna.starts();
		await anna.taps("Open a sandbox");
		await anna.until("Connected with the token");
		await anna.says("/account");
		await anna.until("Balance");
		const [, user = "0"] = /Account (\d+)/.exec(anna.screen) ?? [];
		await whole.ground.service.admin.register("far", Number(user), "far.com");
		await anna.until("Registered outside");
		await anna.says("/renew far.com 10");
		const told = /far.com is paid until .+\. It can be paid at most 10 years ahead, so add 1 to 9 years\./;
		expect((await anna.until(told)).text).not.toContain("You can add");
		expect(anna.buttons.flat()).not.toContain("10 years");
		await anna.taps("5 years");
		await anna.until("Renew far.com?");
		await anna.says("/renew far.com");
		await anna.until("for how many years?");
		await anna.says("10");
		await anna.until("so add 1 to 9 years");
		await anna.says("9");
		await anna.until("Price for 9 years");
		await whole.ground.service.admin.renew("meanwhile", Number(user), "far.com", 1);
		await anna.until("Renewed outside");
		await anna.taps("Pay");
		const refusal = await anna.until("10 years is the maximum");
		expect(refusal.text).toContain("10 years");
		expect(JSON.stringify(refusal.keyboard)).not.toContain("Refresh price");
		await anna.taps("Choose years");
		await anna.until("You can add up to 8 years");
		expect(anna.buttons.flat()).not.toContain("10 years");
		await anna.taps("5 years");
		await anna.until("Price for 5 years");
		await anna.taps("Pay");
		await anna.until("far.com is renewed");
	}, 60_000);
});
