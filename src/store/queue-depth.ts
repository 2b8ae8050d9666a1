import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { inArray, sql } from "drizzle-orm";
import { type Kind, type Phase, runningPhases } from "../rules/operation/state.ts";
import { requests } from "./schema/operations.ts";

/**
 * Returns how many operations have no final outcome yet, by kind and state. A combination without operations is absent.
 */
export async function countUnfinishedByState(db: Db): Promise<{ kind: Kind; state: Phase; count: number }[]> {
	return db.execute<{ kind: Kind; state: Phase; count: number }>(sql`
		select kind, state, count(*)::int as count from bot.operations where settled_at is null group by kind, state`);
}

/**
 * Counts this person's confirmed orders for several domains that are still in progress. Does not count the order
 * `operationId`.
 */
export async function countRunningLists(tx: Tx, personId: number, operationId: number): Promise<number> {
	const [row] = await tx.execute<{ count: number }>(sql`
		select count(*)::int as count from bot.operations o
		where person_id = ${personId} and id <> ${operationId} and settled_at is null
			and exists (
				select from bot.requests
				where operation_id = o.id and ${inArray(requests.phase, runningPhases)})
			and (select count(*) from bot.items where operation_id = o.id) > 1`);
	return row?.count ?? 0;
}

/**
 * Returns the number of unsent notifications, and the age of the oldest. Leaves out rows that are due in more than five
 * minutes or have no due time. If a notification was held back until a time (`held_until`), its age counts from that
 * time.
 */
export async function countUnsentNotifications(db: Db): Promise<{ count: number; oldestSeconds: number }> {
	const [row] = await db.execute<{ count: number; oldestSeconds: number }>(sql`
		select count(*)::int as count,
			coalesce(greatest(extract(epoch from clock() - min(greatest(created_at, held_until))), 0), 0)::float8 as "oldestSeconds"
		from bot.outbox where state = 'waiting' and wake_at <= clock() + interval '5 minutes'`);
	return row ?? { count: 0, oldestSeconds: 0 };
}
