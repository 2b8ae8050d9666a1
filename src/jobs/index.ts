import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import type { Log } from "../log.ts";
import type { Db, Tx } from "../postgres/connect.ts";
import { createBoss } from "./boss.ts";
import { concurrencyOf, type QueueName } from "./queues.ts";
import { findDue, type Sweep } from "./sweep.ts";
import { createWorker, type Handler, type JobData, type Worker } from "./worker.ts";

export type { QueueName } from "./queues.ts";
export type { Sweep } from "./sweep.ts";
export type { Handler } from "./worker.ts";

export interface Jobs extends AsyncDisposable {
	/**
	 * Rings for rows: as soon as `tx` is committed, some process looks at each of them. The row must say by itself what
	 * is due; a bell may ring twice, and one that is lost is made up for by a sweep.
	 */
	enqueue(tx: Db | Tx, queue: QueueName, rows: RowId | readonly RowId[]): Promise<void>;
	/** Begins to work on these queues, until disposed. */
	work(options: WorkOptions): Workers;
}

type RowId = string | number;

interface WorkOptions {
	handlers: Partial<Record<QueueName, Handler>>;
	/** Run every second in each process, over `db`. */
	sweeps: readonly Sweep[];
	db: Db;
	/** How many jobs of one queue run at once in this process; as many as suit the queue, unless given. */
	slots?: number;
	observe?(queue: QueueName, outcome: "done" | "failed", milliseconds: number): void;
	/** When running jobs must end at last, once it is disposed; without it they have six seconds. */
	shutdown?: AbortSignal;
}

export interface Workers extends AsyncDisposable {
	/** Looks for waiting jobs and due rows now. */
	sweep(): Promise<void>;
}

const pace = { sweepMs: 1_000, touchMs: 3_000, graceMs: 6_000 };

/** The doorbells, over a database of this address. Installs the queue's own schema where it is missing. */
export async function createJobs({ url, log }: { url: string; log: Log }): Promise<Jobs> {
	const workers = new Map<string, Worker>();
	const pull = (queue: string | undefined): void => {
		for (const [name, loop] of workers) if (queue === undefined || queue === name) loop.pull();
	};
	const { boss, ...closing } = await createBoss(url, log, pull);

	async function enqueue(tx: Db | Tx, queue: QueueName, rows: RowId | readonly RowId[]): Promise<void> {
		const bells = [rows]
			.flat()
			.map((row) => ({ singletonKey: String(row), data: { id: String(row) } satisfies JobData }));
		if (bells.length > 0) await boss.insert(queue, bells, { db: fromDrizzle(tx, sql) });
	}

	function work({ handlers, sweeps, db, slots, observe = () => {}, shutdown }: WorkOptions): Workers {
		for (const queue of Object.keys(handlers) as QueueName[]) {
			const handler = handlers[queue];
			if (!handler) continue;
			const report = (outcome: "done" | "failed", ms: number): void => observe(queue, outcome, ms);
			workers.set(
				queue,
				createWorker({ boss, log, queue, handler, concurrency: slots ?? concurrencyOf(queue), observe: report }),
			);
		}
		const sweep = async (): Promise<void> => {
			for (const each of sweeps) await enqueue(db, each.queue, await findDue(db, each));
			pull(undefined);
		};
		const timers = [every(pace.sweepMs, sweep, log), every(pace.touchMs, touchAll, log)];
		pull(undefined);
		return {
			sweep,
			async [Symbol.asyncDispose]() {
				for (const timer of timers) timer.stop();
				const end = shutdown ?? AbortSignal.timeout(pace.graceMs);
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

/** Runs `task` again and again, `ms` after the last run has ended, whatever it throws. */
function every(ms: number, task: () => Promise<void>, log: Log): { stop(): void } {
	let stopped = false;
	let timer: NodeJS.Timeout;
	const next = (): void => {
		timer = setTimeout(() => void run(), ms);
	};
	const run = async (): Promise<void> => {
		await task().catch((error) => log.warn({ error }, "a sweep of the job queue failed"));
		if (!stopped) next();
	};
	next();
	return {
		stop() {
			stopped = true;
			clearTimeout(timer);
		},
	};
}
