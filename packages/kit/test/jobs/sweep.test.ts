import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { createTestLog } from "../../../../test/support/log.ts";
import { createJobs, findWork, skipWhileIdle } from "../../src/jobs/index.ts";
import type { Due } from "../../src/jobs/queues.ts";

/** Like a real sweep, each one sends a statement. It returns `state.soon`, which is true if work is due soon. */
async function setup() {
	const database = await createTestDatabase();
	const state = { sweeps: 0, soon: false };
	const task = skipWhileIdle(database.db, async () => {
		state.sweeps += 1;
		await database.db.execute(sql`select 1`);
		return state.soon;
	});
	/** Returns how many of the calls swept. */
	const call = async (times: number): Promise<number> => {
		const before = state.sweeps;
		for (let time = 0; time < times; time += 1) await task();
		return state.sweeps - before;
	};
	return { database, state, call, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

it("sweeps once in five calls while there is no work", async () => {
	await using world = await setup();
	expect(await world.call(1)).toBe(1);
	expect(await world.call(4)).toBe(0);
	expect(await world.call(10)).toBe(2);
});

it("sweeps at each call while work is near", async () => {
	await using world = await setup();
	world.state.soon = true;
	expect(await world.call(3)).toBe(3);
	world.state.soon = false;
	expect(await world.call(5)).toBe(1);
});

it.each<[string, (world: Awaited<ReturnType<typeof setup>>) => Promise<unknown>]>([
	["a statement", ({ database }) => database.db.execute(sql`select 1`)],
	["plain SQL", ({ database }) => database.sql`select 1`],
	["a transaction", ({ database }) => database.db.transaction(async () => {})],
	["a failed statement", ({ database }) => database.sql`select 1 / 0`.catch(() => {})],
])("sweeps at the next call after %s", async (_, act) => {
	await using world = await setup();
	await world.call(1);
	await act(world);
	expect(await world.call(1)).toBe(1);
	expect(await world.call(4)).toBe(0);
});

it("sweeps at the next call after a failed sweep", async () => {
	await using database = await createTestDatabase();
	let sweeps = 0;
	const task = skipWhileIdle(database.db, async () => {
		sweeps += 1;
		throw new Error("no database");
	});
	for (let time = 0; time < 2; time += 1) await expect(task()).rejects.toThrow("no database");
	expect(sweeps).toBe(2);
});

it("finds work that becomes due within five seconds, and jobs of any process", async () => {
	await using database = await createTestDatabase();
	await using jobs = await createJobs({ url: database.url, log: createTestLog() });
	await database.sql`create table things (id text, wake_at timestamptz)`;
	const due: Due = (now) => sql`select id from things where wake_at <= ${now}`;
	const find = async () => {
		const [found] = await findWork(database.db, [{ queue: "bot.event", due }]);
		return { soon: found?.soon, due: found?.due };
	};
	expect(await find()).toEqual({ soon: false, due: [] });
	await database.sql`insert into things values ('thing', clock() + interval '1 hour')`;
	expect(await find()).toEqual({ soon: false, due: [] });
	await database.advance(3_600_000 - 4_000);
	expect(await find()).toEqual({ soon: true, due: [] });
	await database.advance(4_000);
	expect(await find()).toEqual({ soon: true, due: ["thing"] });
	await database.sql`delete from things`;
	expect(await find()).toEqual({ soon: false, due: [] });
	await jobs.enqueue(database.db, "bot.event", "other");
	expect(await find()).toEqual({ soon: true, due: [] });
});
