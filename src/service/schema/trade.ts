import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, smallint, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import type { DnsMode, DnsRecord } from "../../contract/dns.ts";
import { accounts, moment, service } from "./accounts.ts";

const id = () => bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** The price list. `zone` is punycode with a leading dot. */
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
		accountId: integer("account_id")
			.notNull()
			.references(() => accounts.id),
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
		/** When the sandbox's monitoring will raise a blocked signal by itself. */
		monitorAt: moment("monitor_at"),
	},
	(table) => [
		unique("domains_name").on(table.name),
		index("domains_account").on(table.accountId, table.name),
		// Counts what an account has without reading the domains themselves.
		index("domains_expiry").on(table.accountId, table.expiresAt),
		index("domains_monitor").on(table.monitorAt).where(sql`${table.monitorAt} is not null`),
	],
);

/** How a domain is set up when its registration is done. */
export interface Setup {
	nameservers: string[];
	mode: DnsMode;
	edgeKey: string | null;
	records: DnsRecord[];
}

/**
 * One domain bought or renewed by one item of one request. `open`: funds are held and the registry may have been asked;
 * `done`: charged; `refused`: released. An item has at most one order that is open or done, so that nothing is done twice.
 */
export const orders = service.table(
	"orders",
	{
		id: id(),
		accountId: integer("account_id")
			.notNull()
			.references(() => accounts.id),
		/** The request that asked for it; requests are forgotten after a day, orders are not. */
		requestId: bigint("request_id", { mode: "number" }).notNull(),
		/** The item's place in the batch; 0 for a single request. */
		item: smallint().notNull(),
		kind: text().$type<"register" | "renew">().notNull(),
		domain: text().notNull(),
		zone: text().notNull(),
		years: smallint().notNull(),
		cents: integer().notNull(),
		clientRef: text("client_ref"),
		externalRef: text("external_ref"),
		setup: jsonb().$type<Setup>(),
		state: text().$type<"open" | "done" | "refused">().notNull().default("open"),
		/** Why it was refused. */
		refusal: text().$type<"not_available" | "provider_error">(),
		/** What the registry answered. */
		expiresAt: moment("expires_at"),
		/** When an open order is looked at by the sweep. */
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

/** Every movement of money, never changed: hold (to held), charge (held is spent), release (held comes back). */
export const ledger = service.table(
	"ledger",
	{
		id: id(),
		accountId: integer("account_id")
			.notNull()
			.references(() => accounts.id),
		orderId: bigint("order_id", { mode: "number" }).references(() => orders.id),
		kind: text().$type<Movement>().notNull(),
		/** What is added to the balance and to the held money; negative takes away. */
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
