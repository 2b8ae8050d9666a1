import { AppError, isAppError } from "@domains/kit/errors.ts";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import type { Vault } from "@domains/kit/vault.ts";

const sealed = [
	["bot.connections", "token"],
	["bot.connections", "webhook_secret"],
	["bot.connections", "webhook_secret_old"],
	["bot.accounts", "webhook_secret"],
	["bot.accounts", "webhook_secret_old"],
	["service.accounts", "webhook_secret"],
	["service.accounts", "webhook_next_secret"],
	["service.admin_calls", "memo"],
] as const;

const lock = 7_051_007;
const place = { table: "key_check", row: 1, owner: "database", purpose: "key check" };

/** `key` is the prefix of the values, which contains the id of their encryption key. Skips tables that do not exist. */
export async function sealedByKey(sql: Sql): Promise<{ key: string; count: number }[]> {
	const found: { key: string; count: number }[] = [];
	for (const [table, column] of sealed) {
		const [exists] = await sql`select from pg_class where oid = to_regclass(${table})`;
		if (!exists) continue;
		const rows = await sql<{ key: string; count: number }[]>`
			select split_part(${sql(column)}, '.', 1) || '.' as key, count(*)::int as count
			from ${sql(table)} where ${sql(column)} <> '' group by 1`;
		found.push(...rows);
	}
	return found;
}

/**
 * Throws `secret_unreadable` if the vault cannot decrypt this database's secrets: the process could read no stored
 * token, and would store secrets that other processes cannot read. `public.key_check` contains one encrypted value for
 * this check:
 * - The first start writes the value. Each start with a new key encrypts it again.
 * - An operator can set the value to an empty string. The next start then accepts any key, and stores a value that is
 *   encrypted with this key.
 */
export async function checkKey(sql: Sql, vault: Vault, where: string): Promise<void> {
	await sql.begin(async (tx) => {
		// Several processes may start at the same time, and only one of them must write the value.
		await tx`select pg_advisory_xact_lock(${lock})`;
		const [row] = await tx<{ sealed: string }[]>`select sealed from public.key_check`;
		if (!(await fits(sql, vault, row?.sealed))) throw wrongKey(where);
		if (row && row.sealed !== "" && vault.isCurrent(row.sealed)) return;
		const value = vault.seal("opened", place);
		await tx`
			insert into public.key_check (sealed) values (${value}) on conflict (one_row) do update set sealed = excluded.sealed`;
	});
}

/** `checkKey` would throw. Changes nothing. */
export async function isWrongKey(sql: Sql, vault: Vault): Promise<boolean> {
	const [exists] = await sql`select from pg_class where oid = to_regclass('public.key_check')`;
	const [row] = exists ? await sql<{ sealed: string }[]>`select sealed from public.key_check` : [];
	return !(await fits(sql, vault, row?.sealed));
}

/**
 * `value` is stored in `public.key_check`. An operator may have set it to an empty string. If none is stored yet, the
 * vault must be able to decrypt at least one stored secret. Not all are required, because old keys may be lost.
 */
async function fits(sql: Sql, vault: Vault, value: string | undefined): Promise<boolean> {
	if (value === "") return true;
	if (value !== undefined) return opens(vault, value);
	const keys = await sealedByKey(sql);
	return keys.length === 0 || keys.some(({ key }) => vault.knows(key));
}

function opens(vault: Vault, value: string): boolean {
	try {
		return vault.open(value, place) !== "";
	} catch (error) {
		if (isAppError(error, "secret_unreadable")) return false;
		throw error;
	}
}

function wrongKey(where: string): AppError {
	return new AppError(
		"secret_unreadable",
		`${where} is not the key that encrypted the secrets of this database: set that key, or add it to SECRET_KEYS_OLD`,
	);
}
