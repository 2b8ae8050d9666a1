import type { Sql } from "../../src/postgres/connect.ts";
import { untilRow } from "./killable-world.ts";

/** Waits until `count` connections to this database are waiting for a lock that another connection holds. */
export async function untilBlocked(sql: Sql, count = 1): Promise<void> {
	await untilRow(
		() => sql`
			select from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' having count(*) >= ${count}`,
	);
}
