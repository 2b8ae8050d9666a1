import type { SQL } from "drizzle-orm";

/** The payload of a job is the id of the row to handle. */
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
	"service.registrar",
	"service.cleanup",
] as const;

export type QueueName = (typeof queueNames)[number];

/** `signal` aborts when the process must exit. */
export type Handler = (rowId: string, signal: AbortSignal) => Promise<void>;

/**
 * A `select` of the column `id` of the rows that are due at `now` and not leased until then. The sweep passes
 * `clock()`, and a later time to learn if any row becomes due soon.
 */
export type Due = (now: SQL) => SQL;

export interface Queue {
	due: Due;
	handle: Handler;
	/** Jobs that run at once in a process; default 10. */
	concurrency?: number;
}

/** The compiler reports a missing queue. */
export type QueuesOf<Part extends string> = Record<Extract<QueueName, `${Part}.${string}`>, Queue>;
