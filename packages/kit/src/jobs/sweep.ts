import { sql } from "drizzle-orm";
import { clock } from "../postgres/clock.ts";
import { countStatements, type Db } from "../postgres/connect.ts";
import type { Due, QueueName } from "./queues.ts";

/** The number of seconds between two sweeps of an idle process. */
const idleSeconds = 5;
const sweepLimit = 500;

/**
 * Returns a task to be called every second. While the process is idle, only each fifth call runs `sweep`. `sweep`
 * returns whether there will be work within five seconds. If there will be none, the process is idle until it sends a
 * statement, which may store a row that becomes due earlier. If another process leaves a due row without a job, an idle
 * process finds the row up to five seconds late.
 */
export function skipWhileIdle(db: Db, sweep: () => Promise<boolean>): () => Promise<void> {
	let skipped = 0;
	/**
	 * The number of statements sent by this process up to the end of the last sweep, if that sweep found no work. While
	 * the number is the same, the process is idle.
	 */
	let idleStatementCount: number | undefined;
	return async () => {
		const sent = countStatements(db);
		if (sent === idleStatementCount && skipped < idleSeconds - 1) {
			skipped += 1;
			return;
		}
		skipped = 0;
		idleStatementCount = undefined;
		// The sweep itself sent one statement, because it found nothing to enqueue.
		if (!(await sweep())) idleStatementCount = sent + 1;
	};
}

/** What a sweep found in one queue. */
interface Found {
	queue: QueueName;
	/** At most 500 ids of due rows for which no job is queued or running: the job was lost, or none was enqueued. */
	due: string[];
	/** True if a row becomes due within five seconds, or if any job is queued or running in any process. */
	soon: boolean;
	/** True if the queue has jobs that no worker has fetched yet. */
	waiting: boolean;
	/** True if the process of a running job is gone: the job's heartbeat has stopped. */
	orphaned: boolean;
}

/**
 * Searches all queues for due rows in one statement, because each process does so every second while it works. The
 * statement has no parameters, so PostgreSQL plans it once. With parameters, PostgreSQL would plan it each time, which
 * takes longer than the search.
 */
export async function findWork(
	db: Db,
	queues: readonly { queue: QueueName; due: Due | undefined }[],
): Promise<Found[]> {
	const parts = queues.map(({ queue, due }) => {
		const found = due
			? sql`array(
				select due.id::text from (${due(clock)}) due
				where not exists (
					select from pgboss.job
					where name = q.queue and singleton_key = due.id::text and state < 'completed'
				)
				limit ${sql.raw(String(sweepLimit))})`
			: sql`array[]::text[]`;
		const dueSoon = due ? sql`exists (${due(sql`clock() + interval '${sql.raw(String(idleSeconds))} s'`)}) or` : sql``;
		const soon = sql`${dueSoon} exists (select from pgboss.job where name = q.queue and state < 'completed')`;
		const waiting = sql`exists (
			select from pgboss.job where name = q.queue and state < 'active' and start_after <= pgboss.job_now())`;
		const orphaned = sql`exists (
			select from pgboss.job
			where name = q.queue and state = 'active'
				and heartbeat_on + heartbeat_seconds * interval '1 s' < pgboss.job_now())`;
		return sql`
			select q.queue, to_jsonb(${found}) as due, ${soon} as soon, ${waiting} as waiting, ${orphaned} as orphaned
			from (select ${queue}::text as queue) q`;
	});
	if (parts.length === 0) return [];
	return await db.execute<Found & Record<string, unknown>>(sql.join(parts, sql` union all `).inlineParams());
}
