import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";

const pauseMs = 250;

/**
 * Takes an advisory lock of this session, and asks for it until it is free. A session that waited inside the server
 * could not learn that its connection is dead, nor could the server.
 */
export async function takeLock(sql: postgres.Sql, key: postgres.PendingQuery<postgres.Row[]>, signal?: AbortSignal) {
	for (;;) {
		const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${key}) as taken`;
		if (row?.taken) return;
		await sleep(pauseMs, undefined, { signal });
	}
}
