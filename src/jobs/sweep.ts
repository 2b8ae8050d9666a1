import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../postgres/connect.ts";
import { type QueueName, queueNames } from "./queues.ts";

const sweepLimit = 500;

/** Returns at most 500 ids of due rows without an open job: the job was lost, or none was enqueued. */
export async function findDue(db: Db, queue: QueueName, due: SQL): Promise<string[]> {
	const rows = await db.execute<{ id: string }>(sql`
		select due.id::text as id from (${due}) due
		where not exists (
			select from pgboss.job where name = ${queue} and singleton_key = due.id::text and state < 'completed'
		)
		limit ${sweepLimit}`);
	return rows.map(({ id }) => id);
}

/** Returns how many jobs of each queue wait for a free worker. Jobs with a later start time do not count. */
export async function countWaiting(db: Db): Promise<{ queue: QueueName; count: number }[]> {
	const rows = await db.execute<{ queue: string; count: number }>(sql`
		select name as queue, count(*)::int as count from pgboss.job
		where state < 'active' and start_after <= now() group by name`);
	return queueNames.map((queue) => ({ queue, count: rows.find((row) => row.queue === queue)?.count ?? 0 }));
}
