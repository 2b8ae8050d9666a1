import { expect, it } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { connect } from "../../src/postgres/connect.ts";
import { migrate } from "../../src/postgres/migrate.ts";

async function tablesOf(url: string): Promise<string[]> {
	await using database = connect(url, { max: 1 });
	const rows = await database.sql<{ name: string }[]>`
		select table_schema || '.' || table_name as name from information_schema.tables
		where table_schema in ('bot', 'service') order by 1`;
	return rows.map(({ name }) => name);
}

it("creates the tables of each folder, and changes nothing the second time", async () => {
	await using database = await createTestDatabase();
	const before = await tablesOf(database.url);
	expect(before.filter((name) => name.startsWith("bot.")).length).toBeGreaterThan(0);
	await migrate(database.url, ["bot", "service"]);
	expect(await tablesOf(database.url)).toEqual(before);
});

it("serializes processes that start at once", async () => {
	await using database = await createTestDatabase();
	const before = await tablesOf(database.url);
	await database.sql`drop schema bot cascade`;
	await database.sql`drop schema bot_migrations cascade`;
	await Promise.all([1, 2, 3].map(() => migrate(database.url, ["bot"])));
	expect(await tablesOf(database.url)).toEqual(before);
});

it("names the unusable database and the reason, without the password", async () => {
	await using database = await createTestDatabase();
	const refused = migrate(database.tcpUrl.replace(/:[^:@]+@/, ":wrong-password@"), ["bot"]);
	await expect(refused).rejects.toMatchObject({
		code: "database_unavailable",
		message: expect.stringMatching(/127\.0\.0\.1:\d+\/test_.*password authentication failed/),
	});
	await expect(refused).rejects.not.toThrow("wrong-password");
	await expect(migrate("postgres://nobody:secret@127.0.0.1:1/none", ["bot"])).rejects.toThrow(
		/127\.0\.0\.1:1\/none cannot be used: .*ECONNREFUSED/,
	);
});

it("reports the server's error, not the statement", async () => {
	await using database = await createTestDatabase();
	await database.sql`drop schema bot_migrations cascade`;
	await expect(migrate(database.url, ["bot"])).rejects.toThrow(/cannot be used: schema "bot" already exists$/);
});

it("does not make other statements wait behind a migration that waits for a lock", async () => {
	await using database = await createTestDatabase();
	const { sql } = database;
	// The 30th migration drops these two columns. To do so, it must lock both tables. It runs again with the later ones,
	// so undo what those cannot do twice.
	await sql`alter table bot.conversations add column seen_at timestamptz`;
	await sql`alter table bot.people add column seen_at timestamptz`;
	await sql`alter table bot.screens drop column lease_id, drop column topic_id`;
	await sql`alter table bot.outbox drop column facts`;
	await sql`alter table bot.services drop column edge_mode`;
	await sql`drop table bot.proposals, bot.mandates, bot.balance_changes`;
	await sql`alter table bot.inbox drop column charged_cents, drop column balance_cents, drop column expires_at`;
	await sql`
		alter table bot.conversations
		add constraint conversations_screen_id_screens_id_fk foreign key (screen_id) references bot.screens (id)`;
	const again = await sql`
		delete from bot_migrations.__drizzle_migrations where created_at >= (
			select created_at from bot_migrations.__drizzle_migrations order by created_at offset 29 limit 1
		)
		returning id`;
	expect(again).not.toEqual([]);
	const add = (id: number) => sql`insert into bot.people (id, locale, first_update_id) values (${id}, 'en', 1)`;
	let migrated: Promise<void> | undefined;
	await sql.begin(async (holder) => {
		await holder`insert into bot.people (id, locale, first_update_id) values (1, 'en', 1)`;
		migrated = migrate(database.url, ["bot"]);
		await expect
			.poll(() => sql`select from pg_locks where relation = 'bot.people'::regclass and not granted`, { timeout: 5_000 })
			.toHaveLength(1);
		// The first transaction is still open, so the migration still waits for its lock on `bot.people`. This statement
		// needs a lock on the same table and must not wait for the migration.
		await add(2);
	});
	await migrated;
	const left = await sql`
		select from information_schema.columns
		where table_schema = 'bot' and table_name in ('people', 'conversations') and column_name = 'seen_at'`;
	expect(left).toEqual([]);
});
