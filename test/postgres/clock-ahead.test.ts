import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clock, isFree, isPast, secondsUntil, textOf } from "@domains/kit/postgres/clock.ts";
import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOutboxStore } from "../../src/store/outbox.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { project, sourceFiles } from "../support/source-files.ts";

let database: TestDatabase;

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Returns the files of the product with a text that matches. */
function filesWith(pattern: RegExp): string[] {
	return sourceFiles().filter((name) => pattern.test(readFileSync(join(project, name), "utf8")));
}

it("does not wait for a permit that was taken while the clock was ahead", async () => {
	const { acquire, block } = createRateLimiter(database.sql);
	for (const [key, ahead] of [
		["minutes", "6 minutes"],
		["a day", "1 day"],
		["a year", "1 year"],
	] as const) {
		const limit = { key, everyMs: 143, burst: 2 };
		await acquire([limit]);
		await database.sql`update rate_limits set next_at = next_at + ${ahead}::interval where key = ${key}`;
		expect(await acquire([limit])).toMatchObject({ go: true });
		// Its time is right again, and it still limits.
		const more = [await acquire([limit]), await acquire([limit]), await acquire([limit])];
		expect(more.some(({ go }) => !go)).toBe(true);
	}
	await block("blocked", 60_000);
	expect(await acquire([{ key: "blocked", everyMs: 143, burst: 2 }])).toMatchObject({ go: false, blocked: true });
	await database.sql`update rate_limits set blocked_until = clock() + interval '3 days' where key = 'blocked'`;
	expect(await acquire([{ key: "blocked", everyMs: 143, burst: 2 }])).toMatchObject({ go: true, probe: true });
});

it.each([
	[null, true, null],
	["-1 second", true, true],
	["30 seconds", false, false],
	["6 minutes", true, false],
	["1 year", true, true],
])("takes a lease or a wait that ends in %s as over: %j, %j", async (ahead, free, past) => {
	const at = sql`(clock() + ${ahead}::interval)`;
	const [row] = await database.db.execute(sql`select ${isFree(at)} as free, ${isPast(at, "2 days")} as past`);
	expect(row).toEqual({ free, past });
	const [freeText, pastText, seconds] = [
		isFree(sql`at`),
		isPast(sql`at`, "2 days"),
		secondsUntil(sql`at`, "2 days"),
	].map((each) => database.sql.unsafe(textOf(each)));
	const [text] = await database.sql`
		select ${freeText ?? ""} as free, ${pastText ?? ""} as past, ${seconds ?? ""} > 0 as waits
		from (select clock() + ${ahead}::interval as at) as row`;
	expect(text).toEqual({ free, past, waits: past === false });
});

it("compares the end of a lease with the clock only in the helper", () => {
	const compares = /(?:lease_until|leaseUntil\})\s*(?:<=|<|>)\s*(?:clock\(\)|\$\{now\})/;
	// It asks if enough of an own lease is left.
	expect(filesWith(compares)).toEqual(["packages/trading-service/src/webhooks/send.ts"]);
});

it("compares a wake-up with the clock only in the helper", () => {
	const wakes =
		/(?:wake_at|wakeAt\}|monitor_at|monitorAt\}|names_until|kept_until)\s*(?:<=|<|>|-)\s*(?:clock\(\)|\$\{now\})/;
	// The first says if a new job is worth it now, the second counts rows, and the third deletes old ones.
	expect(filesWith(wakes)).toEqual([
		"packages/trading-service/src/cleanup.ts",
		"src/store/operation-lists.ts",
		"src/store/screens.ts",
	]);
});

it("sends a notification and continues an order that were to wake up in a year", async () => {
	const { sql: client, db } = database;
	await client`insert into bot.people (id, locale) values (1, 'en')`;
	await client`insert into bot.chats (id) values (1)`;
	const [row] = await client<{ id: string }[]>`
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key, wake_at)
		values (1, 1, 'operation', 1, 'x', clock() + interval '1 year') returning id`;
	const due = await db.execute<{ id: string }>(dueRows["bot.outbox"](clock));
	expect(due.map(({ id }) => id)).toEqual([row?.id]);
	const outbox = createOutboxStore(client, createRateLimiter(client));
	expect(await outbox.lease(Number(row?.id))).toMatchObject({ chatId: 1 });
});
