import { sql } from "drizzle-orm";
import { bigint, index, json, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { limits } from "../../contract/limits.ts";
import { accountId, moment, service } from "./accounts.ts";

/** The time until which an Idempotency-Key is kept after it is claimed, answered or extended. */
export const keepEnd = sql`clock() + make_interval(hours => ${sql.raw(String(limits.idempotencyKey.hours))})`;

/**
 * One row per Idempotency-Key. `working`: a worker holds the lease, or stopped before it finished. `answered`: the
 * stored answer is replayed. `scope` separates the keys of the API from those of the admin interface.
 */
export const requests = service.table(
	"requests",
	{
		id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
		accountId: accountId(),
		scope: text().$type<"api" | "desk">().notNull(),
		key: text().notNull(),
		/** SHA-256 of method, path and body. */
		hash: text().notNull(),
		state: text().$type<"working" | "answered">().notNull().default("working"),
		/** The worker that holds the claim. A worker that finds another one here stops. */
		owner: uuid().notNull(),
		leaseUntil: moment("lease_until").notNull(),
		/** Final results of single items while the batch as a whole is not final. They may contain any text. */
		settled: json().$type<Record<string, unknown>>().notNull().default({}),
		status: smallint(),
		body: text(),
		createdAt: moment("created_at").notNull().default(sql`clock()`),
		/** The key is deleted after this time, unless a worker holds it or it has an open order. */
		keptUntil: moment("kept_until").notNull().default(keepEnd),
	},
	(table) => [
		unique("requests_key").on(table.accountId, table.scope, table.key),
		index("requests_kept").on(table.keptUntil),
	],
);
