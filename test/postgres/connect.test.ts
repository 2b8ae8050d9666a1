import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Tx } from "../../src/postgres/connect.ts";
import { createTestDatabase } from "../support/database.ts";

it("takes and gives moments as dates, in plain and in built statements", async () => {
	await using database = await createTestDatabase();
	const moment = new Date("2026-02-03T04:05:06.789Z");
	expect(await database.sql`select ${moment}::timestamptz as at`).toEqual([{ at: moment }]);
	expect([...(await database.db.execute(sql`select ${moment}::timestamptz as at`))]).toEqual([{ at: moment }]);
});

it("undoes everything of a transaction that fails", async () => {
	await using database = await createTestDatabase();
	const make = (tx: Tx) => tx.execute(sql`create table made ()`);
	const failing = database.db.transaction(async (tx) => {
		await make(tx);
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow("no");
	expect(await database.sql`select to_regclass('made') as made`).toEqual([{ made: null }]);
});
