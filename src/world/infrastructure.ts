import { join } from "node:path";
import { AppError, isAppError } from "@domains/kit/errors.ts";
import { createJobs, type Jobs } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import { connect, type Db, type Sql } from "@domains/kit/postgres/connect.ts";
import { openEmbedded } from "@domains/kit/postgres/embedded/index.ts";
import { stopAtExit } from "@domains/kit/postgres/embedded/stop-at-exit.ts";
import { type MigrationFolder, migrate } from "@domains/kit/postgres/migrate.ts";
import { openReader, type Reader, type ReadOutcome, readFrom } from "@domains/kit/postgres/standby.ts";
import { createVault, keepKey, type Vault } from "@domains/kit/vault.ts";
import type { Config } from "../config.ts";
import { makeDataDir } from "./data-dir.ts";

export interface Infrastructure extends AsyncDisposable {
	/**
	 * No connection pool is in between. LISTEN and session locks require it, because a pool may run consecutive
	 * statements of a client in different sessions.
	 */
	sessionUrl: string;
	db: Db;
	sql: Sql;
	/** Uses the standby of `DATABASE_READ_URL` if there is one. */
	reader: Reader;
	jobs: Jobs;
	vault: Vault;
}

interface BaseOptions {
	config: Config;
	log: Log;
	folders: readonly MigrationFolder[];
	/**
	 * Such as `start`. If another process has this role on the embedded database, opening it fails. No effect with
	 * `DATABASE_URL`.
	 */
	role?: string;
	/** Each SQL statement. */
	onStatement?: (milliseconds: number) => void;
	/** Each query of `reader` if `DATABASE_READ_URL` is set. */
	onRead?: (outcome: ReadOutcome) => void;
	/** `openInfrastructure` then stops and throws. */
	signal?: AbortSignal;
}

/** Applies the migrations. Without `DATABASE_URL`, the database is the embedded one. */
export async function openInfrastructure(options: BaseOptions): Promise<Infrastructure> {
	const { config, log, folders, role, onStatement, onRead, signal } = options;
	await using stack = new AsyncDisposableStack();
	if (!config.databaseUrl || !config.keys.current) await makeDataDir(config.dataDir);
	const directory = join(config.dataDir, "postgres");
	const embedded = { directory, log, ...(role && { role }), ...(signal && { signal }) };
	// A command that passes `signal` runs until Ctrl-C or SIGTERM, and must then exit within ten seconds. `stopAtExit`
	// stops the embedded server if the command has not closed it by then.
	if (!config.databaseUrl && signal) stack.use(stopAtExit(directory));
	const url = config.databaseUrl ?? stack.use(await openEmbedded(embedded)).url;
	const sessionUrl = config.databaseDirectUrl ?? url;
	signal?.throwIfAborted();
	await migrate(sessionUrl, folders, signal);
	const pool = { max: 10, pooled: sessionUrl !== url, ...(onStatement && { onStatement }) };
	const { db, sql } = stack.use(connect(url, pool));
	const observers = { ...(onStatement && { onStatement }), ...(onRead && { onRead }) };
	const reader = config.databaseReadUrl
		? stack.use(openReader({ primary: db, url: config.databaseReadUrl, log, ...observers })).reader
		: readFrom(db);
	const jobs = stack.use(await createJobs({ url: sessionUrl, log }));
	signal?.throwIfAborted();
	const path = join(config.dataDir, "secret.key");
	const vault = createVault(config.keys.current ?? (await keepKey(path)), config.keys.old);
	await checkKey(sql, vault, config.keys.current ? "SECRET_KEY" : `The content of ${path}`);
	const opened = stack.move();
	return { sessionUrl, db, sql, reader, jobs, vault, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

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
