import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import type { Sql } from "../../src/postgres/connect.ts";
import type { MigrationFolder } from "../../src/postgres/migrate.ts";

// A migration runs while other processes use the tables. Three kinds of changes block a large table for long: rewriting
// the table, building an index on it, and checking its rows against a new constraint. docs/contribute.md says what to
// do instead.

/** They need not follow the rule. */
const older: Record<MigrationFolder, number> = { bot: 29, service: 5 };
/** The release notes ask operators to build these indexes before the update. */
const announced: Record<MigrationFolder, string[]> = {
	bot: [
		"bot.inbox gets index inbox_operation",
		"bot.inbox gets index inbox_receipt",
		"bot.outbox gets index outbox_screen",
	],
	service: [],
};

it("finds each kind of change that blocks a table", async () => {
	await using database = await createTestDatabase();
	const changesOf = (statement: string) => findChanges(database.sql, [statement]);
	expect(await changesOf("alter table bot.people add column a text default 'a'")).toEqual([]);
	expect(await changesOf("create table bot.b (id bigint references bot.people (id))")).toEqual([]);
	expect(await changesOf("alter table bot.people add constraint c check (id > 0) not valid")).toEqual([]);
	expect(await changesOf("alter table bot.people add column g boolean not null default false")).toEqual([]);
	expect(await changesOf("alter table bot.people add column d bigint generated always as identity")).toEqual([
		"bot.people is written again",
	]);
	expect(await changesOf("create index e on bot.people (locale)")).toEqual(["bot.people gets index e"]);
	expect(await changesOf("alter table bot.people add constraint f check (id > 0)")).toEqual([
		"bot.people gets constraint f",
	]);
	expect(await changesOf("alter table bot.people validate constraint c")).toEqual(["bot.people gets constraint c"]);
	expect(await changesOf("alter table bot.people alter first_update_id set not null")).toEqual([
		"bot.people gets not null first_update_id",
	]);
});

it.each(Object.keys(older) as MigrationFolder[])("no new migration of %s blocks a table", async (folder) => {
	await using database = await createTestDatabase();
	const { sql } = database;
	await sql`drop schema ${sql(folder)} cascade`;
	const files = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, "../../../../drizzle", folder) });
	for (const file of files.slice(0, older[folder])) for (const statement of file.sql) await sql.unsafe(statement);
	expect(
		await findChanges(
			sql,
			files.slice(older[folder]).flatMap((file) => file.sql),
		),
	).toEqual(announced[folder]);
});

/** Returns a line for each change that locks an existing table for long. */
async function findChanges(sql: Sql, statements: string[]): Promise<string[]> {
	const before = new Set(await describe(sql));
	const tables = new Set([...before].map((each) => each.split(" ", 1)[0]));
	for (const statement of statements) await sql.unsafe(statement);
	const added = (await describe(sql)).filter((each) => !before.has(each) && tables.has(each.split(" ", 1)[0]));
	// A new column may be `not null`, because PostgreSQL adds such a column without reading the rows.
	const blocking = added.filter((each) => !/ has /.test(each) && !isNewColumn(each, before));
	return blocking.map((each) => each.replace(/is written again.*/, "is written again"));
}

function isNewColumn(line: string, before: ReadonlySet<string>): boolean {
	return / gets not null /.test(line) && !before.has(line.replace("gets not null", "has"));
}

/**
 * One line for each data file, index, validated constraint, column and `not null`. A rewritten table gets a new data
 * file.
 */
async function describe(sql: Sql): Promise<string[]> {
	const rows = await sql<{ line: string }[]>`
		select n.nspname || '.' || t.relname || ' ' || d.line as line
		from pg_class t join pg_namespace n on n.oid = t.relnamespace cross join lateral (
			select 1 as kind, 'is written again ' || t.relfilenode as line
			union all select 2, 'gets index ' || i.relname
			from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = t.oid
			union all select 3, 'gets constraint ' || conname
			from pg_constraint where conrelid = t.oid and convalidated and contype in ('c', 'f')
			union all select 4, 'gets not null ' || attname
			from pg_attribute where attrelid = t.oid and attnotnull and attnum > 0
			union all select 5, 'has ' || attname from pg_attribute where attrelid = t.oid and attnum > 0
		) d
		where n.nspname in ('bot', 'service') and t.relkind = 'r' order by 1, d.kind`;
	return rows.map(({ line }) => line);
}
