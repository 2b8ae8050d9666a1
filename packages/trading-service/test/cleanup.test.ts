import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { startService } from "../../../test/support/service.ts";
import { dueCleanups } from "../src/cleanup.ts";

it("searches the rates once an hour, because that reads the whole table", async () => {
	await using world = await startService();
	await (await world.open()).get("/account");
	await world.database.sql`update service.rates set seen_at = clock() - interval '2 days'`;
	const minutes: { first: boolean; due: boolean; isRead: boolean }[] = [];
	for (let minute = 0; minute < 60; minute += 1) {
		const [now] = await world.database.db.execute<{ first: boolean; due: boolean }>(sql`
			select extract(minute from clock()) = 0 as first,
				exists (select from (${dueCleanups(clock)}) found where id = 'rates') as due`);
		const plan = await world.database.db.execute<{ "QUERY PLAN": string }>(sql`explain analyze ${dueCleanups(clock)}`);
		const scan = plan.find((line) => line["QUERY PLAN"].includes("on rates"))?.["QUERY PLAN"];
		if (now && scan) minutes.push({ ...now, isRead: !scan.includes("never executed") });
		await world.database.advance(60_000);
	}
	expect(minutes).toHaveLength(60);
	expect(minutes.filter(({ due }) => due)).toHaveLength(1);
	expect(minutes.filter(({ first, due, isRead }) => first !== due || first !== isRead)).toEqual([]);
});

it("deletes rows past their retention, but no money and no domains", async () => {
	await using world = await startService();
	const caller = await world.open();
	await caller.send("POST", "/domains/register", { domain: "tidy.com" });
	await world.database.sql`
		insert into service.deliveries (event_id, account_id, attempt, status, status_code)
		select id, account_id, 1, 'failed', 500 from service.events`;
	const due = async () =>
		(await world.database.db.execute<{ id: string }>(dueCleanups(clock))).map(({ id }) => id).toSorted();
	const clean = async () => {
		for (const id of await due())
			await world.service.queues["service.cleanup"].handle(id, new AbortController().signal);
	};
	expect(await due()).toEqual([]);
	await world.database.advance(26 * 3_600_000);
	const [time] = await world.database.sql<{ minute: number }[]>`select extract(minute from clock())::int as minute`;
	// The cleanup looks for old rows of `rates` only in the first minute of each hour. Advance the clock to the next such
	// minute.
	await world.database.advance((60 - (time?.minute ?? 0)) * 60_000);
	expect(await due()).toEqual(["admin_calls", "rates", "requests"]);
	await clean();
	expect(await due()).toEqual([]);
	await world.database.advance(92 * 24 * 3_600_000);
	await clean();
	const [left] = await world.database.db.execute(sql`
		select (select count(*)::int from service.events) as events, (select count(*)::int from service.deliveries) as deliveries,
			(select count(*)::int from service.requests) as requests, (select count(*)::int from service.orders) as orders,
			(select count(*)::int from service.ledger) as ledger, (select count(*)::int from service.domains) as domains`);
	expect(left).toEqual({ events: 0, deliveries: 0, requests: 0, orders: 1, ledger: 3, domains: 1 });
});

it("deletes an answer whose lease was written while the clock was ahead", async () => {
	await using world = await startService();
	await (await world.open()).send("POST", "/domains/register", { domain: "ahead.com" });
	await world.database.sql`
		update service.requests set kept_until = clock() - interval '2 hours', lease_until = clock() + interval '1 year'`;
	const due = await world.database.db.execute<{ id: string }>(dueCleanups(clock));
	expect(due.map(({ id }) => id)).toContain("requests");
});
