import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { clock, isFree, isPast, type LongestWait, textOf } from "./clock.ts";

/**
 * A table whose rows are work. A row is due at `wakeAt`, and `leaseUntil` is the end of the lease of the worker that
 * processes it.
 */
type LeasedTable = PgTable & Record<"id" | "wakeAt" | "leaseUntil", PgColumn>;

interface LeaseOptions {
	/** How long a lease lasts. */
	seconds: number;
	/** The longest wait that is ever stored in `wakeAt`. */
	longestWait: LongestWait;
	/** SQL: true if the row may be processed at all. It contains no parameters. */
	isOpen: SQL;
	/** SQL: true if the process that holds the lease has ended. It contains no parameters. */
	isAbandoned?: SQL;
}

/**
 * Returns the SQL with which workers lease the rows of a table. It names the table's columns in full, so a statement
 * must not give the table an alias. `text` is the same SQL for a statement that is not built with drizzle.
 */
export function leaseOf(table: LeasedTable, { seconds, longestWait, isOpen, isAbandoned }: LeaseOptions) {
	const later = (count: number) => sql`clock() + interval '${sql.raw(String(count))} s'`;
	const end = later(seconds);
	// What a dead process has sent may still arrive for a moment, so another one waits for a second.
	const isLeft = isAbandoned && sql`(${table.leaseUntil} < ${later(seconds - 1)} and ${isAbandoned})`;
	const orLeft = (condition: SQL): SQL => (isLeft ? sql`(${condition} or ${isLeft})` : condition);
	const isFreeOrLeft = (now?: SQL) => orLeft(isFree(table.leaseUntil, now));
	const isReady = (now?: SQL) => sql`${isOpen} and ${isFreeOrLeft(now)}`;
	/** `free`: the time at which no other worker may hold the lease, if it is not that at which the row is due. */
	const isDue = (now: SQL = clock, free = now) =>
		sql`${isOpen} and ${orLeft(sql`${isFree(table.leaseUntil, free)} and ${isPast(table.wakeAt, longestWait, now)}`)}`;
	return {
		ms: seconds * 1_000,
		/** The end of a lease that begins now. */
		end,
		/** The condition that the row may be processed and that no worker holds its lease. */
		isReady,
		/** The same condition for a row that is also due. */
		isDue,
		/** The rows that are due at `now`: those of a lost job or a dead process. */
		dueRows: (now: SQL) => sql`select ${table.id} from ${table} where ${isDue(now)} order by ${table.wakeAt}`,
		text: { end: textOf(end), isFree: textOf(isFreeOrLeft()), isDue: textOf(isDue()) },
	};
}

/** The tag of a template that builds SQL: that of drizzle or of the driver. */
type Tag<Part> = (text: TemplateStringsArray, ...values: (number | null)[]) => Part;

/** Sets the columns that end a lease. The row is due again in `afterMs` milliseconds; null if it waits for a change. */
export function endLease<Part>(tag: Tag<Part>, afterMs: number | null): Part {
	return tag`lease_until = null, wake_at = clock() + ${afterMs}::float8 * interval '1 ms'`;
}
