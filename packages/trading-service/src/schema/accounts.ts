import { sql } from "drizzle-orm";
import { boolean, check, integer, pgSchema, primaryKey, text, timestamp, unique } from "drizzle-orm/pg-core";

export const service = pgSchema("service");

/** All values come from the database's clock. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

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

export const accountId = () =>
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
