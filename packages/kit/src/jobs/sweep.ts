import { sql } from "drizzle-orm";
import { clock } from "../postgres/clock.ts";
import { countStatements, type Db } from "../postgres/connect.ts";
import type { Due, QueueName } from "./queues.ts";

const idleSeconds = 5;
const sweepLimit = 500;

/**
 * Call it every second. While the process is idle, only each fifth call runs `sweep`, which returns whether there
 * will be work within five seconds. If there will be none, the process is idle until it sends a statement, which may
 * store a row that becomes due earlier. If another process leaves a due row without a job, an idle process finds it up
 * to five seconds late.
 */
export function skipWhileIdle(db: Db, sweep: () => Promise<boolean>): () => Promise<void> {
	let skipped = 0;
	/** Set by a sweep that found no work. While the number is the same, the process is idle. */
	let idleStatementCount: number | undefined;
	return async () => {
		const sent = countStatements(db);
		if (sent === idleStatementCount && skipped < idleSeconds - 1) {
			skipped += 1;
			return;
		}
		skipped = 0;
		idleStatementCount = undefined;
		// The sweep itself sent one statement.
		if (!(await sweep())) idleStatementCount = sent + 1;
	};
}

interface Found {
	queue: QueueName;
	/** At most 500 due rows for which no job is queued or running: the job was lost, or none was enqueued. */
	due: string[];
	/** A row becomes due within five seconds, or a job is queued or running in any process. */
	soon: boolean;
	/** No worker has fetched them yet. */
	waiting: boolean;
	/** The heartbeat of a running job has stopped. */
	orphaned: boolean;
}

/**
 * One statement for all queues, because each process runs it every second while it works. It has no parameters, so
 * PostgreSQL plans it once: planning takes longer than the search.
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
