import { eq, inArray, sql as text } from "drizzle-orm";
import { expect, it } from "vitest";
import { connect } from "../../src/postgres/connect.ts";
import { people } from "../../src/store/schema/people.ts";
import { createTestDatabase } from "../support/database.ts";

async function open() {
	const own = await createTestDatabase();
	const times: number[] = [];
	const database = connect(own.url, { max: 2, onStatement: (ms) => void times.push(ms) });
	const close = async (): Promise<void> => {
		await database[Symbol.asyncDispose]();
		await own[Symbol.asyncDispose]();
	};
	return { ...database, times, [Symbol.asyncDispose]: close };
}

it("reports the duration of each statement, and returns the same result", async () => {
	await using database = await open();
	const { sql, db, times } = database;
	expect([...(await sql`select 1 as one, pg_sleep(0.05)`)]).toMatchObject([{ one: 1 }]);
	expect(times).toHaveLength(1);
	expect(times[0]).toBeGreaterThan(49);
	await db.insert(people).values({ id: 5, locale: "en" });
	expect(await db.select({ locale: people.locale }).from(people).where(eq(people.id, 5))).toEqual([{ locale: "en" }]);
	expect(times).toHaveLength(3);
});

it("counts a fragment as part of its statement, also in a transaction", async () => {
	await using database = await open();
	const { sql, db, times } = database;
	const part = sql`where n > ${1}`;
	expect(await sql`select n from generate_series(1, 2) n ${part}`).toMatchObject([{ n: 2 }]);
	expect(times).toHaveLength(1);
	const sum = await db.transaction(async (tx) => {
		await tx.execute(text`select 1`);
		return tx.transaction(async (inner) => (await inner.execute<{ two: number }>(text`select 2 as two`))[0]?.two);
	});
	expect(sum).toBe(2);
	expect(await sql.begin(async (tx) => (await tx`select 3 as three`)[0]?.["three"])).toBe(3);
	expect(times).toHaveLength(4);
});

it("counts a failed statement, and throws its error", async () => {
	await using database = await open();
	const { sql, times } = database;
	await expect(sql`select 1 / ${0}::int`).rejects.toMatchObject({ code: "22012" });
	await expect(sql.begin((tx) => tx`select * from nothing`)).rejects.toMatchObject({ code: "42P01" });
	expect(times).toHaveLength(2);
});

it("prepares statements that drizzle built, except for long lists", async () => {
	await using own = await createTestDatabase();
	await using database = connect(own.url, { max: 1 });
	const { sql, db } = database;
	const find = (ids: number[]) => db.select({ id: people.id }).from(people).where(inArray(people.id, ids));
	await find([1]);
	await find(Array.from({ length: 33 }, (_, index) => index));
	const kept = await sql<
		{ statement: string }[]
	>`select statement from pg_prepared_statements where statement like 'select "id"%'`;
	expect(kept.map(({ statement }) => statement)).toEqual([expect.stringMatching(/in \(\$1\)$/)]);
});
