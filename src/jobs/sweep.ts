import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../postgres/connect.ts";
import { type QueueName, queues } from "./queues.ts";

/** Finds rows that are due although no bell rang for them, or rang in vain. */
export interface Sweep {
	queue: QueueName;
	/** A `select` of one column `id`: rows whose time has come by `clock()` and that nobody holds. */
	due: SQL;
}

const sweepLimit = 500;

/** The due rows whose bell does not hang already. */
export async function findDue(db: Db, { queue, due }: Sweep): Promise<string[]> {
	const rows = await db.execute<{ id: string }>(sql`
		select due.id::text as id from (${due}) due
		where not exists (
			select from pgboss.job where name = ${queue} and singleton_key = due.id::text and state < 'completed'
		)
		limit ${sweepLimit}`);
	return rows.map(({ id }) => id);
}

/** How many bells of each queue hang that nobody has begun to answer. */
export async function countWaiting(db: Db): Promise<{ queue: QueueName; count: number }[]> {
	const rows = await db.execute<{ queue: string; count: number }>(sql`
		select name as queue, count(*)::int as count from pgboss.job
		where state < 'active' and start_after <= now() group by name`);
	return queues.map((queue) => ({ queue, count: rows.find((row) => row.queue === queue)?.count ?? 0 }));
}
