import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { eq, type SQL, sql } from "drizzle-orm";
import { accountsOf } from "./accounts.ts";
import { people } from "./schema/people.ts";

export type Person = typeof people.$inferSelect;

export async function findPerson(db: Db | Tx, id: number): Promise<Person | undefined> {
	const [row] = await db.select().from(people).where(eq(people.id, id));
	return row;
}

export async function updatePerson(
	db: Db | Tx,
	id: number,
	values: Partial<Omit<Person, "id" | "firstUpdateId" | "bannedAt" | "createdAt" | "seenAt">>,
): Promise<void> {
	await db.update(people).set(values).where(eq(people.id, id));
}

/**
 * Inserts a row for a person if there is none. A person may need a notification without ever having written to the bot.
 */
export async function addPerson(tx: Tx, id: number): Promise<void> {
	await tx.insert(people).values({ id, locale: "en" }).onConflictDoNothing();
}

/** The id of the placeholder person. Operations that stay after their person is deleted get this person id. */
export const erasedPersonId = 0;

/** Columns that no export contains: encrypted values, keys, secret addresses and the id of another person. */
const withheld = sql`array['token', 'token_print', 'webhook_secret', 'webhook_secret_old', 'receiver_path', 'webhook_url', 'key',
	'token_hash', 'last_person_id']`;

/**
 * Returns the names of the bot's tables that have this column. Exports and deletions of personal data use this list, so
 * that they include every new table.
 */
async function tablesWith(db: Db | Tx, column: "person_id" | "account_id"): Promise<string[]> {
	const rows = await db.execute<{ name: string }>(sql`
		select table_name as name from information_schema.columns
		where table_schema = 'bot' and column_name = ${column} order by table_name`);
	return rows.map(({ name }) => name);
}

const inBot = (table: string): SQL => sql`bot.${sql.identifier(table)}`;

/** Returns all rows about a person and about the accounts that they have access to, keyed by table name. */
export async function exportPerson(db: Db | Tx, personId: number): Promise<Record<string, unknown[]>> {
	const found: Record<string, unknown[]> = {};
	const take = async (table: string, where: SQL): Promise<void> => {
		const rows = await db.execute<{ row: unknown }>(
			sql`select to_jsonb(t) - ${withheld} as row from ${inBot(table)} t where ${where}`,
		);
		found[table] = [...(found[table] ?? []), ...rows.map(({ row }) => row)];
	};
	const accounts = JSON.stringify(await accountsOf(db, personId));
	const own = sql`(select value::bigint from jsonb_array_elements_text(${accounts}::jsonb))`;
	await take("people", sql`id = ${personId}`);
	await take("chats", sql`id = ${personId}`);
	await take("accounts", sql`id in ${own}`);
	const personal = await tablesWith(db, "person_id");
	for (const table of personal) await take(table, sql`person_id = ${personId}`);
	await take("requests", sql`operation_id in (select id from bot.operations where person_id = ${personId})`);
	await take("items", sql`operation_id in (select id from bot.operations where person_id = ${personId})`);
	await take("board_names", sql`board_id in (select id from bot.boards where person_id = ${personId})`);
	await take("watches", sql`person_id is null and account_id in ${own}`);
	for (const table of await tablesWith(db, "account_id")) {
		if (table !== "items" && !personal.includes(table)) await take(table, sql`account_id in ${own}`);
	}
	return found;
}

/** Returns the references of a person's confirmed operations that have no outcome yet. */
export async function unsettledOf(db: Db | Tx, personId: number): Promise<string[]> {
	const rows = await db.execute<{ reference: string }>(sql`
		select reference from bot.operations o
		where person_id = ${personId} and settled_at is null
			and exists (
				select from bot.requests
				where operation_id = o.id and phase in ('confirmed', 'sent', 'unknown', 'accepted', 'needs_human'))
		order by id`);
	return rows.map(({ reference }) => reference);
}

/**
 * Deletes a person. The caller must delete the person's connections first.
 * Also deletes the person's accounts with all their data. An account stays if another person is connected to it, owns
 * it or has ordered in it through this bot. The person's orders in other accounts stay, without the person's id.
 */
export async function forgetPerson(tx: Tx, personId: number): Promise<void> {
	const mine = sql`id in (select account_id from bot.operations where person_id = ${personId})
		or ${personId} in (owner_id, last_person_id)`;
	const gone = await tx.execute<{ id: string }>(sql`
		select id from bot.accounts a where (${mine})
			and not exists (select from bot.connections where account_id = a.id)
			and (owner_id is null or owner_id = ${personId})
			and not exists (
				select from bot.operations where account_id = a.id and person_id not in (${personId}, ${erasedPersonId}))`);
	for (const { id } of gone) await forgetAccount(tx, Number(id));
	await tx.execute(sql`update bot.accounts set owner_id = null where owner_id = ${personId}`);
	await tx.execute(sql`update bot.accounts set last_person_id = null where last_person_id = ${personId}`);
	await tx.execute(sql`update bot.freezes set frozen_by = null where frozen_by = ${personId}`);
	await tx.execute(sql`update bot.freezes set ended_by = null where ended_by = ${personId}`);
	await tx.execute(sql`update bot.zone_points set saved_by = null where saved_by = ${personId}`);
	await keepNobody(tx);
	await tx.execute(sql`update bot.operations set person_id = ${erasedPersonId} where person_id = ${personId}`);
	for (const table of await tablesWith(tx, "person_id")) {
		if (table !== "operations") await tx.execute(sql`delete from ${inBot(table)} where person_id = ${personId}`);
	}
	await tx.execute(sql`delete from bot.chats where id = ${personId}`);
	await tx.execute(sql`delete from bot.people where id = ${personId}`);
}

/**
 * Deletes an account. If the account is frozen, keeps the freeze and the account's row. Otherwise a thief could end the
 * freeze by deleting all personal data and connecting the account again.
 */
async function forgetAccount(tx: Tx, accountId: number): Promise<void> {
	await tx.execute(sql`delete from bot.freezes where account_id = ${accountId} and ends_at <= clock()`);
	const frozen = await tx.execute(sql`select from bot.freezes where account_id = ${accountId}`);
	for (const table of await tablesWith(tx, "account_id")) {
		if (table !== "operations" && table !== "freezes")
			await tx.execute(sql`delete from ${inBot(table)} where account_id = ${accountId}`);
	}
	const operations = sql`(select id from bot.operations where account_id = ${accountId})`;
	await tx.execute(sql`delete from bot.requests where operation_id in ${operations}`);
	await tx.execute(sql`delete from bot.operations where account_id = ${accountId}`);
	if (frozen.length === 0) await tx.execute(sql`delete from bot.accounts where id = ${accountId}`);
	else await tx.execute(sql`update bot.accounts set balance_cents = null, listed_at = null where id = ${accountId}`);
}

/**
 * Inserts the placeholder person with the id `erasedPersonId`. The placeholder's chat is stopped, so the bot never
 * sends anything to it.
 */
async function keepNobody(tx: Tx): Promise<void> {
	await tx.execute(sql`insert into bot.people (id, locale) values (${erasedPersonId}, 'en') on conflict do nothing`);
	await tx.execute(
		sql`insert into bot.chats (id, stopped_at) values (${erasedPersonId}, clock()) on conflict do nothing`,
	);
}
