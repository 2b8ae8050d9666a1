import type { Due, Handler } from "@domains/kit/jobs/index.ts";
import { isFree } from "@domains/kit/postgres/clock.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";

interface Retention {
	table: SQL;
	key: SQL;
	/** Each sweep evaluates this condition. So PostgreSQL must be able to use an index for it, unless `only` is set. */
	old: SQL;
	/** Set if `old` must read the whole table: sweeps then evaluate `old` only while `only` is true. */
	only?: SQL;
}

/** A job of the cleanup queue contains a key of this map instead of a row id. */
const retention: ReadonlyMap<string, Retention> = new Map(
	Object.entries<Retention>({
		requests: {
			table: sql`service.requests`,
			key: sql`id`,
			old: sql`kept_until < clock() - interval '1 hour' and ${isFree(sql`lease_until`)}
			and not exists (select from service.orders where request_id = requests.id and state = 'open')`,
		},
		admin_calls: {
			table: sql`service.admin_calls`,
			key: sql`key`,
			old: sql`created_at < clock() - interval '25 hours'`,
		},
		// Each request changes `seen_at`, so it has no index. `only` limits reads of the whole table to the first minute of
		// each hour.
		rates: {
			table: sql`service.rates`,
			key: sql`token_hash`,
			old: sql`seen_at < clock() - interval '1 day'`,
			only: sql`extract(minute from clock()) = 0`,
		},
		deliveries: { table: sql`service.deliveries`, key: sql`id`, old: sql`created_at < clock() - interval '90 days'` },
		events: {
			table: sql`service.events`,
			key: sql`id`,
			old: sql`created_at < clock() - interval '91 days' and state <> 'pending'`,
		},
	}),
);

const batchSize = 1_000;

/**
 * PostgreSQL may evaluate the sides of `and` in any order, and would then read a table in spite of its `only`. A `case`
 * is evaluated in order.
 */
export const dueCleanups: Due = () =>
	sql.join(
		[...retention].map(
			([name, { table, old, only = sql`true` }]) =>
				sql`select ${name}::text as id where case when ${only} then exists (select from ${table} where ${old}) end`,
		),
		sql` union all `,
	);

/** Deletes in batches, so that no statement locks many rows. */
export function createCleanup(db: Db): Handler {
	return async (name, signal) => {
		const kept = retention.get(name);
		if (!kept) return;
		const { table, key, old } = kept;
		for (let removed = batchSize; removed === batchSize && !signal.aborted; ) {
			const rows = await db.execute(sql`
				delete from ${table} where ${key} in (select ${key} from ${table} where ${old} limit ${batchSize}) returning ${key}`);
			removed = rows.length;
		}
	};
}
