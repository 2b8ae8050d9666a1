import type { PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import { throughOutage } from "../postgres/errors.ts";
import { untilAborted } from "../postgres/leadership.ts";
import { traced } from "../trace.ts";
import type { Handler, QueueName } from "./queues.ts";

export interface JobData {
	id: string;
	/** How many times in a row the handler has thrown for this row. */
	failures?: number;
}

interface WorkerDeps {
	boss: Pick<PgBoss, "fetch" | "touch" | "deleteJob" | "send">;
	log: Log;
	queue: QueueName;
	handler: Handler;
	concurrency: number;
	observe(outcome: "done" | "failed", milliseconds: number): void;
}

export type Worker = ReturnType<typeof createWorker>;

interface Job {
	id: string;
	retryCount: number;
}

/**
 * The end of a job is stored again for this long while the database is lost. If it is not stored, the row waits until
 * the job's heartbeat counts as stopped.
 */
const outageMs = 30_000;

/** Each fetch asks for as many jobs as can start now. Only one fetch runs at a time. */
export function createWorker({ boss, log, queue, handler, concurrency, observe }: WorkerDeps) {
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
		return free() > 0;
	}

	function free(): number {
		return stopping.signal.aborted ? 0 : concurrency - running.size;
	}

	async function fetchAll(): Promise<void> {
		while (notified && hasRoom()) {
			notified = false;
			const batchSize = free();
			const jobs = await boss.fetch<JobData>(queue, { batchSize }).catch((error) => {
				log.warn({ error, queue }, "jobs could not be fetched");
				return [];
			});
			for (const job of jobs) start(job, job.data);
			// A full batch suggests that more jobs wait.
			if (jobs.length === batchSize) notified = true;
		}
	}

	function start(job: Job, data: JobData): void {
		const done = run(job, data).finally(() => {
			running.delete(job.id);
			if (notified) pull();
		});
		running.set(job.id, { job, done });
	}

	async function run(job: Job, data: JobData): Promise<void> {
		const started = performance.now();
		try {
			await traced(`${queue}-${data.id}`, () => handler(data.id, abort.signal));
			observe("done", performance.now() - started);
		} catch (error) {
			log.error({ error, queue, row: data.id }, "a job failed");
			observe("failed", performance.now() - started);
			await requeue(data);
		}
		await settle(job);
	}

	/** The delay doubles from 1 to 60 seconds. */
	async function requeue({ id, failures = 0 }: JobData): Promise<void> {
		const startAfter = Math.min(2 ** failures, 60);
		const data: JobData = { id, failures: failures + 1 };
		const send = () => boss.send(queue, data, { singletonKey: id, startAfter });
		await throughOutage(send, outageMs).catch((error) => {
			log.warn({ error, queue }, "a failed job could not be enqueued again");
		});
	}

	/** If the deletion fails, the job harmlessly runs a second time. */
	async function settle(job: Job): Promise<void> {
		const remove = () => boss.deleteJob(queue, { id: job.id, retryCount: job.retryCount });
		await throughOutage(remove, outageMs).catch((error) => {
			log.warn({ error, queue }, "a finished job could not be removed from its queue");
		});
	}

	async function heartbeat(): Promise<void> {
		const jobs = [...running.values()].map(({ job }) => ({ id: job.id, retryCount: job.retryCount }));
		if (jobs.length > 0) await boss.touch(queue, jobs);
	}

	/**
	 * When `shutdown` aborts, the signal of the running handlers aborts too. A handler that still runs a second later is
	 * abandoned, and another process does its job again.
	 */
	async function stop(shutdown: AbortSignal): Promise<void> {
		stopping.abort();
		await fetching;
		const all = Promise.all([...running.values()].map(({ done }) => done));
		if (await untilAborted(all, shutdown)) return;
		abort.abort();
		if (!(await untilAborted(all, AbortSignal.timeout(1_000))))
			log.warn({ queue, jobs: running.size }, "jobs were not finished before the shutdown");
	}

	return { pull, free, heartbeat, stop };
}
