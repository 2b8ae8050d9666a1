import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import type { Log } from "../log.ts";
import { afterCommit, type Db, type Tx } from "../postgres/connect.ts";
import { createBoss } from "./boss.ts";
import { type Queue, type QueueName, queueNames } from "./queues.ts";
import { findWork, skipWhileIdle } from "./sweep.ts";
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
