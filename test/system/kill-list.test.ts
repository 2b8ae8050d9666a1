import type { Sql } from "@domains/kit/postgres/connect.ts";
import { expect, it } from "vitest";
import { createKillableWorld, untilRow } from "../support/killable-world.ts";

const total = 640;
/**
 * The bot checks which names of the list are available, and stores the results in batches. The test blocks the batch
 * with `kill-list-350.com` until the processes are killed.
 */
const stuckAt = 350;

it("a list continues in its message after everything is killed in the middle", { timeout: 180_000 }, async () => {
	const world = await createKillableWorld();
	const before = await world.start();
	await before.chat.starts();
	await before.chat.taps("Open a sandbox");
	await before.chat.until("$500.00");
	await blockAnswer(before.sql, `kill-list-${stuckAt}.com`);
	const names = Array.from({ length: total }, (_, index) => `kill-list-${index + 1}.com`);
	await before.chat.sends({ name: "names.txt", content: names.join("\n") });
	const board = await before.chat.until(`of ${total}`);
	const messages = before.chat.messages.length;
	await untilRow(
		() => before.sql`
		select from pg_stat_activity where wait_event = 'PgSleep' and query like '%bot.board_names%' and state = 'active'`,
	);
	await world.kill();

	const { chat, sql } = await world.start();
	// The killed process may have edited the message without storing this. The next process then repeats the edit, and
	// Telegram refuses it.
	chat.expectsRefusal("message is not modified");
	const [stored] = await sql`select count(*) filter (where state = 'open')::int as open from bot.board_names`;
	expect(stored?.["open"]).toBe(total - 300);
	await sql`drop trigger stuck on bot.board_names`;
	// The killed worker had reserved the list for a limited time (a lease). Let this time pass, so that the new process
	// continues the list.
	await world.advance(60_000);
	const done = await chat.until(`✅ ${total} available`);
	expect(done.message_id).toBe(board.message_id);
	expect(chat.messages).toHaveLength(messages);

	const rows = await sql<{ name: string; state: string }[]>`select name, state from bot.board_names order by ordinal`;
	expect(rows.map(({ name }) => name)).toEqual(names);
	expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["available"]));
	const boards = await sql`select state from bot.boards`;
	expect(boards.map((row) => row["state"])).toEqual(["done"]);
	await chat.expectNoRefusals();
});

/** Makes the SQL statement that stores the result for this name wait for longer than the test takes. */
async function blockAnswer(sql: Sql, name: string): Promise<void> {
	await sql`create function public.stuck() returns trigger language plpgsql as
		$$ begin perform pg_sleep(600); return new; end $$`;
	await sql.unsafe(`create trigger stuck before update on bot.board_names for each row
		when (new.name = '${name}' and new.state <> 'open') execute function public.stuck()`);
}
