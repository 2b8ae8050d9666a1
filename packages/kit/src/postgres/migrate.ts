import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { readAddress } from "./address.ts";
import { createClock } from "./clock.ts";
import { connect, type Database, type Fragment, type Sql } from "./connect.ts";
import { createArrivalTable } from "./presence.ts";
import { inTime, patient, takeLock } from "./session.ts";
import { createRateLimitTable } from "./shared-rate-limiter.ts";

/** Has the name of the database schema that its migrations create. */
export type MigrationFolder = "bot" | "service";

const root = join(import.meta.dirname, "..", "..", "..", "..", "drizzle");
const lock = 7_051_003;
export const oldestVersion = 15;
const patienceSeconds = 10;
/**
 * `lock_timeout` is short: while a migration waits for a lock on a table, other statements on this table wait behind
 * it.
 *
 * `idle_session_timeout` detects a hung process, because a migration never pauses between two statements. The server
 * then closes the session, and another process can migrate.
 */
const waiting = { ...patient, lock_timeout: 1_000, idle_session_timeout: 60_000 };
const lockPatienceMs = 60_000;
const lockPauseMs = 1_000;

/**
 * Processes migrate one at a time. Also creates `clock()`, the tables of the rate limiter and of arrivals, and `key_check`. Throws
 * `database_unavailable` with the reason if the database cannot be reached or used, or if `signal` aborts.
 */
export async function migrate(url: string, folders: readonly MigrationFolder[], signal?: AbortSignal): Promise<void> {
	await using database = connect(url, { max: 1, name: "migrate", graceSeconds: 0, longLived: true, limits: waiting });
	const stop = (): void => void database[Symbol.asyncDispose]();
	signal?.addEventListener("abort", stop, { once: true });
	try {
		await inTime(checkVersion(database), patienceSeconds, "it does not answer within");
		await takeLock(database.sql, database.sql`${lock}::bigint`, signal);
		await createClock(database.sql);
		await createRateLimitTable(database.sql);
		await createArrivalTable(database.sql);
		// The table has one encrypted value. At its start, a process decrypts it to check that its `SECRET_KEY` belongs to
		// this database.
		await database.sql`
			create table if not exists public.key_check (
				one_row boolean primary key default true check (one_row), sealed text not null)`;
		for (const folder of folders) await applyFolder(database, folder, signal);
	} catch (cause) {
		throw unusable(url, cause);
	} finally {
		signal?.removeEventListener("abort", stop);
	}
}

/**
 * If another session holds a needed lock, tries again for a minute.
 *
 * drizzle skips migrations that are older than the newest one in its table of applied ones. With one table for all
 * folders, it could skip a whole folder, so each folder has one in the schema `<folder>_migrations`.
 */
async function applyFolder({ db }: Database, folder: MigrationFolder, signal?: AbortSignal): Promise<void> {
	const migrationsFolder = join(root, folder);
	if (!existsSync(join(migrationsFolder, "meta", "_journal.json"))) return;
	const deadline = performance.now() + lockPatienceMs;
	for (;;) {
		try {
			await applyMigrations(db, { migrationsFolder, migrationsSchema: `${folder}_migrations` });
			return;
		} catch (error) {
			// The migrations of a folder share a transaction, so a failed attempt leaves nothing behind.
			if (!isLockTimeout(error) || performance.now() > deadline) throw error;
			await sleep(lockPauseMs, undefined, { signal });
		}
	}
}

function isLockTimeout(error: unknown): boolean {
	const lockNotAvailable = "55P03";
	if (!(error instanceof Error)) return false;
	return ("code" in error && error.code === lockNotAvailable) || isLockTimeout(error.cause);
}

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

/** The database may lack migrations after the restore of an older backup. The check returns the problem as text. */
export function createMigrationCheck(sql: Sql, folders: readonly MigrationFolder[]) {
	const newest = newestOf(folders);
	return async (): Promise<string | undefined> => {
		for (const { folder, when, tag } of newest) {
			if (!(await hasMigration(sql, folder, sql`created_at >= ${when}`)))
				return `The database lacks ${folder}/${tag}: start this version again on it.`;
		}
		return undefined;
	};
}

export async function isNewer(sql: Sql, folders: readonly MigrationFolder[]): Promise<boolean> {
	for (const { folder, when } of newestOf(folders)) {
		if (await hasMigration(sql, folder, sql`created_at > ${when}`)) return true;
	}
	return false;
}

function newestOf(folders: readonly MigrationFolder[]) {
	return folders.flatMap((folder) => {
		const path = join(root, folder, "meta", "_journal.json");
		const last = journal.parse(JSON.parse(readFileSync(path, "utf8"))).entries.at(-1);
		return last ? [{ folder, ...last }] : [];
	});
}

/** False if drizzle's table of applied migrations does not exist. */
async function hasMigration(sql: Sql, folder: MigrationFolder, condition: Fragment): Promise<boolean> {
	try {
		const done = sql`${sql(`${folder}_migrations`)}.__drizzle_migrations`;
		return (await sql`select from ${done} where ${condition} limit 1`).length > 0;
	} catch (error) {
		const undefinedTable = "42P01";
		if (error instanceof Error && "code" in error && error.code === undefinedTable) return false;
		throw error;
	}
}

async function checkVersion({ sql }: Database): Promise<void> {
	const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int / 10000 as version`;
	if (row && row.version < oldestVersion)
		throw new Error(`PostgreSQL ${row.version} is too old: version ${oldestVersion} or newer is required`);
}

/** Names the server and the database, never the password. */
function unusable(url: string, cause: unknown): AppError {
	const reason = reasonOf(cause);
	// PgBouncer refuses startup parameters, such as our time limits, with this message in every pool mode.
	const pool = /unsupported startup parameter/.test(reason)
		? ". DATABASE_URL is a connection pool: set DATABASE_DIRECT_URL"
		: "";
	const { label } = readAddress(url);
	return new AppError("database_unavailable", `The database ${label} cannot be used: ${reason}${pool}`, { cause });
}

/**
 * drizzle wraps the server's error in another one. The error of a refused connection to several addresses has no
 * message, so its code is returned.
 */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.cause !== undefined) return reasonOf(error.cause);
	return error.message || ("code" in error ? String(error.code) : error.name);
}
