import { sql } from "drizzle-orm";
import { clock } from "../postgres/clock.ts";
import type { Db, Tx } from "../postgres/connect.ts";

/** The time that the rows are kept by. */
export async function readClock(db: Db | Tx): Promise<Date> {
	const [row] = await db.execute<{ now: Date }>(sql`select ${clock} as now`);
	if (!row) throw new Error("the clock always answers");
	return row.now;
}
