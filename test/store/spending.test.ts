import { afterAll, beforeAll, expect, it } from "vitest";
import { spend, spentOn } from "../../src/store/spending.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;

beforeAll(async () => {
	database = await createTestDatabase();
	await database.sql`insert into bot.people (id, locale) values (7, 'en')`;
});
afterAll(() => database[Symbol.asyncDispose]());

it("keeps a day's spending within its column, and never above the cap", async () => {
	const day = "2027-03-01";
	const add = (cents: number, capCents: number | null) =>
		database.db.transaction((tx) => spend(tx, { personId: 7, day, cents, capCents }));
	expect(await add(2_000_000_000, null)).toBe(true);
	expect(await add(5_000_000_000, null)).toBe(true);
	expect(await spentOn(database.db, 7, day)).toBe(2_147_483_647);
	expect(await add(1, 2_147_483_647)).toBe(false);
	expect(await add(-9_000_000_000, null)).toBe(true);
	expect(await spentOn(database.db, 7, day)).toBe(0);
	expect(await add(5_000_000_000, 100)).toBe(false);
});
