import type { Sql } from "@domains/kit/postgres/connect.ts";
import { untilRow } from "./killable-world.ts";

/** A lock that another connection holds. `of`: a part of the query that waits for it. */
export async function untilBlocked(sql: Sql, count = 1, of = ""): Promise<void> {
	await untilRow(() => blocked(sql, count, of));
}

/** True if `work` has ended before `count` connections waited for a lock. */
export async function endsUnblocked(sql: Sql, work: Promise<unknown>, count: number): Promise<boolean> {
	let hasEnded = false;
	const end = () => {
		hasEnded = true;
	};
	void work.then(end, end);
	await untilRow(async () => (hasEnded ? [hasEnded] : blocked(sql, count)));
	return hasEnded;
}

function blocked(sql: Sql, count: number, of = "") {
	return sql`
		select from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${of}) > 0 having count(*) >= ${count}`;
}
