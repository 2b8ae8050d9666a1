import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../postgres/connect.ts";
import { type QueueName, queueNames } from "./queues.ts";

const sweepLimit = 500;

/** What a sweep found in one queue. */
export interface Found {
	queue: QueueName;
	/** At most 500 ids of due rows for which no job is queued or running: the job was lost, or none was enqueued. */
	due: string[];
	/** True if the queue has jobs that no worker has fetched yet. */
	waiting: boolean;
	/** True if the process of a running job is gone: the job's heartbeat has stopped. */
	orphaned: boolean;
}

/**
 * Searches all queues in one statement, because each process does so every second. The statement has few parameters:
 * one with many parameters is not prepared, but parsed and planned each time.
 */
export async function findWork(
	db: Db,
	queues: readonly { queue: QueueName; due: SQL | undefined }[],
): Promise<Found[]> {
	const parts = queues.map(({ queue, due }) => {
		const found = due
			? sql`array(
				select due.id::text from (${due}) due
				where not exists (
					select from pgboss.job
					where name = q.queue and singleton_key = due.id::text and state < 'completed'
				)
				limit ${sql.raw(String(sweepLimit))})`
			: sql`array[]::text[]`;
		const waiting = sql`exists (
			select from pgboss.job where name = q.queue and state < 'active' and start_after <= pgboss.job_now())`;
		const orphaned = sql`exists (
			select from pgboss.job
			where name = q.queue and state = 'active'
				and heartbeat_on + heartbeat_seconds * interval '1 s' < pgboss.job_now())`;
		return sql`
			select q.queue, to_jsonb(${found}) as due, ${waiting} as waiting, ${orphaned} as orphaned
			from (select ${queue}::text as queue) q`;
	});
	if (parts.length === 0) return [];
	return await db.execute<Found & Record<string, unknown>>(sql.join(parts, sql` union all `));
}

/** Returns how many jobs of each queue wait for a free worker. Jobs with a later start time do not count. */
export async function countWaiting(db: Db): Promise<{ queue: QueueName; count: number }[]> {
	const rows = await db.execute<{ queue: string; count: number }>(sql`
		select name as queue, count(*)::int as count from pgboss.job
		where state < 'active' and start_after <= now() group by name`);
	return queueNames.map((queue) => ({ queue, count: rows.find((row) => row.queue === queue)?.count ?? 0 }));
}
