import { sql } from "drizzle-orm";
import { boolean, check, integer, pgSchema, primaryKey, text, timestamp, unique } from "drizzle-orm/pg-core";

export const service = pgSchema("service");

/** The moment a row speaks of, on the database's clock. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Money: `balance` can be spent, `held` is reserved for open orders. Both are the sums of the ledger's columns. */
export const accounts = service.table(
	"accounts",
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
		balanceCents: integer("balance_cents").notNull().default(0),
		heldCents: integer("held_cents").notNull().default(0),
		sandbox: boolean().notNull().default(true),
		apiEnabled: boolean("api_enabled").notNull().default(true),
		/** SHA-256 in hex of the one live token. */
		tokenHash: text("token_hash"),
		tokenLastFour: text("token_last_four"),
		tokenIssuedAt: moment("token_issued_at"),
		whitelist: text().array().notNull().default([]),
		defaultPresetKey: text("default_preset_key"),
		defaultEdgeKey: text("default_edge_key"),
		defaultTtl: integer("default_ttl"),
		webhookUrl: text("webhook_url"),
		webhookEnabled: boolean("webhook_enabled").notNull().default(false),
		/** Sealed. The next one signs from `webhook_next_from` on, or as soon as its owner says so. */
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
		/** Zones with a leading dot; null means all. */
		zones: text().array(),
	},
	(table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

/** Mutating calls of the desk that are done: what a repeated key is answered from. */
export const deskCalls = service.table("desk_calls", {
	key: text().primaryKey(),
	hash: text().notNull(),
	/** Sealed, because it may hold a token or a secret that was shown once. */
	memo: text().notNull(),
	createdAt: moment("created_at").notNull().default(sql`clock()`),
});

/**
 * The pace of each token, rewritten on every request. The migration makes it UNLOGGED: after a crash of the database it
 * is worth nothing, and so it costs no write to the log.
 */
export const rates = service.table("rates", {
	tokenHash: text("token_hash").primaryKey(),
	/** The latest requests that passed, newest first; never more than the limit. */
	passed: timestamp({ withTimezone: true, precision: 6 }).array().notNull(),
	/** The latest refusals, newest first; never more than it takes to be blocked. */
	refused: timestamp({ withTimezone: true, precision: 6 }).array().notNull(),
	blockedUntil: moment("blocked_until"),
	/** When the names of its batches are paid for, at the rate that is allowed. */
	namesUntil: moment("names_until"),
	/** The same for the bytes of its kept answers. */
	keptUntil: moment("kept_until"),
	seenAt: moment("seen_at").notNull(),
});
