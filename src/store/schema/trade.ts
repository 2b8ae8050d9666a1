import { sql } from "drizzle-orm";
import { boolean, date, index, integer, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { bot, cents, idOf, rowId, stamp, word } from "./columns.ts";
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
		/** When the service last said when the domain expires, or a read showed that it does not say so. */
		datedAt: stamp("dated_at"),
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
		/** What the person decided about the renewal, and the expiry date that they decided about. */
		renewal: word<"later" | "let_go">("renewal"),
		renewalFor: stamp("renewal_for"),
		/** When to remind the person who chose `later`. */
		remindAt: stamp("remind_at"),
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

/**
 * The one message of a day that tells a person which domains expire.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const reminders = bot.table(
	"reminders",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** The day in the person's time zone. */
		day: date("day", { mode: "string" }).notNull(),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [unique("reminders_day").on(table.personId, table.day)],
);

/**
 * One domain of a reminder.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const reminderNames = bot.table(
	"reminder_names",
	{
		reminderId: idOf("reminder_id")
			.notNull()
			.references(() => reminders.id, { onDelete: "cascade" }),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		/** The expiry that the reminder reports. */
		expiresAt: stamp("expires_at").notNull(),
		/** The reported number of days before the expiry; null if the person asked to be reminded later. */
		days: integer("days"),
	},
	(table) => [
		primaryKey({ columns: [table.reminderId, table.accountId, table.domain] }),
		unique("reminder_names_once").on(table.personId, table.accountId, table.domain, table.expiresAt, table.days),
		index("reminder_names_expired").on(sql`expires_at`),
	],
);

/**
 * A time in which every look saw the same prices. A change starts a new row, and so does a look after a pause: the bot
 * does not know the prices in between.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const prices = bot.table(
	"prices",
	{
		id: rowId(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		/** A TLD with its leading dot, or a domain of the account. */
		subject: text("subject").notNull(),
		/** The price of the first year; null for a domain. */
		registerCents: integer("register_cents"),
		/** The price of one more year, as a quote would state it; null if the service does not tell. */
		renewCents: integer("renew_cents"),
		premium: boolean("premium").notNull().default(false),
		/** The first look that saw these prices. */
		since: stamp("since").notNull().default(clock),
		/** The last look that saw them. */
		seenAt: stamp("seen_at").notNull().default(clock),
		/** The look that reported these prices to people; null if none did. */
		reportedAt: stamp("reported_at"),
		/** The renewal price that the report compares with, and the last look that saw it. */
		oldCents: integer("old_cents"),
		oldSeenAt: stamp("old_seen_at"),
	},
	(table) => [uniqueIndex("prices_subject").on(table.accountId, table.subject, table.since)],
);

/**
 * A domain that is renewed by itself up to a price, and who turned that on.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const autoRenewals = bot.table(
	"auto_renewals",
	{
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** The highest price of a year. */
		ceilingCents: cents("ceiling_cents").notNull(),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [primaryKey({ columns: [table.accountId, table.domain] })],
);

/**
 * What was done for one expiry date of such a domain: an order, or a question to the person.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const autoRenewalRuns = bot.table(
	"auto_renewal_runs",
	{
		id: rowId(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		expiresAt: stamp("expires_at").notNull(),
		state: word<"ordered" | "asked">("state").notNull(),
		/** Why the person was asked; null for an order. */
		reason: text("reason"),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [unique("auto_renewal_runs_once").on(table.accountId, table.domain, table.expiresAt)],
);
