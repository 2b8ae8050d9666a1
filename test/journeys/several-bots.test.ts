import { expect, it, vi } from "vitest";
import { longWait } from "../support/long-wait.ts";
import { openBotOf } from "../support/service-setups.ts";
import { createSmallService } from "../support/small-service.ts";
import { texts, words } from "../support/texts.ts";

vi.setConfig({ testTimeout: 60_000 });

const t = texts("en");

it("keeps accounts apart that use different bots of one service", async (test) => {
	// Vitest runs these handlers in reverse order of their registration. So the chats, which are opened below, close
	// before the bots.
	const stack = new AsyncDisposableStack();
	test.onTestFinished(() => stack.disposeAsync());
	const service = stack.use(await createSmallService());
	const first = stack.use(await openBotOf(service));
	const second = stack.use(await openBotOf(service));
	const buyers = await Promise.all(
		[first, second].map(async (bot, index) => ({
			bot,
			chat: await bot.customer(test),
			domains: [1, 2, 3].map((number) => `bot-${index}-${number}.com`),
		})),
	);
	await Promise.all(
		buyers.map(async ({ chat, domains }) => {
			for (const domain of domains) {
				await chat.says(domain);
				await chat.until(words(t, "offer-free", { name: domain }));
				await chat.taps(t("offer-register"));
				await chat.until(`Register ${domain}?`);
				await chat.taps("Pay");
				await chat.until(`${domain} is registered`);
			}
		}),
	);
	for (const { bot, chat, domains } of buyers) {
		const { sql } = bot.world.database;
		const items = await sql<{ domain: string }[]>`select domain from bot.items order by domain`;
		expect(items.map(({ domain }) => domain)).toEqual(domains);
		const accounts = await sql<{ userId: string }[]>`select user_id::text as "userId" from bot.accounts`;
		expect(accounts).toEqual([{ userId: String(chat.userId) }]);
		const received = () => sql<{ domain: string }[]>`select domain from bot.inbox order by domain`;
		await vi.waitFor(async () => expect((await received()).map(({ domain }) => domain)).toEqual(domains), longWait);
		expect(await chat.balance()).toBe(50_000 - 3 * 1_150);
	}
});
