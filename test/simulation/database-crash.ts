import type { Sql } from "@domains/kit/postgres/connect.ts";
import { reach } from "./until.ts";

const timeoutMs = 60_000;

/**
 * The server ends every session, recovers from its write-ahead log, and empties the unlogged tables. Throws if it does
 * not recover within a minute.
 */
export async function crashDatabase(sql: Sql): Promise<void> {
	await sql`create unlogged table if not exists public.crash_mark (mark boolean)`;
	await sql`insert into public.crash_mark values (true)`;
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
	if (!row) throw new Error("the database did not report its process id");
	process.kill(row.pid, "SIGKILL");
	const isOver = async (): Promise<boolean> => {
		try {
			return (await sql`select from public.crash_mark`).length === 0;
		} catch {
			return false;
		}
	};
	await reach("the database does not recover", isOver, timeoutMs, 20);
}

/** Concerns this session and later ones. */
export async function keepCommits(sql: Sql): Promise<void> {
	await sql.unsafe(`
		do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$;
		set synchronous_commit = on`);
}
