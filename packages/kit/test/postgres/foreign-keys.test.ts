import { expect, it } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";

/**
 * Foreign keys without an index, with the reason why they need none. To delete a row, PostgreSQL searches the rows that
 * refer to it. Without an index, it reads their whole table for each deleted row.
 */
const withoutIndex: Readonly<Record<string, string>> = {
	"bot.accounts (owner_id)": "people are deleted one at a time, on request",
	"bot.auto_renewals (person_id)": "people are deleted one at a time, on request",
	"bot.boards (account_id)": "accounts are deleted one at a time, with the last person",
	"bot.domain_notes (account_id)": "accounts are deleted one at a time, with the last person",
	"bot.mandates (account_id)": "accounts are deleted one at a time, with the last person",
	"bot.proposals (account_id)": "accounts are deleted one at a time, with the last person",
	"bot.proposals (person_id)": "people are deleted one at a time, on request",
	"bot.reminder_names (account_id)": "accounts are deleted one at a time, with the last person",
	"bot.screens (person_id)": "people are deleted one at a time, on request",
	"service.orders (account_id)": "the service deletes no accounts",
};

it("every foreign key to rows that are deleted in large numbers has an index", async () => {
	await using database = await createTestDatabase();
	const rows = await database.sql<{ key: string }[]>`
		select c.conrelid::regclass || ' (' || a.attname || ')' as key
		from pg_constraint c
		join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
		where c.contype = 'f' and c.connamespace in ('bot'::regnamespace, 'service'::regnamespace)
			and not exists (
				select from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0] = c.conkey[1]
			)
		order by 1`;
	expect(rows.map(({ key }) => key)).toEqual(Object.keys(withoutIndex));
});
