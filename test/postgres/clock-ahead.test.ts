import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isFree, isFreeText, isPast } from "../../src/postgres/clock.ts";
import { createRateLimiter } from "../../src/postgres/shared-rate-limiter.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { project, sourceFiles } from "../support/source-files.ts";

let database: TestDatabase;

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

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
	const [text] = await database.sql`
		select ${database.sql.unsafe(isFreeText("at"))} as free from (select clock() + ${ahead}::interval as at) as row`;
	expect(text).toEqual({ free });
});

it("compares the end of a lease with the clock only in the helper", () => {
	const compares = /(?:lease_until|leaseUntil\})\s*(?:<=|<|>)\s*(?:clock\(\)|\$\{now\})/;
	const found = sourceFiles().filter((name) => compares.test(readFileSync(join(project, name), "utf8")));
	// The first deletes old rows, and the second asks if enough of an own lease is left.
	expect(found.toSorted()).toEqual(["src/service/cleanup.ts", "src/service/events/send.ts"]);
});
