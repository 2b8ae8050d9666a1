import type { DnsMode } from "@domains/contract/dns.ts";
import type { Delivery, EventType } from "@domains/contract/events.ts";
import { limits } from "@domains/contract/limits.ts";
import type { OrderKind } from "@domains/contract/money.ts";
import type { DnsRecord } from "@domains/contract/records/wire.ts";
import { sql } from "drizzle-orm";
import {
	bigint,
	boolean,
	check,
	index,
	integer,
	json,
	jsonb,
	pgSchema,
	primaryKey,
	smallint,
	text,
	timestamp,
	unique,
	uniqueIndex,
	uuid,
} from "drizzle-orm/pg-core";
import type { Declined } from "./refusal.ts";

export const service = pgSchema("service");

/** All values come from the database's clock. */
const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * `balance_cents` can be spent. `held_cents` is reserved for open orders. Each equals the sum of the ledger's column of
 * the same name.
 */
export const accounts = service.table(
	"accounts",
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
		balanceCents: integer("balance_cents").notNull().default(0),
		heldCents: integer("held_cents").notNull().default(0),
		sandbox: boolean().notNull().default(true),
		apiEnabled: boolean("api_enabled").notNull().default(true),
		/** SHA-256 in hex of the only valid token; null if the account has none. */
		tokenHash: text("token_hash"),
		tokenLastFour: text("token_last_four"),
		tokenIssuedAt: moment("token_issued_at"),
		whitelist: text().array().notNull().default([]),
		defaultPresetKey: text("default_preset_key"),
		defaultEdgeKey: text("default_edge_key"),
		defaultTtl: integer("default_ttl"),
		webhookUrl: text("webhook_url"),
		webhookEnabled: boolean("webhook_enabled").notNull().default(false),
		/**
		 * Encrypted. `webhook_next_secret` replaces it at `webhook_next_from`, unless the owner activates the new secret
		 * earlier.
		 */
		webhookSecret: text("webhook_secret"),
		webhookNextSecret: text("webhook_next_secret"),
		webhookNextFrom: moment("webhook_next_from"),
		createdAt: moment("created_at").notNull().default(sql`clock()`),
	},
	(table) => [
		unique("accounts_token").on(table.tokenHash),
		check("accounts_balance", sql`${table.balanceCents} >= 0`),
		check("accounts_held", sql`${table.heldCents} >= 0`),
	],
);

const accountId = () =>
	integer("account_id")
		.notNull()
		.references(() => accounts.id);

export const presets = service.table(
	"presets",
	{ accountId: accountId(), key: text().notNull(), nameservers: text().array().notNull() },
	(table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

export const edgeProfiles = service.table(
	"edge_profiles",
	{
		accountId: accountId(),
		key: text().notNull(),
		enabled: boolean().notNull(),
		/** Such as `.com`. Null means all. */
		zones: text().array(),
	},
	(table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

/** Results of admin calls, by idempotency key. */
export const adminCalls = service.table("admin_calls", {
	key: text().primaryKey(),
	hash: text().notNull(),
	/** Encrypted, because it may contain a token or a secret that is shown only once. */
	memo: text().notNull(),
	createdAt: moment("created_at").notNull().default(sql`clock()`),
});

/**
 * Rewritten on every request. The migration makes the table UNLOGGED, because losing its rows in a crash does no harm.
 */
export const rates = service.table("rates", {
	tokenHash: text("token_hash").primaryKey(),
	/** Newest first, at most the number of requests allowed per second. */
	passed: timestamp({ withTimezone: true, precision: 6 }).array().notNull(),
	/** Newest first, at most the number of refusals that causes a block. */
	refused: timestamp({ withTimezone: true, precision: 6 }).array().notNull(),
	blockedUntil: moment("blocked_until"),
	/** The time at which the allowance of names and DNS records is full again (`allowance.ts`). */
	namesUntil: moment("names_until"),
	/** The time at which the allowance of stored answers is full again. */
	keptUntil: moment("kept_until"),
	seenAt: moment("seen_at").notNull(),
});

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

type Movement = "opening" | "credit" | "hold" | "charge" | "release";

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

/**
 * The latest answer of a remote registrar to each question, such as its credit. It is shown with its time while the
 * registrar does not answer.
 */
export const registrarFacts = service.table("registrar_facts", {
	/** Such as `balance`, or `tld .com`. */
	key: text().primaryKey(),
	value: jsonb().notNull(),
	readAt: moment("read_at").notNull(),
});

/** Only `registrar/sandbox.ts` uses this table. */
export const sandboxNames = service.table("sandbox_names", {
	name: text().primaryKey(),
	registeredAt: moment("registered_at").notNull(),
	expiresAt: moment("expires_at").notNull(),
});

/** `closed`: the service asked for the outcome of an order that was not executed, so it never will be. */
export const sandboxOrders = service.table("sandbox_orders", {
	order: text().primaryKey(),
	outcome: text().$type<"executed" | "refused" | "closed">().notNull(),
	registeredAt: moment("registered_at"),
	expiresAt: moment("expires_at"),
});
