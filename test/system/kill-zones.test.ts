import type { Sql } from "@domains/kit/postgres/connect.ts";
import { expect, it } from "vitest";
import { createKillableWorld, untilRow } from "../support/killable-world.ts";

const names = ["kill-zone-a.com", "kill-zone-b.com", "kill-zone-c.com"];
/** The test blocks the write of this domain's records until the processes are killed. */
const stuck = "kill-zone-b.com";

it("a change of several zones ends in each new zone, written once, after a kill in the middle", {
	timeout: 180_000,
}, async () => {
	const world = await createKillableWorld();
	const before = await world.start();
	await before.chat.starts();
	await before.chat.taps("Open a sandbox");
	await before.chat.until("$500.00");
	await before.chat.says(names.join("\n"));
	await before.chat.taps("Register 3 domains");
	await before.chat.taps("Pay");
	await before.chat.until("Registered: 3");
	await countWrites(before.sql);
	await blockWrite(before.sql, stuck);
	await before.chat.says("/domains");
	await before.chat.taps("Select");
	await before.chat.taps("Select all 3");
	await before.chat.taps("⋯ More");
	await before.chat.taps("🧭 DNS");
	await before.chat.until("DNS of 3 domains");
	await before.chat.says("@ TXT owner=anna");
	await before.chat.until("➕ @ TXT owner=anna");
	await before.chat.taps("Apply changes");
	await untilRow(
		() => before.sql`
		select from pg_stat_activity where wait_event = 'PgSleep' and query like '%domains%' and state = 'active'`,
	);
	await world.kill();

	const { chat, sql } = await world.start();
	// The killed process may have edited the message without storing this. The next process then repeats the edit, and
	// Telegram refuses it.
	chat.expectsRefusal("message is not modified");
	expect(await ownersOf(sql, stuck)).toEqual([]);
	await sql`drop trigger stuck on service.domains`;
	// The killed worker had reserved the request for a limited time (a lease). Let this time pass, so that the new
	// process continues the request.
	await world.advance(120_000);
	await chat.until("DNS records of 3 domains updated");
	for (const name of names) expect(await ownersOf(sql, name)).toEqual(["owner=anna"]);
	const writes = await sql`select name, count(*)::int as count from public.writes group by name order by name`;
	expect(writes.map(({ count }) => count)).toEqual([1, 1, 1]);
	await chat.expectNoRefusals();
});

async function ownersOf(sql: Sql, name: string): Promise<string[]> {
	const rows = await sql<{ value: string }[]>`
		select record->>'value' as value from service.domains, jsonb_array_elements(records) as record
		where name = ${name} and record->>'type' = 'TXT'`;
	return rows.map(({ value }) => value);
}

/** Creates a trigger that records each stored change of a domain's DNS records. */
async function countWrites(sql: Sql): Promise<void> {
	await sql.unsafe(`create table public.writes (name text);
		create function public.count_write() returns trigger language plpgsql as
			$$ begin insert into public.writes values (new.name); return new; end $$;
		create trigger writes after update of records on service.domains for each row
			when (old.records is distinct from new.records) execute function public.count_write()`);
}

/** Makes the SQL statement that stores this domain's records wait for longer than the test takes. */
async function blockWrite(sql: Sql, name: string): Promise<void> {
	await sql.unsafe(`create function public.stuck() returns trigger language plpgsql as
		$$ begin perform pg_sleep(600); return new; end $$;
		create trigger stuck before update of records on service.domains for each row
			when (new.name = '${name}') execute function public.stuck()`);
}
