import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";

const pauseMs = 250;

/**
 * Polls until the lock is free, or rejects if `signal` aborts. During a blocking lock statement, neither the client nor
 * the server would notice that the connection is dead.
 */
export async function takeLock(sql: postgres.Sql, key: postgres.PendingQuery<postgres.Row[]>, signal?: AbortSignal) {
	for (;;) {
		const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${key}) as taken`;
		if (row?.taken) return;
		await sleep(pauseMs, undefined, { signal });
	}
}
