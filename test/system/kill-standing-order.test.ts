import { expect, it, vi } from "vitest";
import { createKillableWorld, untilRow } from "../support/killable-world.ts";

// The test starts the bot and its database server three times, which takes long.
vi.setConfig({ testTimeout: 240_000 });

const name = "slow-caught.com";
const minuteMs = 60_000;

it("a standing order buys a freed name once, although everything is killed twice and the answer is lost", async () => {
	const world = await createKillableWorld();
	const first = await world.start();
	await first.chat.starts();
	await first.chat.taps("Open a sandbox");
	await first.chat.until("$500.00");
	await first.sql`
		insert into service.sandbox_names (name, registered_at, expires_at) values (${name}, clock(), clock() + interval '5 years')`;
	await first.chat.says(`/watch ${name}`);
	await first.chat.until("Checked every");
	await first.chat.taps("Buy it for me");
	await first.chat.until("The most to pay");
	await first.chat.taps("$20");
	await first.chat.taps("Buy up to");
	await first.chat.until("Allowed");
	await untilRow(() => first.sql`select from bot.watches where kind = 'name' and answer->>'available' = 'false'`);
	expect(await first.sql`select from bot.operations`).toHaveLength(0);

	await first.sql`delete from service.sandbox_names where name = ${name}`;
	await world.advance(20 * minuteMs);
	await untilRow(() => first.sql`select from service.orders where state = 'open'`);
	await world.kill();

	const second = await world.start();
	await world.advance(22 * minuteMs);
	await untilRow(() => second.sql`select from bot.requests where attempts > 1 or phase <> 'sent'`);
	await world.kill();

	const third = await world.start();
	await world.advance(24 * minuteMs);
	await third.chat.until(`${name} is registered`);
	await world.advance(60 * minuteMs);
	await untilRow(
		() => third.sql`select from bot.watches where kind = 'name' having count(*) filter (
		where state = 'running') = 0`,
	);
	const charges = await third.sql`
		select orders.domain from service.ledger join service.orders on orders.id = ledger.order_id
		where ledger.kind = 'charge'`;
	expect(charges.map((row) => row["domain"])).toEqual([name]);
	expect(await third.sql`select from bot.operations`).toHaveLength(1);
});
