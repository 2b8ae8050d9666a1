import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { clock, createClock } from "../../src/postgres/clock.ts";

it("is the database's own time until a test moves it", async () => {
	await using database = await createTestDatabase();
	expect([...(await database.db.execute(sql`select ${clock} = now() as same`))]).toEqual([{ same: true }]);
});

it("moves for open connections, also in prepared statements", async () => {
	await using database = await createTestDatabase();
	const open = await database.sql.reserve();
	const ahead = async () => {
		const [row] = await open<{ seconds: number }[]>`select extract(epoch from clock() - now())::int as seconds`;
		return row?.seconds;
	};
	expect(await ahead()).toBe(0);
	await database.advance(60_000);
	expect(await ahead()).toBe(60);
	await database.advance(3_600_000);
	expect(await ahead()).toBe(3_660);
	open.release();
});

it("moves by the sum of concurrent changes", async () => {
	await using database = await createTestDatabase();
	await Promise.all(Array.from({ length: 30 }, () => database.advance(1_000)));
	const [row] = await database.sql`select extract(epoch from clock() - now())::int as seconds`;
	expect(row).toEqual({ seconds: 30 });
});

it("keeps a test's offset when a process starts on the database again", async () => {
	await using database = await createTestDatabase();
	await database.advance(1_000);
	await createClock(database.sql);
	const [row] = await database.sql`select clock() > now() as ahead`;
	expect(row).toEqual({ ahead: true });
});

it("can use an index, as now() can", async () => {
	await using database = await createTestDatabase();
	await database.sql`create table due (at timestamptz)`;
	await database.sql`set enable_seqscan = off`;
	const plan = await database.sql`explain (costs off) select from due where at < clock()`;
	expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("now()");
});
