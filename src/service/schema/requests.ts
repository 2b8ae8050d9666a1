import { sql } from "drizzle-orm";
import { bigint, index, integer, json, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { limits } from "../../contract/limits.ts";
import { accounts, moment, service } from "./accounts.ts";

/** How long a key is kept that is taken, answered or looked into now. */
export const keepEnd = sql`clock() + make_interval(hours => ${sql.raw(String(limits.idempotencyKey.hours))})`;

/**
 * One row per Idempotency-Key. `working`: somebody holds the lease, or the work was cut off; `answered`: the answer is
 * kept and replayed. The API and the desk have keys of their own.
 */
export const requests = service.table(
	"requests",
	{
		id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
		accountId: integer("account_id")
			.notNull()
			.references(() => accounts.id),
		scope: text().$type<"api" | "desk">().notNull(),
		key: text().notNull(),
		/** SHA-256 of method, path and body. */
		hash: text().notNull(),
		state: text().$type<"working" | "answered">().notNull().default("working"),
		/** Who works: a worker that finds another one here stops. */
		owner: uuid().notNull(),
		leaseUntil: moment("lease_until").notNull(),
		/** Items of a batch that were answered for good although the batch as a whole is not; any text may stand in them. */
		settled: json().$type<Record<string, unknown>>().notNull().default({}),
		status: smallint(),
		body: text(),
		createdAt: moment("created_at").notNull().default(sql`clock()`),
		/** Past it the key is forgotten, unless somebody works on it or an order of it is open. */
		keptUntil: moment("kept_until").notNull().default(keepEnd),
	},
	(table) => [
		unique("requests_key").on(table.accountId, table.scope, table.key),
		index("requests_kept").on(table.keptUntil),
	],
);
