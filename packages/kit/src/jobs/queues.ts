import type { SQL } from "drizzle-orm";

/** The names of all queues. The payload of a job is the id of the row to handle. */
export const queueNames = [
	"bot.screen",
	"bot.outbox",
	"bot.operation",
	"bot.event",
	"bot.board",
	"bot.watch",
	"service.order",
	"service.delivery",
	"service.monitor",
	"service.cleanup",
] as const;

export type QueueName = (typeof queueNames)[number];

/** Handles one row: reads it and does what is due. `signal` aborts when the process must exit. */
export type Handler = (rowId: string, signal: AbortSignal) => Promise<void>;

/**
 * Returns a `select` of the column `id` of the rows that are due at `now`, and that no worker has reserved (leased) until
 * then. The sweep passes `clock()` to enqueue these rows, and a later time to learn if any row becomes due soon.
 */
export type Due = (now: SQL) => SQL;

/** The declaration of one queue: which rows are due, and how to handle one. */
export interface Queue {
	due: Due;
	handle: Handler;
	/** The number of jobs that run at once in a process; default 10. */
	concurrency?: number;
}

/** A declaration for each queue whose name begins with `Part` and a dot. The compiler reports a missing one. */
export type QueuesOf<Part extends string> = Record<Extract<QueueName, `${Part}.${string}`>, Queue>;
