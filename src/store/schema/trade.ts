import { date, index, primaryKey, text } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { bot, cents, idOf, stamp } from "./columns.ts";
import { accounts, people } from "./people.ts";

/** A domain of an account, as the bot last saw it. The service's own data is authoritative. */
export const domains = bot.table(
	"domains",
	{
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		status: text("status"),
		expiresAt: stamp("expires_at"),
		/** The name in Unicode and lower case, for the search. */
		unicode: text("unicode"),
		registeredAt: stamp("registered_at"),
		/** The key of the edge profile. Empty if the domain has none; null if the service does not report it. */
		edgeProfileKey: text("edge_profile_key"),
		/** The label that the service stores for the domain. */
		clientRef: text("client_ref"),
		/** The price of a one-year renewal, as the last listing reported it; null if unknown. */
		renewCents: cents("renew_cents"),
		/** When a listing or a read last found the domain in the account; null if it is no longer there. */
		listedAt: stamp("listed_at"),
		blockedSince: stamp("blocked_since"),
		blockedReason: text("blocked_reason"),
		/** `occurred_at` of the newest blocked or unblocked event. An older event that arrives later is ignored. */
		blockSignalAt: stamp("block_signal_at"),
		seenAt: stamp("seen_at").notNull().default(clock),
	},
	(table) => [
		primaryKey({ columns: [table.accountId, table.domain] }),
		index("domains_expiry").on(table.accountId, table.expiresAt),
	],
);

/**
 * What a person keeps about a domain for themselves.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const domainNotes = bot.table(
	"domain_notes",
	{
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		/** Lower case, sorted. */
		tags: text("tags").array().notNull().default([]),
		note: text("note"),
	},
	(table) => [primaryKey({ columns: [table.personId, table.accountId, table.domain] })],
);

/**
 * The total that a person confirmed on one day (UTC), for their daily cap. The price of an operation that turned out to
 * cost nothing is subtracted.
 */
export const spendDays = bot.table(
	"spend_days",
	{
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		day: date("day", { mode: "string" }).notNull(),
		spentCents: cents("spent_cents").notNull(),
	},
	(table) => [primaryKey({ columns: [table.personId, table.day] })],
);
