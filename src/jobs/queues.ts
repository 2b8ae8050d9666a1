import type { SQL } from "drizzle-orm";

/** The name of every queue. The payload of a job is the id of one row: "look at this row". */
export const queueNames = [
	"bot.screen",
	"bot.outbox",
	"bot.operation",
	"bot.event",
	"service.order",
	"service.delivery",
	"service.monitor",
	"service.cleanup",
] as const;

export type QueueName = (typeof queueNames)[number];

/** Looks at one row and does what is due there. `signal` aborts when the process must exit. */
export type Handler = (rowId: string, signal: AbortSignal) => Promise<void>;

/** The declaration of one queue. */
export interface Queue {
	/** A `select` of one column `id`: the rows that are due by `clock()` and not leased. The sweep enqueues them. */
	due: SQL;
	handle: Handler;
	/** How many jobs run at once in a process; 10 unless given. */
	concurrency?: number;
}

/** One declaration for each queue whose name begins with `Part`: the compiler reports a missing one. */
export type QueuesOf<Part extends string> = Record<Extract<QueueName, `${Part}.${string}`>, Queue>;
