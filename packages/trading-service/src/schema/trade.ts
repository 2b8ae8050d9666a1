import type { DnsMode, DnsRecord } from "@domains/contract/dns.ts";
import type { OrderKind } from "@domains/contract/money.ts";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, smallint, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import type { Declined } from "../registrar/declined.ts";
import { accountId, moment, service } from "./accounts.ts";

const id = () => bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** `zone` is in punycode with a leading dot. */
export const prices = service.table("prices", {
	zone: text().primaryKey(),
	registerCents: integer("register_cents").notNull(),
	renewCents: integer("renew_cents").notNull(),
	premium: boolean().notNull(),
});

export const domains = service.table(
	"domains",
	{
		id: id(),
		accountId: accountId(),
		/** Punycode, lower case. */
		name: text().notNull(),
		unicode: text().notNull(),
		zone: text().notNull(),
		registeredAt: moment("registered_at").notNull(),
		expiresAt: moment("expires_at").notNull(),
		nameservers: text().array().notNull(),
		mode: text().$type<DnsMode>().notNull(),
		edgeKey: text("edge_key"),
		records: jsonb().$type<DnsRecord[]>().notNull(),
		clientRef: text("client_ref"),
		externalRef: text("external_ref"),
		blockedAt: moment("blocked_at"),
		blockedReason: text("blocked_reason"),
		/** When records and nameservers were last read from a remote registrar. Null if the service's row is the truth. */
		zoneReadAt: moment("zone_read_at"),
		/** False if the owner has not opened the domain to the registrar's API. */
		apiAccess: boolean("api_access").notNull().default(true),
		/** When the sandbox's monitoring blocks the domain. Null if no block is planned. */
		monitorAt: moment("monitor_at"),
	},
	(table) => [
		unique("domains_name").on(table.name),
		index("domains_account").on(table.accountId, table.name),
		// PostgreSQL counts the domains of an account with this index alone.
		index("domains_expiry").on(table.accountId, table.expiresAt),
		index("domains_monitor").on(table.monitorAt).where(sql`${table.monitorAt} is not null`),
	],
);

/** Applied to a domain after its registration succeeds. */
export interface Setup {
	nameservers: string[];
	mode: DnsMode;
	edgeKey: string | null;
	records: DnsRecord[];
}

/**
 * The registration or renewal of one domain. In the state `open`, the price is reserved, and the registry may have been
 * called. In `done`, the price is charged. In `refused`, the reserved money is released. An item never has two orders
 * that are open or done, so it is never executed twice.
 */
export const orders = service.table(
	"orders",
	{
		id: id(),
		accountId: accountId(),
		/** Not a foreign key, because requests are deleted after a day and orders are kept. */
		requestId: bigint("request_id", { mode: "number" }).notNull(),
		/** Index in the batch; 0 for a single request. */
		item: smallint().notNull(),
		kind: text().$type<OrderKind>().notNull(),
		domain: text().notNull(),
		zone: text().notNull(),
		years: smallint().notNull(),
		cents: integer().notNull(),
		clientRef: text("client_ref"),
		externalRef: text("external_ref"),
		setup: jsonb().$type<Setup>(),
		state: text().$type<"open" | "done" | "refused">().notNull().default("open"),
		/** Null for other states. */
		refusal: text().$type<"not_available" | "provider_error" | Declined["reason"]>(),
		/** The registrar's reason, a sentence for people. Null if `refusal` says it. */
		reason: text(),
		/** When the call to a remote registrar began. Null if there was none. */
		sentAt: moment("sent_at"),
		/** The expiry before a renewal at a remote registrar. */
		renewedFrom: moment("renewed_from"),
		/** The registry's value. */
		expiresAt: moment("expires_at"),
		/** When a background job checks the order, if it is still open. */
		wakeAt: moment("wake_at").notNull(),
		createdAt: moment("created_at").notNull().default(sql`clock()`),
	},
	(table) => [
		uniqueIndex("orders_item").on(table.requestId, table.item).where(sql`${table.state} <> 'refused'`),
		index("orders_request").on(table.requestId),
		index("orders_open").on(table.wakeAt).where(sql`${table.state} = 'open'`),
		index("orders_domain_open").on(table.domain).where(sql`${table.state} = 'open'`),
	],
);
export type OrderRow = typeof orders.$inferSelect;

export type Movement = "opening" | "credit" | "hold" | "charge" | "release";

/**
 * Append-only. `hold` moves money from the balance to the held money, `charge` spends held money, and `release` moves
 * it back to the balance.
 */
export const ledger = service.table(
	"ledger",
	{
		id: id(),
		accountId: accountId(),
		orderId: bigint("order_id", { mode: "number" }).references(() => orders.id),
		kind: text().$type<Movement>().notNull(),
		/** Changes, in cents. Negative amounts reduce. */
		balanceCents: integer("balance_cents").notNull(),
		heldCents: integer("held_cents").notNull(),
		note: text(),
		createdAt: moment("created_at").notNull().default(sql`clock()`),
	},
	(table) => [
		index("ledger_account").on(table.accountId, table.id),
		uniqueIndex("ledger_order_held").on(table.orderId).where(sql`${table.kind} = 'hold'`),
		uniqueIndex("ledger_order_settled").on(table.orderId).where(sql`${table.kind} in ('charge', 'release')`),
	],
);
