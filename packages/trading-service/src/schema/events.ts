import type { Delivery, EventType } from "@domains/contract/events.ts";
import { sql } from "drizzle-orm";
import { bigint, index, smallint, text, unique } from "drizzle-orm/pg-core";
import { accountId, moment, service } from "./accounts.ts";

/**
 * Each event is written in the transaction of the change that it reports. `unsent`: webhooks were off when it was due.
 */
export const events = service.table(
	"events",
	{
		id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
		key: text().notNull(),
		accountId: accountId(),
		type: text().$type<EventType>().notNull(),
		domain: text().notNull(),
		/** The exact text that is signed and sent. */
		body: text().notNull(),
		state: text().$type<"pending" | "delivered" | "failed" | "unsent">().notNull(),
		attempts: smallint().notNull().default(0),
		wakeAt: moment("wake_at"),
		leaseUntil: moment("lease_until"),
		createdAt: moment("created_at").notNull().default(sql`clock()`),
	},
	(table) => [
		unique("events_key").on(table.key),
		index("events_created").on(table.createdAt),
		index("events_due").on(table.accountId, table.wakeAt).where(sql`${table.state} = 'pending'`),
	],
);
export type EventRow = typeof events.$inferSelect;

/** The delivery log: one row per attempt. */
export const deliveries = service.table(
	"deliveries",
	{
		id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
		eventId: bigint("event_id", { mode: "number" })
			.notNull()
			.references(() => events.id),
		accountId: accountId(),
		attempt: smallint().notNull(),
		status: text().$type<Delivery["status"]>().notNull(),
		statusCode: smallint("status_code").notNull(),
		error: text(),
		nextAttemptAt: moment("next_attempt_at"),
		createdAt: moment("created_at").notNull().default(sql`clock()`),
	},
	(table) => [
		unique("deliveries_attempt").on(table.eventId, table.attempt),
		index("deliveries_created").on(table.createdAt),
		index("deliveries_account").on(table.accountId, table.id),
	],
);
