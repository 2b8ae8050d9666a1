import { type SQL, sql } from "drizzle-orm";
import type { Sql } from "./connect.ts";

/**
 * SQL for the database's time at the start of the transaction. Every decision in which two processes could disagree
 * uses this time and not the clock of a process. Only tests move this clock: they redefine the SQL function, for all
 * open connections. In production the planner inlines `now()`, so the function costs nothing.
 */
export const clock: SQL<Date> = sql`clock()`;

/**
 * Creates `clock()` if it does not exist. An existing function stays unchanged, because a test may have set an offset.
 */
export async function createClock(client: Sql): Promise<void> {
	const [row] = await client<{ missing: boolean }[]>`select to_regprocedure('public.clock()') is null as missing`;
	if (row?.missing) await defineClock(client, 0);
}

/** Redefines `clock()` as `now()` plus `offset` milliseconds. */
export async function defineClock(client: Sql, offset: number): Promise<void> {
	const time = offset === 0 ? "now()" : `now() + interval '${Math.trunc(offset)} milliseconds'`;
	await client.unsafe(
		`create or replace function public.clock() returns timestamptz language sql stable parallel safe as $$ select ${time} $$`,
	);
}
