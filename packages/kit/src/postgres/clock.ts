import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";

/**
 * The database's time at the start of the transaction. Every decision in which two processes could disagree uses it and
 * not the clock of a process. Only tests move it: they redefine the SQL function. In production the planner inlines
 * `now()`, so the function costs nothing.
 */
export const clock: SQL<Date> = sql`clock()`;

/**
 * True if no lease ends at this time, or if it ends later than any lease lasts: it was written while the clock of the
 * database was ahead, and would otherwise block the row until then.
 */
export function isFree(end: SQLWrapper, now: SQLWrapper = clock): SQL<boolean> {
	return sql`(${end} is null or ${isPast(end, "5 minutes", now)})`;
}

/** The last one is that of a weekly digest, with a day for the change of a time zone. */
type LongestWait = "5 minutes" | "2 days" | "8 days";

/**
 * Also true if the time is further ahead than `most`, the longest wait that is ever stored: it was written while the
 * clock of the database was ahead.
 */
export function isPast(time: SQLWrapper, most: LongestWait, now: SQLWrapper = clock): SQL<boolean> {
	return sql`(${time} <= ${now} or ${time} > ${now} + interval ${sql.raw(`'${most}'`)})`;
}

/**
 * True if the time is at most `ms` ago. False if it is further ahead than any transaction lasts: it was written while the
 * clock of the database was ahead, and would otherwise count as recent until then.
 */
export function isWithin(time: SQLWrapper, ms: number): SQL<boolean> {
	return sql`(${time} > ${clock} - ${ms}::float8 * interval '1 ms' and ${time} <= ${clock} + interval '5 minutes')`;
}

/** SQL for the seconds until this time, with the same exception: 0 if `isPast`. */
export function secondsUntil(time: SQLWrapper, most: LongestWait): SQL<number> {
	return sql`(case when not ${isPast(time, most)} then extract(epoch from ${time} - ${clock}) else 0 end)::float8`;
}

const dialect = new PgDialect();

/** Returns the text of SQL without parameters, for a statement that is not built with drizzle. */
export function textOf(query: SQL): string {
	const { sql: text, params } = dialect.sqlToQuery(query);
	if (params.length > 0) throw new Error(`this SQL has parameters: ${text}`);
	return text;
}

/** An existing function stays unchanged, because a test may have set an offset. */
export async function createClock(client: Sql): Promise<void> {
	const [row] = await client<{ missing: boolean }[]>`select to_regprocedure('public.clock()') is null as missing`;
	if (row?.missing) await defineClock(client, 0);
}

/** `offset` is in milliseconds. */
export async function defineClock(client: Sql, offset: number): Promise<void> {
	const time = offset === 0 ? "now()" : `now() + interval '${Math.trunc(offset)} milliseconds'`;
	await client.unsafe(
		`create or replace function public.clock() returns timestamptz language sql stable parallel safe as $$ select ${time} $$`,
	);
}

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
