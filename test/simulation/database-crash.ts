import type { Sql } from "../../src/postgres/connect.ts";
import { until } from "./stage.ts";

const patienceMs = 60_000;

/**
 * Kills one process of the database server. The server then ends every session, recovers from its log, and empties the
 * unlogged tables, as after any crash.
 */
export async function crashDatabase(sql: Sql): Promise<void> {
	await sql`create unlogged table if not exists public.crash_mark (mark boolean)`;
	await sql`insert into public.crash_mark values (true)`;
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
	if (!row) throw new Error("the database did not say which process answers");
	process.kill(row.pid, "SIGKILL");
	const isOver = async (): Promise<boolean> => {
		try {
			return (await sql`select from public.crash_mark`).length === 0;
		} catch {
			// It ends sessions, or recovers and takes none.
			return false;
		}
	};
	if (!(await until(isOver, patienceMs, 20))) throw new Error("the database did not recover");
}

/** Makes every session of this database wait until its commits are written, from its beginning on and in this one. */
export async function keepCommits(sql: Sql): Promise<void> {
	await sql.unsafe(`
		do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$;
		set synchronous_commit = on`);
}
