import { type SQL, sql } from "drizzle-orm";
import type { Sql } from "./connect.ts";

/**
 * The time that decides wherever two processes could disagree: the database's, as of the start of the transaction.
 * Only a test gives its database an offset, by defining the function anew; open connections see that at once, and
 * otherwise the planner puts `now()` in its place, so that it costs nothing.
 */
export const clock: SQL<Date> = sql`clock()`;

/** Makes `clock()` where it is not there yet; one that tests have moved stays moved. */
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
