import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql } from "./connect.ts";

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
export type LongestWait = "5 minutes" | "2 days" | "8 days";

/**
 * Also true if the time is further ahead than `most`, the longest wait that is ever stored: it was written while the
 * clock of the database was ahead.
 */
export function isPast(time: SQLWrapper, most: LongestWait, now: SQLWrapper = clock): SQL<boolean> {
	return sql`(${time} <= ${now} or ${time} > ${now} + interval ${sql.raw(`'${most}'`)})`;
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
