import { limits } from "@domains/contract/limits.ts";
import { sql } from "drizzle-orm";
import { bigint, index, json, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { accountId, moment, service } from "./accounts.ts";

/** The time until which an Idempotency-Key is stored, counted from now. */
export const keepEnd = sql`clock() + make_interval(hours => ${sql.raw(String(limits.idempotencyKey.hours))})`;

/**
 * In the state `working`, either a worker is processing the request, or its worker stopped without a final answer. In
 * the state `answered`, repeated requests get the stored answer. `scope` is `api` for the HTTP API and `desk` for the
 * admin interface.
 */
export const requests = service.table(
	"requests",
	{
		id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
		accountId: accountId(),
		scope: text().$type<"api" | "desk">().notNull(),
		key: text().notNull(),
		/** SHA-256 of method, path and body. A request with the same key but another hash is refused. */
		hash: text().notNull(),
		state: text().$type<"working" | "answered">().notNull().default("working"),
		/** A worker that finds another id here must stop. */
		owner: uuid().notNull(),
		leaseUntil: moment("lease_until").notNull(),
		/**
		 * Final results of single items of an unfinished batch, by item index. `jsonb` cannot store U+0000, which the
		 * caller's text may contain.
		 */
		settled: json().$type<Record<string, unknown>>().notNull().default({}),
		status: smallint(),
		body: text(),
		createdAt: moment("created_at").notNull().default(sql`clock()`),
		/**
		 * The key is deleted after this time, unless a worker still processes the request or the request has an open order.
		 */
		keptUntil: moment("kept_until").notNull().default(keepEnd),
	},
	(table) => [
		unique("requests_key").on(table.accountId, table.scope, table.key),
		index("requests_kept").on(table.keptUntil),
	],
);
