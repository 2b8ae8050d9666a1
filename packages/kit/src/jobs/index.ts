import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import type { Log } from "../log.ts";
import { clock } from "../postgres/clock.ts";
import { afterCommit, countStatements, type Db, type Tx } from "../postgres/connect.ts";
import { createBoss } from "./boss.ts";
import { type Due, type Queue, type QueueName, queueNames } from "./queues.ts";
import { createWorker, type JobData, type Worker } from "./worker.ts";

export type { Due, Handler, QueueName, QueuesOf } from "./queues.ts";

export interface Jobs extends AsyncDisposable {
	/**
	 * After the commit of `tx`, a worker handles the row: in this process if it has room, otherwise in the first that
	 * has. The handler must read the row to find out what is due, because a job may run twice. If a job is lost, the
	 * sweep enqueues another one.
	 */
	enqueue(tx: Db | Tx, queue: QueueName, rows: RowId | readonly RowId[]): Promise<void>;
	/** The sweep searches for due rows every second, or every five seconds while there is no work. */
	work(options: WorkOptions): Workers;
}

type RowId = string | number;

interface WorkOptions {
	/**
	 * A queue without `handle` gets no workers here: the sweep only enqueues its due rows. A queue without `due` is not
	 * searched: its workers only handle the jobs that other code enqueues.
	 */
	queues: Partial<Record<QueueName, Partial<Queue>>>;
	db: Db;
	/** The number of jobs of each queue that run at once, instead of the number that the queue declares. */
	slots?: number;
	observe?(queue: QueueName, outcome: "done" | "failed", milliseconds: number): void;
	/** Aborts the jobs that still run after disposal; otherwise they are aborted after six seconds. */
	shutdown?: AbortSignal;
}

interface Workers extends AsyncDisposable {
	/** Does not wait for the next regular sweep. */
	sweep(): Promise<void>;
}

const intervals = { sweepMs: 1_000, touchMs: 3_000, graceMs: 6_000 };
const defaultConcurrency = 10;

/** Installs the schema of pg-boss if it is missing. */
export async function createJobs({ url, log }: { url: string; log: Log }): Promise<Jobs> {
	const workers = new Map<string, Worker>();
	const pull = (queue: string | undefined): void => {
		for (const [name, loop] of workers) if (queue === undefined || queue === name) loop.pull();
	};
	const { boss, announce, ...closing } = await createBoss(url, log, pull);

	async function enqueue(tx: Db | Tx, queue: QueueName, rows: RowId | readonly RowId[]): Promise<void> {
		const inserted = [rows]
			.flat()
			.map((row) => ({ singletonKey: String(row), data: { id: String(row) } satisfies JobData }));
		if (inserted.length === 0) return;
		await boss.insert(queue, inserted, { db: fromDrizzle(tx, sql) });
		afterCommit(tx, () => {
			const worker = workers.get(queue);
			worker?.pull();
			// This process cannot start all of these jobs now, so other processes must look for them too.
			if (!worker || worker.free() < inserted.length) announce(queue);
		});
	}

	function work({ queues, db, slots, observe = () => {}, shutdown }: WorkOptions): Workers {
		for (const queue of queueNames) {
			const { handle, concurrency = defaultConcurrency } = queues[queue] ?? {};
			if (!handle) continue;
			const report = (outcome: "done" | "failed", ms: number): void => observe(queue, outcome, ms);
			const options = { handler: handle, concurrency: slots ?? concurrency, observe: report };
			workers.set(queue, createWorker({ boss, log, queue, ...options }));
		}
		const swept = queueNames.flatMap((queue) => (queues[queue] ? [{ queue, due: queues[queue].due }] : []));
		const sweep = async (): Promise<boolean> => {
			const found = await findWork(db, swept);
			for (const { queue, due, waiting } of found) {
				if (due.length > 0) await enqueue(db, queue, due);
				else if (waiting) pull(queue);
			}
			// `supervise` returns the jobs of dead processes to the queue.
			if (found.some(({ orphaned }) => orphaned)) await boss.supervise();
			return found.some(({ soon }) => soon);
		};
		// A process that starts again finds at once what the dead one has left.
		const timers = [
			every(intervals.sweepMs, skipWhileIdle(db, sweep), log, 0),
			every(intervals.touchMs, touchAll, log),
		];
		pull(undefined);
		return {
			sweep: async () => void (await sweep()),
			async [Symbol.asyncDispose]() {
				for (const timer of timers) timer.stop();
				const end = shutdown ?? AbortSignal.timeout(intervals.graceMs);
				await Promise.all([...workers.values()].map((loop) => loop.stop(end)));
				workers.clear();
			},
		};
	}

	async function touchAll(): Promise<void> {
		for (const loop of workers.values()) await loop.heartbeat();
	}

	return { enqueue, work, [Symbol.asyncDispose]: closing[Symbol.asyncDispose] };
}

/** Continues if a run throws. */
function every(ms: number, task: () => Promise<void>, log: Log, firstMs = ms): { stop(): void } {
	let stopped = false;
	let timer: NodeJS.Timeout;
	const next = (pauseMs: number): void => {
		timer = setTimeout(() => void run(), pauseMs);
	};
	const run = async (): Promise<void> => {
		await task().catch((error) => log.warn({ error }, "a sweep of the job queue failed"));
		if (!stopped) next(ms);
	};
	next(firstMs);
	return {
		stop() {
			stopped = true;
			clearTimeout(timer);
		},
	};
}

/** Leaves out jobs with a later start time. */
export async function countWaiting(db: Db): Promise<{ queue: QueueName; count: number }[]> {
	const rows = await db.execute<{ queue: string; count: number }>(sql`
		select name as queue, count(*)::int as count from pgboss.job
		where state < 'active' and start_after <= now() group by name`);
	return queueNames.map((queue) => ({ queue, count: rows.find((row) => row.queue === queue)?.count ?? 0 }));
}

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
