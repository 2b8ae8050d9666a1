import { type SQL, sql } from "drizzle-orm";
import type { Sql } from "./connect.ts";

/**
 * The time for every decision in which two processes could disagree: the database's, at the start of the transaction.
 * Only tests move it, by redefining the function; open connections see that at once. In production the planner inlines
 * `now()`, so that it costs nothing.
 */
export const clock: SQL<Date> = sql`clock()`;

/** Creates `clock()` if it does not exist; an offset that a test has set stays. */
export async function createClock(client: Sql): Promise<void> {
	const [row] = await client<{ missing: boolean }[]>`select to_regprocedure('public.clock()') is null as missing`;
	if (row?.missing) await defineClock(client, 0);
}

/** `offset` in milliseconds ahead of `now()`. */
export async function defineClock(client: Sql, offset: number): Promise<void> {
	const time = offset === 0 ? "now()" : `now() + interval '${Math.trunc(offset)} milliseconds'`;
	await client.unsafe(
		`create or replace function public.clock() returns timestamptz language sql stable parallel safe as $$ select ${time} $$`,
	);
}
