import type { PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import { traced } from "../trace.ts";
import type { QueueName } from "./queues.ts";

/** Looks at one row and does what is due there. `signal` aborts when the process must go. */
export type Handler = (rowId: string, signal: AbortSignal) => Promise<void>;

export interface Bell {
	id: string;
	/** How often the handler has thrown for it. */
	failures?: number;
}

interface LoopDeps {
	boss: Pick<PgBoss, "fetch" | "touch" | "deleteJob" | "send">;
	log: Log;
	queue: QueueName;
	handler: Handler;
	/** How many jobs of this queue may run at once. */
	slots: number;
	observe(outcome: "done" | "failed", milliseconds: number): void;
}

export interface Loop {
	/** Fetches what waits, as far as slots are free. */
	pull(): void;
	/** Tells the queue that the running jobs are alive. */
	touch(): Promise<void>;
	/**
	 * Fetches no more, and resolves when nothing runs. The handlers' signal aborts with `cut`; one that still runs a
	 * second later is left alone: its job is done again elsewhere.
	 */
	stop(cut: AbortSignal): Promise<void>;
}

interface Job {
	id: string;
	retryCount: number;
}

/** Runs the jobs of one queue. One fetch at a time takes as many as there are free slots. */
export function createLoop({ boss, log, queue, handler, slots, observe }: LoopDeps): Loop {
	const running = new Map<string, { job: Job; done: Promise<void> }>();
	const stopping = new AbortController();
	const abort = new AbortController();
	let fetching: Promise<void> | undefined;
	let rung = false;

	function pull(): void {
		rung = true;
		fetching ??= fetchAll().finally(() => {
			fetching = undefined;
			if (rung && hasRoom()) pull();
		});
	}

	function hasRoom(): boolean {
		return running.size < slots && !stopping.signal.aborted;
	}

	async function fetchAll(): Promise<void> {
		while (rung && hasRoom()) {
			rung = false;
			const batchSize = slots - running.size;
			const jobs = await boss.fetch<Bell>(queue, { batchSize }).catch((error) => {
				log.warn({ error, queue }, "jobs could not be fetched");
				return [];
			});
			for (const job of jobs) start(job, job.data);
			// A full batch says that there may be more.
			if (jobs.length === batchSize) rung = true;
		}
	}

	function start(job: Job, bell: Bell): void {
		const done = run(job, bell).finally(() => {
			running.delete(job.id);
			if (rung) pull();
		});
		running.set(job.id, { job, done });
	}

	async function run(job: Job, bell: Bell): Promise<void> {
		const started = performance.now();
		try {
			await traced(`${queue}-${bell.id}`, () => handler(bell.id, abort.signal));
			observe("done", performance.now() - started);
		} catch (error) {
			log.error({ error, queue, row: bell.id }, "a job failed");
			observe("failed", performance.now() - started);
			await ringLater(bell);
		}
		await settle(job);
	}

	/** The row is still due: its bell rings again, less and less often. */
	async function ringLater({ id, failures = 0 }: Bell): Promise<void> {
		const startAfter = Math.min(2 ** failures, 60);
		const bell: Bell = { id, failures: failures + 1 };
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

	async function touch(): Promise<void> {
		const jobs = [...running.values()].map(({ job }) => ({ id: job.id, retryCount: job.retryCount }));
		if (jobs.length > 0) await boss.touch(queue, jobs);
	}

	async function stop(cut: AbortSignal): Promise<void> {
		stopping.abort();
		await fetching;
		const all = Promise.all([...running.values()].map(({ done }) => done));
		if (await finishes(all, cut)) return;
		abort.abort();
		if (!(await finishes(all, AbortSignal.timeout(1_000))))
			log.warn({ queue, jobs: running.size }, "jobs were left unfinished");
	}

	return { pull, touch, stop };
}

async function finishes(work: Promise<unknown>, late: AbortSignal): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<false>();
	const stop = (): void => resolve(false);
	late.addEventListener("abort", stop, { once: true });
	if (late.aborted) stop();
	return await Promise.race([work.then(() => true), promise]).finally(() => late.removeEventListener("abort", stop));
}
