import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spend, spentOn } from "../../src/store/spending.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
	await database.sql`insert into bot.people (id, locale) values (1, 'en'), (2, 'en')`;
});
afterAll(() => database[Symbol.asyncDispose]());

const day = "2027-03-01";

describe("the daily cap", () => {
	it("applies to the first amount, compared as a number", async () => {
		const spent = await database.db.transaction((tx) => spend(tx, { personId: 1, day, cents: 1_150, capCents: 500 }));
		expect(spent).toBe(false);
		expect(await spentOn(database.db, 1, day)).toBe(0);
	});

	it("can be reached but not exceeded, and an amount given back can be spent again", async () => {
		const one = (cents: number) =>
			database.db.transaction((tx) => spend(tx, { personId: 2, day, cents, capCents: 1_000 }));
		expect([await one(600), await one(500), await one(400), await one(1)]).toEqual([true, false, true, false]);
		expect([await one(-400), await one(400)]).toEqual([true, true]);
	});
});
