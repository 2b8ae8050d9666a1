import type { PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import { traced } from "../trace.ts";
import type { QueueName } from "./queues.ts";

/** Looks at one row and does what is due there. `signal` aborts when the process must go. */
export type Handler = (rowId: string, signal: AbortSignal) => Promise<void>;

export interface JobData {
	id: string;
	/** How often the handler has thrown for it. */
	failures?: number;
}

interface WorkerDeps {
	boss: Pick<PgBoss, "fetch" | "touch" | "deleteJob" | "send">;
	log: Log;
	queue: QueueName;
	handler: Handler;
	/** How many jobs of this queue may run at once. */
	concurrency: number;
	observe(outcome: "done" | "failed", milliseconds: number): void;
}

export interface Worker {
	/** Fetches what waits, as far as slots are free. */
	pull(): void;
	/** Tells the queue that the running jobs are alive. */
	heartbeat(): Promise<void>;
	/**
	 * Fetches no more, and resolves when nothing runs. The handlers' signal aborts with `cut`; one that still runs a
	 * second later is left alone: its job is done again elsewhere.
	 */
	stop(shutdown: AbortSignal): Promise<void>;
}

interface Job {
	id: string;
	retryCount: number;
}

/** Runs the jobs of one queue. One fetch at a time takes as many as there are free slots. */
export function createWorker({ boss, log, queue, handler, concurrency, observe }: WorkerDeps): Worker {
	const running = new Map<string, { job: Job; done: Promise<void> }>();
	const stopping = new AbortController();
	const abort = new AbortController();
	let fetching: Promise<void> | undefined;
	let notified = false;

	function pull(): void {
		notified = true;
		fetching ??= fetchAll().finally(() => {
			fetching = undefined;
			if (notified && hasRoom()) pull();
		});
	}

	function hasRoom(): boolean {
		return running.size < concurrency && !stopping.signal.aborted;
	}

	async function fetchAll(): Promise<void> {
		while (notified && hasRoom()) {
			notified = false;
			const batchSize = concurrency - running.size;
			const jobs = await boss.fetch<JobData>(queue, { batchSize }).catch((error) => {
				log.warn({ error, queue }, "jobs could not be fetched");
				return [];
			});
			for (const job of jobs) start(job, job.data);
			// A full batch says that there may be more.
			if (jobs.length === batchSize) notified = true;
		}
	}

	function start(job: Job, bell: JobData): void {
		const done = run(job, bell).finally(() => {
			running.delete(job.id);
			if (notified) pull();
		});
		running.set(job.id, { job, done });
	}

	async function run(job: Job, bell: JobData): Promise<void> {
		const started = performance.now();
		try {
			await traced(`${queue}-${bell.id}`, () => handler(bell.id, abort.signal));
			observe("done", performance.now() - started);
		} catch (error) {
			log.error({ error, queue, row: bell.id }, "a job failed");
			observe("failed", performance.now() - started);
			await requeue(bell);
		}
		await settle(job);
	}

	/** The row is still due: its bell rings again, less and less often. */
	async function requeue({ id, failures = 0 }: JobData): Promise<void> {
		const startAfter = Math.min(2 ** failures, 60);
		const bell: JobData = { id, failures: failures + 1 };
		await boss.send(queue, bell, { singletonKey: id, startAfter }).catch((error) => {
			log.warn({ error, queue }, "a job could not be put back");
		});
	}

	/** A bell that was heard leaves nothing behind. One that cannot be taken away rings once more, without harm. */
	async function settle(job: Job): Promise<void> {
		await boss.deleteJob(queue, { id: job.id, retryCount: job.retryCount }).catch((error) => {
			log.warn({ error, queue }, "a job could not be settled");
		});
	}

	async function heartbeat(): Promise<void> {
		const jobs = [...running.values()].map(({ job }) => ({ id: job.id, retryCount: job.retryCount }));
		if (jobs.length > 0) await boss.touch(queue, jobs);
	}

	async function stop(shutdown: AbortSignal): Promise<void> {
		stopping.abort();
		await fetching;
		const all = Promise.all([...running.values()].map(({ done }) => done));
		if (await finishes(all, shutdown)) return;
		abort.abort();
		if (!(await finishes(all, AbortSignal.timeout(1_000))))
			log.warn({ queue, jobs: running.size }, "jobs were left unfinished");
	}

	return { pull, heartbeat, stop };
}

async function finishes(work: Promise<unknown>, late: AbortSignal): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<false>();
	const stop = (): void => resolve(false);
	late.addEventListener("abort", stop, { once: true });
	if (late.aborted) stop();
	return await Promise.race([work.then(() => true), promise]).finally(() => late.removeEventListener("abort", stop));
}
