import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { readAddress } from "./address.ts";
import { takeLock } from "./advisory.ts";
import { createClock } from "./clock.ts";
import { connect, type Database, type Fragment, type Sql } from "./connect.ts";
import { createRateLimitTable } from "./rate-limiter.ts";
import { patient } from "./session.ts";

/** A folder below `drizzle/`, and the schema that its migrations create. */
export type MigrationFolder = "bot" | "service";

const root = join(import.meta.dirname, "..", "..", "drizzle");
const lock = 7_051_003;
/** The oldest supported PostgreSQL version. */
export const oldestVersion = 15;
const patienceSeconds = 10;
/**
 * A migrating process does not pause between two statements. One that does is frozen; the limit lets another process
 * continue.
 */
const waiting = { ...patient, idle_session_timeout: 60_000 };

/**
 * Migrates the database: `clock()`, the tables of the rate limiter and the key check, then the new migrations of each
 * folder. One process at a time; others wait. Throws `database_unavailable` with the reason if the database cannot be
 * reached or used, or when `signal` ends the wait.
 */
export async function migrate(url: string, folders: readonly MigrationFolder[], signal?: AbortSignal): Promise<void> {
	await using database = connect(url, { max: 1, name: "migrate", graceSeconds: 0, held: true, limits: waiting });
	const stop = (): void => void database[Symbol.asyncDispose]();
	signal?.addEventListener("abort", stop, { once: true });
	try {
		await inTime(checkVersion(database), patienceSeconds, "it does not answer within");
		await takeLock(database.sql, database.sql`${lock}::bigint`, signal);
		await createClock(database.sql);
		await createRateLimitTable(database.sql);
		// One sealed value. At start, the process checks with it that its key belongs to the database.
		await database.sql`
			create table if not exists public.key_check (
				one_row boolean primary key default true check (one_row), sealed text not null)`;
		for (const folder of folders) await applyFolder(database, folder);
	} catch (cause) {
		throw unusable(url, cause);
	} finally {
		signal?.removeEventListener("abort", stop);
	}
}

/** The driver retries forever if a server accepts and closes connections, and waits half a minute if none answers. */
export async function inTime<T>(work: Promise<T>, seconds: number, words: string): Promise<T> {
	const late = new AbortController();
	const tooLate = async (): Promise<never> => {
		await sleep(seconds * 1_000, undefined, { signal: late.signal });
		throw new Error(`${words} ${seconds} seconds`);
	};
	return await Promise.race([work, tooLate()]).finally(() => late.abort());
}

/**
 * Each folder has its migration record in a separate schema: in a shared record, drizzle would skip the older of two
 * folders.
 */
async function applyFolder({ db }: Database, folder: MigrationFolder): Promise<void> {
	const migrationsFolder = join(root, folder);
	if (!existsSync(join(migrationsFolder, "meta", "_journal.json"))) return;
	await applyMigrations(db, { migrationsFolder, migrationsSchema: `${folder}_migrations` });
}

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

/**
 * Returns a function that checks that the database has every migration of this version: someone may have restored an
 * older backup.
 */
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

/** True if a newer version than this one has migrated the database. */
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

/** Returns false if the folder's record does not exist. */
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
	// PgBouncer's error for our limits; it accepts them neither in transaction mode nor in session mode.
	const pool = /unsupported startup parameter/.test(reason)
		? ". DATABASE_URL is a connection pool: set DATABASE_DIRECT_URL"
		: "";
	const { label } = readAddress(url);
	return new AppError("database_unavailable", `The database ${label} cannot be used: ${reason}${pool}`, { cause });
}

/** drizzle wraps the server's message; a connection refused on several addresses has a code but no message. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.cause !== undefined) return reasonOf(error.cause);
	return error.message || ("code" in error ? String(error.code) : error.name);
}
