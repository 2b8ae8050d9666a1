import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";

export { isOutage, throughOutage } from "@domains/kit/postgres/errors.ts";

/** Returns the database's current time. All times in rows are from this clock. */
export async function readClock(db: Db | Tx): Promise<Date> {
	const [row] = await db.execute<{ now: Date }>(sql`select ${clock} as now`);
	if (!row) throw new Error("a select of the clock returns a row");
	return row.now;
}

/** For `actions/`, which imports only types of `postgres/`. */
